/**
 * Takes everything from this process that JavaScript could reach the world with. Node's permission model denies files,
 * child processes and workers, and code generation from strings is off; Node 20 has no permission for the network, so
 * the means to use it go as well. Nothing of this is reachable from WebAssembly to begin with (see imports.mjs): it
 * stands for the case that the engine itself is broken.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';

const NETWORK_AND_ESCAPE = `net dgram dns dns/promises http http2 https tls cluster inspector child_process
  worker_threads vm v8 repl wasi`.split(/\s+/);

const PROCESS_FUNCTIONS =
  'binding _linkedBinding dlopen kill _kill _debugProcess _debugEnd abort chdir getBuiltinModule'.split(' ');

/** ECMAScript's own and what Emscripten's generated code looks up. */
const KEPT_GLOBALS = new Set(
  `globalThis Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise
  RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl
  ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array
  Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef Proxy Reflect
  FinalizationRegistry decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN
  WebAssembly TextDecoder TextEncoder`.split(/\s+/),
);

function refuse() {
  throw new Error('not available in the sandbox');
}

/** Makes every function that a module or its classes offer throw. */
function disarm(module) {
  for (const key of Reflect.ownKeys(module)) {
    const value = Object.getOwnPropertyDescriptor(module, key)?.value;
    if (typeof value !== 'function') continue;
    if (typeof value.prototype === 'object' && value.prototype !== null && value.prototype !== Function.prototype) {
      for (const name of Reflect.ownKeys(value.prototype)) {
        const found = Object.getOwnPropertyDescriptor(value.prototype, name);
        if (name !== 'constructor' && found?.configurable && typeof found.value === 'function') {
          Object.defineProperty(value.prototype, name, { value: refuse });
        }
      }
    }
    Reflect.defineProperty(module, key, { value: refuse });
  }
}

/** Before Emscripten's code is loaded: no `process`, no `require`, so that it believes in a bare JavaScript shell. */
export function removeHostAccess() {
  const require = createRequire(import.meta.url);
  const { process } = globalThis;
  for (const name of PROCESS_FUNCTIONS) process[name] = refuse;
  // All are loaded before the first is disarmed: some need others to load.
  const modules = NETWORK_AND_ESCAPE.map((name) => require(`node:${name}`));
  for (const module of modules) disarm(module);
  syncBuiltinESMExports();
  for (const key of Reflect.ownKeys(globalThis)) {
    if (typeof key === 'string' && !KEPT_GLOBALS.has(key)) {
      Reflect.deleteProperty(globalThis, key) || Reflect.defineProperty(globalThis, key, { value: undefined });
    }
  }
  globalThis.console = { log() {}, warn() {}, error() {} };
}
