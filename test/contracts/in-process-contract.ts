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

/** A task as the authors of DS-1000 write them; ours. */
const SCRIPT = `import numpy as np
def generate_test_case(number):
    given = np.arange(3 + number)
    return given, given * 2
def exec_test(result, ans):
    try:
        np.testing.assert_array_equal(result, ans)
        return 1
    except AssertionError:
        return 0
exec_context = r"""
import numpy as np
a = test_input
[insert]
"""
def test_execution(solution):
    code = exec_context.replace("[insert]", solution)
    for i in range(2):
        test_input, expected_result = generate_test_case(i + 1)
        test_env = {"test_input": test_input}
        exec(code, test_env)
        assert exec_test(test_env["result"], expected_result)
test_execution(solution)
`;
const ENDS_ITS_PROCESS = 'import os\nos._exit(0)';

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

    test('what tests lend to a program: mocks, streams, functions and objects of their own', async () => {
      const module = `import unittest, io
from unittest.mock import patch, MagicMock
class Answer:
    text = 'found'
    def json(self):
        return {'a': [1]}
class TestCases(unittest.TestCase):
    @patch('urllib.request.urlopen')
    def test_mock(self, opened):
        opened.return_value = Answer()
        self.assertEqual(fetch('u'), ('found', {'a': [1]}))
        opened.assert_called_once_with('u')
    def test_stream(self):
        self.assertEqual(first(io.StringIO('one\\ntwo')), 'one')
    def test_function(self):
        seen = []
        self.assertEqual(each([1, 2], lambda item: seen.append(item) or item * 2), [2, 4])
        self.assertEqual(seen, [1, 2])
    def test_handed_on(self):
        self.assertEqual(read(lambda: (item for item in [1, 2]), lambda items: list(items)), [1, 2])
    def test_named_tuple(self):
        self.assertEqual(total(point(1)), 3)
        self.assertEqual(count({'a': 1}.keys()), 1)
    def test_changed_in_place(self):
        items = [3, 1]
        self.assertIs(order(items), items)
        self.assertEqual(items, [1, 3])
    def test_printed(self):
        with patch('sys.stdout', new_callable=io.StringIO) as out:
            greet()
        self.assertEqual(out.getvalue(), 'hello\\n')
    def test_raised(self):
        with self.assertRaises(KeyError) as caught:
            fetch(None)
        self.assertEqual(caught.exception.args, ('no address',))
`;
      const code = `import collections, urllib.request
def fetch(address):
    if address is None: raise KeyError('no address')
    answer = urllib.request.urlopen(address)
    return answer.text, answer.json()
Point = collections.namedtuple('Point', 'x y')
def point(x): return Point(x, 2)
def total(at): return at.x + at.y
def count(items): return len(items)
def read(opened, reader): return reader(opened())
def first(stream): return stream.readline().strip()
def each(items, function): return [function(item) for item in items]
def order(items):
    items.sort()
    return items
def greet(): print('hello')
`;
      expect(await run(code, { module })).toEqual({ verdict: 'pass', detail: null, weak: true });
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
      expect(await run(code, { module })).toEqual({ verdict: 'pass', detail: null, weak: true });
      // A name that the program lacks is not a name of the tests', either, as in the authors' harness.
      const lacking = code.replace('from math import sqrt', '').replace('sqrt(x)', 'x ** 0.5');
      expect((await run(lacking, { module })).detail).toContain("name 'sqrt' is not defined");
    });

    test('a script compares arrays', async () => {
      const script = (code: string) => run(code, { form: 'script', module: SCRIPT });
      const honest = await script('result = a * 2');
      if (honest.detail?.includes("No module named 'numpy'")) return;
      expect(honest.verdict).toBe('pass');
      expect((await script('result = a * 3')).verdict).toBe('fail');
      expect((await script(ENDS_ITS_PROCESS)).verdict).toBe('error');
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

    test('a package that is not there is no failure of the program', async () => {
      expect(await run(RIGHT, {}, ['no_such_package'])).toMatchObject({
        verdict: 'not-run',
        detail: 'the sandbox lacks the Python package no_such_package',
      });
    });
  });
}
