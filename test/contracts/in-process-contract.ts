import { describe, expect, test } from 'vitest';
import type { InProcessTest } from '../../src/core/program.ts';
import type { SandboxPlugin } from '../../src/core/sandbox.ts';
import { openedSandbox } from '../fakes/sandbox-runs.ts';

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

/** What a sandbox promises of official tests that run beside the program. */
export function inProcessContract(plugin: SandboxPlugin): void {
  describe(`tests beside the program: ${plugin.name}`, () => {
    const { run: runChecks } = openedSandbox(() => plugin.open({ jobs: 1 }));
    async function run(code: string, body: Partial<InProcessTest> = {}, preload: readonly string[] = []) {
      const check: InProcessTest = { kind: 'in-process', form: 'unittest', module: CASES, ...body };
      const { verdicts, details, weak } = await runChecks(code, [check], { preload });
      return { verdict: verdicts[0], detail: details[0] ?? null, weak: weak[0] };
    }
    const PASS = { verdict: 'pass', detail: null, weak: true };
    const script = { form: 'script', module: 'space = {}\nexec(solution, space)\nassert space["f"](3) == 6' } as const;
    const without = { module: 'import unittest\nclass TestCases(unittest.TestCase):\n    pass\n' };

    test.each<[string, string, string, string | null, Partial<InProcessTest>?]>([
      ['a right program, whose calls are mocked', RIGHT, 'pass', null],
      ['one wrong answer', RIGHT.replace('x * 2', '6'), 'fail', "TestCases.test_text: AssertionError: 6 != 'aa'"],
      ['an error', RIGHT.replace('x * 2', 'y'), 'error', 'NameError'],
      ['broken code', 'def f(x) return', 'error', 'SyntaxError'],
      ['code that raises', 'raise ValueError("no")', 'error', 'ValueError: no'],
      ['an endless loop', 'while True: pass', 'timeout', null],
      ['too much memory', RIGHT.replace('x * 2', 'len(bytearray(2 ** 33))'), 'out-of-memory', null],
      ['a class without tests', RIGHT, 'error', 'no test ran', without],
      ['a script that comes to its end', RIGHT, 'pass', null, script],
      ['a script of a wrong program', RIGHT.replace('2', '3'), 'fail', null, script],
      ['a script whose program leaves', 'import sys\nsys.exit(0)', 'error', null, script],
      ['a script whose program ends its process', 'import os\nos._exit(0)', 'error', null, script],
    ])('%s', async (_, code, verdict, detail, body) => {
      const found = await run(code, body);
      expect(found.verdict).toBe(verdict);
      if (detail) expect(found.detail).toContain(detail);
      if (verdict === 'pass') expect(found).toEqual(PASS);
    });

    test('what a module uses and does not import is what the program imports', async () => {
      const module = `import unittest
class TestCases(unittest.TestCase):
    def test_value(self):
        self.assertEqual(later(datetime(2024, 1, 30), 3), date(2024, 2, 2))
        self.assertIsInstance(later(datetime(2024, 1, 30), 3), date)
        self.assertEqual(json.loads(text({'a': 1})), {'a': 1})
        self.assertEqual(root(9), sqrt(9))
`;
      const code = `import json
from datetime import datetime, date, timedelta
from math import sqrt
def later(day, days): return (day + timedelta(days)).date()
def text(value): return json.dumps(value)
def root(x): return sqrt(x)
`;
      expect(await run(code, { module })).toEqual(PASS);
      // A name that the program lacks is not a name of the tests', either, as in the authors' harness.
      const lacking = code.replace('from math import sqrt', '').replace('sqrt(x)', 'x ** 0.5');
      expect((await run(lacking, { module })).detail).toContain("name 'sqrt' is not defined");
    });

    test('what one program leaves behind, the next does not find', async () => {
      await run(
        'import builtins, unittest\nbuiltins.f = 1\nunittest.TestCase.assertEqual = None\nopen("left", "w").close()',
      );
      const clean = `import os\nassert os.listdir(".") == []\n${RIGHT}`;
      expect(await run(clean)).toMatchObject({ verdict: 'pass' });
    });

    test('a package that is not there is no failure of the program', async () => {
      expect(await run(RIGHT, {}, ['no_such_package'])).toMatchObject({
        verdict: 'not-run',
        detail: 'the sandbox lacks the Python package no_such_package',
      });
    });
  });
}
