import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { isProcessAlive } from '../../src/living-process.ts';
import { packageRoot } from '../../src/package-root.ts';
import { wasmSandbox } from '../../src/sandbox/wasm/wasm-sandbox.ts';
import { openedSandbox } from '../fakes/sandbox-runs.ts';
import { tempDir, tempPath } from '../fakes/temp-dir.ts';

const lockdown = join(packageRoot(), 'src', 'sandbox', 'runner', 'wasm', 'lockdown.mjs');

describe('Python inside', () => {
  const { run } = openedSandbox(() => wasmSandbox.open({ jobs: 1 }));

  /** What `f()` of a program returned, and whether an honest program passes afterwards. */
  async function outputOf(code: string) {
    const { verdicts, outputs, details } = await run(code, ['assert [f()]']);
    const after = await run('import json\ndef f(): return json.loads("[1]")', ['assert f() == [1]']);
    expect({ verdicts: after.verdicts, details: after.details }).toEqual({ verdicts: ['pass'], details: [null] });
    return { verdict: verdicts[0], output: outputs[0], detail: details[0] };
  }

  test.each([
    ...['js', 'pyodide_js', 'js.process', 'webbrowser.js'].map((name) => `import ${name}; return 1`),
    ...['m.__name__', 'm.to_js([1])', 'm.run_js("1")', 'm.create_proxy(f)', 'm.JsProxy()'].map(
      (use) => `import _pyodide_core as m; return str(${use})`,
    ),
    'from pyodide.code import run_js; return run_js("1")',
    'from pyodide.http import open_url; return open_url("http://127.0.0.1").read()',
    'import _pyodide_core; return str(_pyodide_core)',
    ...['CDLL(None).abs(-3)', 'CFUNCTYPE(ctypes.c_int)(lambda: 1)()', 'string_at(0, 64)'].map(
      (use) => `import ctypes; return ctypes.${use}`,
    ),
    'import ctypes; return ctypes.CDLL(None).emscripten_run_script(b"1")',
  ])('nothing leads to JavaScript or C: %s', async (body) => {
    expect((await outputOf(`def f():\n    ${body}`)).verdict).toBe('error');
  });

  test('no JavaScript object is in reach of the garbage collector or of any class', async () => {
    const code = `
import gc
def f():
    found = [type(o).__name__ for o in gc.get_objects() if "Js" in type(o).__name__]
    pending, seen = [object], set()
    while pending:
        for kind in type.__subclasses__(pending.pop()):
            if kind not in seen:
                seen.add(kind)
                pending.append(kind)
                if kind.__name__.startswith("Js") and "JSON" not in kind.__name__: found.append(kind.__name__)
    return found`;
    expect((await outputOf(code)).output).toBe('[]');
  });

  test('memory overwritten at random harms only its own program', async () => {
    const code = `
import types
def f():
    # Bytecode that reads far outside its frame.
    code = f.__code__.replace(co_code=bytes([83, 255] * 40), co_consts=())
    return types.FunctionType(code, {})()`;
    expect((await outputOf(code)).verdict).toBe('error');
  });

  test('the file system is the interpreter and its scratch folder', async () => {
    const code = 'import os\ndef f(): return [sorted(os.listdir(p)) for p in ("/", "/tmp", "/proc", "/lib")]';
    expect((await outputOf(code)).output).toBe(
      "[['dev', 'lib', 'proc', 'tmp'], [], ['self'], ['python3.14', 'python314.zip']]",
    );
  });

  test('all devices are ours, or hold nothing; no terminal, which would keep what is written beyond every limit', async () => {
    const listed = "['null', 'random', 'shm', 'stderr', 'stdin', 'stdout', 'urandom']";
    const code = `import os
def write(name):
    try: return os.write(os.open(name, os.O_RDWR), b'x')
    except OSError: return 'refused'
def f(): return sorted(set(os.listdir('/dev')) - {'line'}), write('/dev/null'), write('/dev/tty'), write('/dev/tty1')`;
    expect((await outputOf(code)).output).toBe(`(${listed}, 1, 'refused', 'refused')`);
  });

  test.each([
    [
      'the standard streams have their names',
      "open('/dev/stdout', 'w').write('a')\n    open('/dev/stderr', 'w').write('b')\n    return open('/dev/stdin').read()",
      "''",
    ],
    [
      'host files are not there',
      `return [os.path.exists(p) for p in ("/etc/passwd", ${JSON.stringify(lockdown)}, "/proc/self/environ", "/proc/1")]`,
      '[False, False, False, False]',
    ],
    [
      'writing to every descriptor reaches nobody',
      'done = 0\n    for fd in range(64):\n        try: done += os.write(fd, b"\\x02\\x00\\x00\\x00v6") > 0\n        except OSError: pass\n    return done > 0',
      'True',
    ],
    [
      'written files are bounded',
      'size = 0\n    with open("/tmp/big", "wb") as file:\n        try:\n            while True: size += file.write(bytes(1 << 20))\n        except OSError as e:\n            return e.errno, size <= 64 << 20',
      '(51, True)',
    ],
    ['and gone afterwards', 'return os.listdir("/tmp")', '[]'],
  ])('%s', async (_, body, output) => {
    expect((await outputOf(`import os\ndef f():\n    ${body}`)).output).toBe(output);
  });

  test('sockets, name look-ups, threads and processes say what they lack', async () => {
    const attempts = {
      'socket.socket()': /sockets are not available/,
      'socket.create_connection(("127.0.0.1", 80))': /sockets are not available|Errno/,
      'threading.Thread(target=print).start()': /threads are not available/,
      'subprocess.run(["ls"])': /processes are not available/,
      'os.fork()': /system calls are not available/,
    };
    for (const [attempt, expected] of Object.entries(attempts)) {
      const { detail } = await outputOf(`import os, socket, subprocess, threading\ndef f(): ${attempt}`);
      expect(detail).toMatch(expected);
    }
  });

  test('deep recursion of any kind is an error, and no crash of the process', async () => {
    const recursions = [
      'def f(): return f()',
      'import sys\nsys.setrecursionlimit(10 ** 6)\ndef f(): return f()',
      'def f():\n    x = []\n    for _ in range(10 ** 5): x = [x]\n    return repr(x)',
      'def f(): return eval("(" * 150 + "-" * 10 ** 4 + "1" + ")" * 150)',
      'class A:\n    def __getattr__(self, n): return getattr(self, n + "x")\ndef f(): return A().y',
    ];
    for (const code of recursions)
      expect(['error', 'timeout', 'out-of-memory']).toContain((await outputOf(code)).verdict);
  });

  test('a loop that nothing inside can stop is killed, and the next program finds a new process', async () => {
    expect((await outputOf('def f(): return sum(range(10 ** 12))')).verdict).toBe('timeout');
  });
});

/** For code that runs in a locked process although WebAssembly gave it no way to. */
describe('JavaScript in a locked process', () => {
  test.each([
    ['code from strings', "Function('return 1')()"],
    ['eval', "(0, eval)('1')"],
    ['the process object', 'globalThis.process.pid'],
    ['fetch', "await fetch('http://127.0.0.1')"],
    ['a socket', "(await import('node:net')).connect(80, '127.0.0.1')"],
    ['a class of sockets', "new (await import('node:net')).Socket().connect(80)"],
    ['a datagram', "(await import('node:dgram')).createSocket('udp4').send('x', 9, '127.0.0.1')"],
    ['a look-up', "(await import('node:dns')).lookup('localhost', () => {})"],
    ['a request', "(await import('node:http')).get('http://127.0.0.1')"],
    ['a tls connection', "(await import('node:tls')).connect(443)"],
    ['a child process', "(await import('node:child_process')).execSync('id')"],
    ['a worker', "new (await import('node:worker_threads')).Worker('1', { eval: true })"],
    ['a new context', "(await import('node:vm')).runInNewContext('1')"],
    ['internals', "(await import('node:process')).default.binding('tcp_wrap')"],
    ['signals', "(await import('node:process')).default.kill(1, 0)"],
    ['an add-on', "(await import('node:process')).default.dlopen({}, '/x.node')"],
    ['a file of the host', "(await import('node:fs')).readFileSync('/etc/hostname')"],
    ['a written file', "(await import('node:fs')).writeFileSync('/tmp/mutagree-escaped', 'x')"],
    ['an inspector', "(await import('node:inspector')).open(9229)"],
    ['require', "(await import('node:module')).createRequire('/x')('node:net').connect(80)"],
  ])('%s is refused', async (_name, expression) => {
    const folder = await tempDir();
    const script = join(folder, 'attack.mjs');
    await writeFile(
      script,
      `import { writeSync } from 'node:fs';
const exit = process.reallyExit.bind(process);
const { removeHostAccess } = await import(${JSON.stringify(lockdown)});
removeHostAccess();
let outcome = 'reached';
try { ${expression}; } catch (error) { outcome = 'refused'; }
writeSync(1, outcome);
exit(0);`,
    );
    const args = ['--experimental-permission', `--allow-fs-read=${folder}`, `--allow-fs-read=${lockdown}`];
    const more = ['--disallow-code-generation-from-strings', '--no-addons', '--no-warnings', script];
    expect((await promisify(execFile)(process.execPath, [...args, ...more])).stdout).toBe('refused');
  });
});

test.skipIf(process.platform !== 'linux')(
  'nothing outlives a killed parent, not even a loop of the interpreter',
  async () => {
    const script = await tempPath('parent.mts');
    const source = join(packageRoot(), 'src', 'sandbox', 'wasm', 'wasm-sandbox.ts');
    await writeFile(
      script,
      `import { wasmSandbox } from ${JSON.stringify(source)};
const sandbox = await wasmSandbox.open({ jobs: 1 });
const suite = { id: 's', entryPoint: 'f', tests: [{ id: '0', body: { kind: 'assertion', code: 'assert f() == 1' } }] };
const run = (code: string) => sandbox.run({ id: 'x', code, suite, limits: { timeoutMs: 60_000, memoryMib: 256 } } as never, new AbortController().signal);
await run('def f(): return 1');
process.stdout.write('ready');
await run('def f(): return sum(range(10 ** 13))');`,
    );
    const parent = spawn(process.execPath, ['--import', 'tsx', script], {
      cwd: packageRoot(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await new Promise((resolve) => parent.stdout.once('data', resolve));
      await new Promise((resolve) => setTimeout(resolve, 500));
      const children = await childrenOf(parent.pid as number);
      expect(children.length).toBeGreaterThanOrEqual(2);
      parent.kill('SIGKILL');
      // The loop's own limit is a minute.
      await vi.waitFor(() => expect(children.filter((pid) => isProcessAlive(pid))).toEqual([]), {
        timeout: 5000,
        interval: 100,
      });
    } finally {
      parent.kill('SIGKILL');
    }
  },
  300_000,
);

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', `${pid}`]);
  return stdout
    .split('\n')
    .filter((line) => line.includes('host.mjs'))
    .map((line) => Number.parseInt(line, 10));
}
