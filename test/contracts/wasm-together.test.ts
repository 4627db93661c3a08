import { expect, test } from 'vitest';
import { wasmSandbox } from '../../src/sandbox/wasm/wasm-sandbox.ts';
import { openedSandbox } from '../fakes/sandbox-runs.ts';

const PROGRAM = 'def f(x):\n    return x * 2';
/** Nothing that the value lane compares. */
const OUTSIDE = 'class Outside:\n    pass\n';

/** Each answers "kept" where it finds what a cell before it has left; modules and built-ins are in the sandbox contract. */
const LEAVERS: Readonly<Record<string, string>> = {
  'a file':
    "try: return open('/tmp/k').read()\n    except OSError: open('/tmp/k', 'w').write('kept')\n    return 'new'",
  'the folder that it stands in':
    "if os.getcwd() != '/tmp': return 'kept'\n    os.mkdir('/tmp/d')\n    os.chdir('/tmp/d')\n    return 'new'",
  'a descriptor': "try: os.fstat(9)\n    except OSError: os.dup2(1, 9)\n    else: return 'kept'\n    return 'new'",
  'the time of its scratch folder':
    "if os.stat('/tmp').st_mtime == 5: return 'kept'\n    os.utime('/tmp', (5, 5))\n    return 'new'",
  'rights of what was there':
    "for path in ('/lib', '/dev/urandom', '/dev/stdin'):\n        try: os.chmod(path, 0)\n        except OSError: pass\n        else: return 'kept'\n    return 'new'",
};

const limits = { timeoutMs: 800, memoryMib: 128 };
const { run: runIn } = openedSandbox(() => wasmSandbox.open({ jobs: 1 }), limits);
const run = (tests: readonly string[], code = PROGRAM) => runIn(code, tests);

test('leave nothing to the next one', async () => {
  const dirty =
    'import builtins, json, os, sys\nbuiltins.MARK = json.MARK = 1\nopen("/tmp/mark", "w").write("x")\n' +
    'os.environ["MARK"] = "1"\nos.chdir("/")\nsys.setrecursionlimit(5000)\nassert f(2) == 4';
  const clean =
    'import builtins, json, os, sys\nassert not hasattr(builtins, "MARK") and not hasattr(json, "MARK")\n' +
    'assert os.listdir("/tmp") == [] and "MARK" not in os.environ and sys.getrecursionlimit() == 1000\nassert f(2) == 4';
  const { verdicts, details } = await run([OUTSIDE + dirty, OUTSIDE + clean, OUTSIDE + dirty, OUTSIDE + clean]);
  expect({ verdicts, details }).toEqual({ verdicts: Array(4).fill('pass'), details: Array(4).fill(null) });
});

test.each(Object.entries(LEAVERS))('no cell finds %s of another', async (_, body) => {
  const tests = [1, 2, 3].map((x) => `assert f(${x}) == 'new'`);
  const { verdicts, details } = await run(tests, `import os\ndef f(x):\n    ${body}\n`);
  expect({ verdicts, details }).toEqual({ verdicts: ['pass', 'pass', 'pass'], details: [null, null, null] });
});

test('see no other test, no suite and no judge that knows any', async () => {
  const look =
    'import gc, sys\nfound = [o for o in gc.get_objects() if type(o).__name__ == "Suite"]\nassert not found\n' +
    'judge = sys.modules.get("judge_side")\nassert judge is None or not judge.judge.suites\nassert f(2) == 4';
  const { verdicts, details } = await run([OUTSIDE + look, 'assert f(123456) == "a secret of another test"']);
  expect({ verdict: verdicts[0], detail: details[0] }).toEqual({ verdict: 'pass', detail: null });
});

test.each([
  ['ends its process', 'import os\nos._exit(0)', 'error'],
  ['never ends', 'while True: pass', 'timeout'],
  ['sleeps', 'import time\ntime.sleep(1000)', 'timeout'],
  ['is in one long operation', 'len(str(7 ** (10 ** 8)))', 'timeout'],
  ['takes all memory', 'x = bytearray(1 << 30)', 'out-of-memory'],
  ['asks without reading the answer', 'import os\nfor _ in range(50): os.write(3, b"\\x01\\0\\0\\0x")', 'error'],
  ['writes a length that nothing has', 'import os\nos.write(3, b"\\xfe\\xff\\xff\\xff")', 'error'],
  ['goes deeper than the stack', 'x = []\nfor _ in range(10 ** 5): x = [x]\nrepr(x)', 'error'],
])('a test that %s is a loss of its own cell alone', async (_name, code, expected) => {
  const { verdicts } = await run([
    `${OUTSIDE}${code}\nassert f(1) == 2`,
    `${OUTSIDE}assert f(1) == 2`,
    'assert f(1) == 2',
  ]);
  expect(verdicts).toEqual([expected, 'pass', 'pass']);
});

test('a program that ends while a test holds it says how it ended', async () => {
  const program = 'import os\ndef f(x):\n    if x == 1: os._exit(3)\n    while x == 2: pass\n    return x';
  const tests = [1, 2, 3].map(
    (x) => `${OUTSIDE}try:\n    f(${x})\nexcept BaseException as e:\n    raise\nassert f(3) == 3`,
  );
  const { verdicts, details } = await run(tests, program);
  expect(verdicts).toEqual(['error', 'timeout', 'pass']);
  expect(details[0]).toMatch(/exit code 3/);
});

test('frames that a program makes up stay in its own cell', async () => {
  const program =
    'import os\ndef f(x):\n    if x == 1:\n        for _ in range(20): os.write(3, b"\\x02\\0\\0\\0vT")\n    return x * 2';
  const { verdicts } = await run(
    [`${OUTSIDE}assert f(1) == 3`, `${OUTSIDE}assert f(2) == 4`, 'assert f(2) == 4'],
    program,
  );
  expect(verdicts[0]).not.toBe('pass');
  expect(verdicts.slice(1)).toEqual(['pass', 'pass']);
});
