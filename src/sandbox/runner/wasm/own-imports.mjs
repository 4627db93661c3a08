import { Exited } from './imports.mjs';

/** Replacements for what Emscripten or Pyodide do through the host, or not fast enough; for `guardedImports`. */
export function ownImports(interpreter) {
  const { host, deadline } = interpreter;
  const bytes = (at, size) => new Uint8Array(interpreter.memory.buffer, at >>> 0, size >>> 0);
  const entries = [];
  const marker = Symbol('error');
  return {
    Jsv_GetError_import: () => marker,
    JsvError_Check: (value) => value === marker,
    random_get: (at, size) => {
      host.randomFill(bytes(at, size));
      return 0;
    },
    _Py_CheckEmscriptenSignals_Helper: () => {
      deadline.check();
      return 0;
    },
    // Asked by nothing but the loop in which a sleep waits for its end: asleep it takes no processor time, as elsewhere.
    emscripten_get_now: () => {
      host.doze(1);
      deadline.check();
      return host.now();
    },
    clock_time_get: (clock, _precision, at) => {
      deadline.check();
      const nanoseconds = clock === 0 ? BigInt(Date.now()) * 1_000_000n : BigInt(Math.round(host.now() * 1e6));
      new DataView(interpreter.memory.buffer).setBigUint64(at >>> 0, nanoseconds, true);
      return 0;
    },
    _PyEM_TrampolineCall_JS: (pointer, a, b, c) => {
      entries[pointer] ??= interpreter.table.get(pointer);
      return entries[pointer](a, b, c);
    },
    exit: (code) => {
      throw new Exited(code);
    },
    proc_exit: (code) => {
      throw new Exited(code);
    },
    _abort_js: () => {
      throw new Exited(134);
    },
  };
}
