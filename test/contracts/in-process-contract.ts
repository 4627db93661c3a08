import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '../../src/core/hash.ts';
import type { InProcessTest } from '../../src/core/program.ts';
import type { Sandbox, SandboxPlugin } from '../../src/core/sandbox.ts';

const signal = new AbortController().signal;

const CASES = `
import unittest
from unittest.mock import patch
class TestCases(unittest.TestCase):
    def test_value(self):
        self.assertEqual(f(3), 6)
    def test_text(self):
        self.assertEqual(f('a'), 'aa')
    @patch('time.time', return_value=7)
    def test_mock(self, _):
        self.assertEqual(now(), 7)
`;
const RIGHT = 'import time\ndef f(x):\n    return x * 2\ndef now():\n    return time.time()\n';

/** Programs that must not pass, though none of them is right. */
const FORGERIES: Readonly<Record<string, string>> = {
  'exits at load': 'import os\nos._exit(0)',
  'leaves in a call': 'import sys\ndef f(x): sys.exit(0)\ndef now(): return 7',
  'ends the process in a call': 'import os\ndef f(x): os._exit(0)',
  'prints what a runner prints': 'print("OK")\ndef f(x): print("\\nRan 3 tests in 0.0s\\n\\nOK")\ndef now(): return 7',
  'makes assertions do nothing': `import unittest
for name in dir(unittest.TestCase):
    if name.startswith("assert"): setattr(unittest.TestCase, name, lambda *a, **k: None)
def f(x): return None
def now(): return 7`,
  'makes them do nothing in a call': `import unittest
def f(x):
    unittest.TestCase.assertEqual = lambda *a, **k: None
def now(): return 7`,
  'changes the code of unittest': `import unittest
def nothing(*a, **k): return None
unittest.TestCase.assertEqual.__code__ = nothing.__code__
def f(x): return None
def now(): return 7`,
  'changes the result class': `import unittest
unittest.TestResult.addFailure = lambda *a: None
unittest.TestCase.run = lambda self, result=None: None
def f(x): return None
def now(): return 7`,
  'brings a test class of its own': `import unittest
class TestCases(unittest.TestCase):
    def test_nothing(self): pass
unittest.TestLoader.loadTestsFromTestCase = lambda self, kind: unittest.TestSuite()
def f(x): return None
def now(): return 7`,
  'empties the list of failures': `import sys
def wipe():
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()):
            for field in ("failures", "errors"):
                if isinstance(getattr(value, field, None), list): getattr(value, field).clear()
        frame = frame.f_back
def f(x):
    wipe()
    return None
def now():
    wipe()
    return 7`,
  'writes to every descriptor': `import os
for fd in range(3, 64):
    try: os.write(fd, b"\\x10\\x00\\x00\\x00done")
    except OSError: pass
def f(x): return None
def now(): return 7`,
  'skips its tests': `import unittest
def f(x): raise unittest.SkipTest("no")
def now(): return 7`,
};

/** What a sandbox promises of official tests that run beside the program. */
export function inProcessContract(plugin: SandboxPlugin): void {
  describe(`tests beside the program: ${plugin.name}`, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await plugin.open({ jobs: 1 });
    }, 120_000);
    afterAll(() => sandbox.close());

    async function run(code: string, body: Partial<InProcessTest> = {}, preload: readonly string[] = []) {
      const test: InProcessTest = { kind: 'in-process', form: 'unittest', module: CASES, ...body };
      const content = { tests: [{ id: 'official', body: test }], entryPoint: 'f', preload };
      const suite = { id: hashOf(content), ...content };
      const limits = { timeoutMs: 2000, memoryMib: 256 };
      const { verdicts, details, weak } = await sandbox.run({ id: 'task', code, suite, limits }, signal);
      return { verdict: verdicts[0], detail: details[0] ?? null, weak: weak[0] };
    }

    test('a right program passes, weakly; mocks of what it calls take effect', async () => {
      expect(await run(RIGHT)).toEqual({ verdict: 'pass', detail: null, weak: true });
    });

    test('one wrong answer fails the whole class, and says which', async () => {
      const { verdict, detail } = await run(RIGHT.replace('x * 2', '6'));
      expect(verdict).toBe('fail');
      expect(detail).toContain("TestCases.test_text: AssertionError: 6 != 'aa'");
    });

    test('errors, time-outs, memory and programs that do not load are told apart', async () => {
      expect((await run(RIGHT.replace('x * 2', 'y'))).verdict).toBe('error');
      expect((await run('def f(x) return')).detail).toContain('SyntaxError');
      expect((await run('raise ValueError("no")')).detail).toContain('ValueError: no');
      expect((await run('while True: pass')).verdict).toBe('timeout');
      expect((await run(RIGHT.replace('x * 2', 'len(bytearray(2 ** 33))'))).verdict).toBe('out-of-memory');
    });

    test('a class without tests shows nothing', async () => {
      const module = 'import unittest\nclass TestCases(unittest.TestCase):\n    pass\n';
      expect(await run(RIGHT, { module })).toMatchObject({ verdict: 'error', detail: 'no test ran' });
    });

    test.each(Object.entries(FORGERIES))('a program that %s does not pass', async (_, code) => {
      expect((await run(code)).verdict).not.toBe('pass');
    });

    test('what one program leaves behind, the next does not find', async () => {
      await run(
        'import builtins, unittest\nbuiltins.f = 1\nunittest.TestCase.assertEqual = None\nopen("left", "w").close()',
      );
      const clean = `import os\nassert os.listdir(".") == []\n${RIGHT}`;
      expect(await run(clean)).toMatchObject({ verdict: 'pass' });
    });

    test('a script gets the text of the program, and passes by coming to its end', async () => {
      const module = 'space = {}\nexec(solution, space)\nassert space["f"](3) == 6';
      expect((await run(RIGHT, { form: 'script', module })).verdict).toBe('pass');
      expect((await run(RIGHT.replace('2', '3'), { form: 'script', module })).verdict).toBe('fail');
      expect((await run('import sys\nsys.exit(0)', { form: 'script', module })).verdict).toBe('error');
    });

    describe('one method of a generated module', () => {
      const module = `import unittest
from unittest.mock import patch
LIMIT = 7
class TestF(unittest.TestCase):
    def setUp(self):
        self.x = 3
    def test_value(self):
        self.assertEqual(f(self.x), 6)
    @patch('candidate.time.time', return_value=LIMIT)
    def test_mock(self, _):
        self.assertEqual(now(), 7)
    def test_wrong(self):
        self.assertEqual(f(1), 3)
    def test_skipped(self):
        self.skipTest('no')
`;
      const method = async (name: string, code = RIGHT) =>
        (await run(code, { form: 'method', module, method: `TestF.${name}` })).verdict;

      test('runs alone, with its set-up; patches reach what the program imported', async () => {
        expect(await method('test_value')).toBe('pass');
        expect(await method('test_mock')).toBe('pass');
        expect(await method('test_wrong')).toBe('fail');
        expect(await method('test_skipped')).toBe('error');
        expect(await method('test_gone')).toBe('error');
      });

      test('the module’s own names are not the program’s', async () => {
        expect(await method('test_value', `LIMIT = 2\ndef f(x):\n    return x * LIMIT\n`)).toBe('pass');
      });

      test('a module without methods is the test itself', async () => {
        const whole = (code: string) => run(RIGHT, { form: 'method', method: '', module: code });
        expect((await whole('assert f(3) == 6')).verdict).toBe('pass');
        expect((await whole('assert f(3) == 7')).verdict).toBe('fail');
      });

      test.each(Object.entries(FORGERIES))('a program that %s does not pass', async (_, code) => {
        expect(await method('test_value', code)).not.toBe('pass');
      });
    });

    test('a package that is not there is no failure of the program', async () => {
      expect(await run(RIGHT, {}, ['no_such_package'])).toMatchObject({
        verdict: 'not-run',
        detail: 'the sandbox lacks the Python package no_such_package',
      });
    });
  });
}
