import { expect, test } from 'vitest';
import { humanEvalFormat } from '../../../src/datasets/formats/human-eval-format.ts';
import { examplesOf, loadFrom } from '../example-files.ts';

const [double, quarter] = examplesOf('human-eval');
const load = loadFrom(humanEvalFormat, 'tasks.jsonl');

test('reference and official tests may be missing: mutating needs neither', () => {
  const { tasks, oracles } = load({ ...double, canonical_solution: undefined }, { ...quarter, test: undefined });
  expect(tasks).toHaveLength(2);
  expect(oracles.open(tasks[0]?.id ?? '').reference).toBeUndefined();
  expect(oracles.has(tasks[1]?.id ?? '')).toBe(false);
});

test('the official tests are one check of the entry point, and the reference is complete', () => {
  const oracle = load(double, quarter).oracles.open('Example/1');
  expect(oracle.tests.map(({ body }) => body)).toEqual([
    { kind: 'assertion', code: `${quarter.test}\ncheck(quarter)` },
  ]);
  expect(oracle.reference).toBe(`${quarter.prompt}${quarter.canonical_solution}`);
  expect(oracle.timeoutMs).toBe(3000);
});

test('a task carries the names of its solution and tests, but no piece of their text', () => {
  const [, task] = load(double, quarter).tasks;
  expect(task?.reservedNames).toEqual(expect.arrayContaining(['half', 'x', 'METADATA', 'check', 'lambda', 'len']));
  const { prompt, ...rest } = task as NonNullable<typeof task>;
  expect(prompt.text).toBe(quarter.prompt);
  expect(JSON.stringify(rest)).not.toContain('half(half');
  expect(JSON.stringify(rest)).not.toContain('assert candidate');
});

test('a prompt in plain words is not continued by its solution', () => {
  const words = { prompt: 'Write double(x), which returns twice x.', canonical_solution: 'def double(x): ...' };
  const { tasks, oracles } = load({ ...double, ...words });
  expect(tasks[0]?.completesPrompt).toBe(false);
  expect(oracles.open('Example/0').reference).toBe('def double(x): ...');
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['missing', { entry_point: undefined }, 'field "entry_point" is missing; expected text'],
  ['null', { prompt: null }, 'field "prompt" is null; expected text'],
  ['empty', { prompt: ' \n' }, 'field "prompt" is empty; expected text'],
  ['a list', { canonical_solution: [] }, 'field "canonical_solution" is a list; expected text'],
  ['a fraction as id', { task_id: 1.5 }, 'field "task_id" is a number; expected text or a whole number'],
  ['an empty id', { task_id: '' }, 'field "task_id" is empty; expected text'],
  ['no name', { entry_point: 'a b' }, 'field "entry_point" is not a name that Python allows'],
  ['another function', { entry_point: 'x3' }, 'field "entry_point" is "x3", but the prompt defines only "quarter"'],
  ['no check function', { test: 'assert quarter(4) == 1' }, 'field "test" does not define check(candidate)'],
])('wrong fields are named in plain words:: %s', (_, change, message) => {
  expect(() => load(double, { ...quarter, ...change })).toThrow(
    expect.objectContaining({
      name: 'DatasetError',
      message: `tasks.jsonl line 2: ${message}`,
      hint: expect.any(String),
      place: expect.objectContaining({ file: 'tasks.jsonl', line: 2 }),
    }),
  );
});
