import { expect, test } from 'vitest';
import { plainFormat } from '../../../src/datasets/formats/plain-format.ts';
import { examplesOf, loadFrom, plainTestedRecord } from '../example-files.ts';

const [text, code] = examplesOf('plain');
const load = loadFrom(plainFormat, 'plain.jsonl');

test('prompts in words have no entry point, prompts in code have their last function', () => {
  const { entry_point: _, ...unnamed } = code;
  const { tasks } = load(text, code, { ...unnamed, id: 'c' });
  expect(tasks.map(({ entryPoint, completesPrompt }) => [entryPoint, completesPrompt])).toEqual([
    [null, false],
    ['add', true],
    ['add', true],
  ]);
});

test('tests are assertions, methods of unittest classes, or test functions', () => {
  const { tasks, oracles } = load(plainTestedRecord);
  expect(tasks[0]).toMatchObject({ id: 'c', entryPoint: 'double' });
  expect(oracles.open('c').tests.map(({ body }) => body)).toMatchObject([
    { kind: 'assertion', code: 'assert double(2) == 4' },
    { kind: 'method', method: 'TestDouble.test_zero' },
    { kind: 'assertion', code: expect.stringMatching(/\ntest_text\(\)\n$/) },
  ]);
});

test('a module of tests, and human-eval check functions; no id is needed', () => {
  const module = 'def test_a():\n    assert f(1) == 1\n\ndef test_b():\n    assert f(2) == 2\n';
  const check = 'def check(candidate):\n    assert candidate(1) == 1\n';
  const { tasks, oracles } = load(
    ...[module, check].map((tests) => ({ prompt: 'def f(x):\n    """Return x."""\n', tests })),
  );
  expect(tasks.map(({ id }) => id)).toEqual(['1', '2']);
  expect(plainFormat.recognises({ task_id: 'a', prompt: 'Add.' })).toBe(true);
  expect(plainFormat.recognises({ task_id: 'a', prompt: 'Add.', entry_pont: 'f' })).toBe(false);
  expect(oracles.open('1').tests.map(({ body }) => body)).toMatchObject([
    { code: `${module}\ntest_a()\n` },
    { code: `${module}\ntest_b()\n` },
  ]);
  expect(oracles.open('2').tests[0]?.body).toMatchObject({ code: `${check}\ncheck(f)\n` });
});

test.each([
  [['assert f(1'], 'field "tests[0]" is not valid Python'],
  ['def test_a(tmp_path):\n    assert f(1)\n', 'field "tests" has the test "test_a" with parameters'],
  [[], 'field "tests" is an empty list'],
])('the tests %j are refused', (tests, message) => {
  expect(() => load({ ...code, tests })).toThrow(message);
});

test('tests follow a renaming', () => {
  const mutation = { promptText: 'new', renames: { double: 'solve_task', value: 'arg_a' } };
  const tests = plainFormat.rewrite(plainTestedRecord, mutation)['tests'] as string[];
  expect(tests[0]).toBe('assert solve_task(2) == 4');
  expect(tests[1]).toContain('self.assertEqual(solve_task(arg_a=0), 0)');
});

test('numbers are fine as ids, and a null reference is none', () => {
  expect(load({ id: 7, prompt: 'Sort a list.', reference: null }).tasks[0]?.id).toBe('7');
});

test('input and output pairs of a program that reads stdin', () => {
  const tests = [
    { stdin: '1\n', stdout: '2\n' },
    { input: '2', output: '3' },
    { stdin: '', expected_output: 'none' },
  ];
  const { oracles } = load({ id: 'a', prompt: 'Read a number and print the next one.', tests });
  expect(oracles.open('a').tests.map(({ body }) => body)).toEqual([
    { kind: 'stdio', stdin: '1\n', expectedStdout: '2\n' },
    { kind: 'stdio', stdin: '2', expectedStdout: '3' },
    { kind: 'stdio', stdin: '', expectedStdout: 'none' },
  ]);
  const mixed = { id: 'a', prompt: 'Read.', tests: ['assert True', ...tests] };
  expect(plainFormat.rewrite(mixed, { promptText: 'Scan.', renames: {} })).toEqual({ ...mixed, prompt: 'Scan.' });
});

test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
  ['a pair for a function', { entry_point: 'f', tests: [{ input: '1', output: '2' }] }, /is an input with its output/],
  ['a pair with values', { tests: [{ input: [1], output: 2 }] }, /is not a test; its fields: input, output/],
  ['half a pair', { tests: [{ stdin: '1' }] }, /tests\[0\]" is not a test; its fields: stdin/],
  ['tests under another name', { examples: [{ input: '1', output: '2' }] }, /field "examples" is not read/],
  ['test cases', { test_cases: ['assert f(1) == 1'] }, /field "test_cases" is not read/],
  ['a number', { tests: 3 }, /"tests" is a number; expected text or a list/],
])('refuses %s with a word', (_, fields, message) => {
  expect(() => load({ id: 'a', prompt: 'Write it.', ...fields })).toThrow(message);
});
