import { expect, test } from 'vitest';
import { MutagreeError } from '../../../src/core/errors.ts';
import { evalPlusFormat } from '../../../src/datasets/formats/eval-plus-format.ts';
import { evalPlusComparison } from '../../../src/datasets/formats/eval-plus-inputs.ts';
import { examplesOf, loadFrom } from '../example-files.ts';

const [double, sumAll] = examplesOf('eval-plus');
const load = loadFrom(evalPlusFormat, 'tasks.jsonl');

test('reads a continued prompt and a told one, and keeps their base tests from passing for the official ones', () => {
  expect(load(double).tasks[0]).toMatchObject({ entryPoint: 'double', completesPrompt: true });
  expect(load(sumAll).tasks[0]).toMatchObject({ entryPoint: 'sum_all', completesPrompt: false });
  const { tests, answeredBy, reference } = load(double).oracles.open('Example/0');
  expect(tests.map(({ part, body }) => [part, body.kind])).toEqual([
    ['base', 'calls'],
    ['plus', 'calls'],
  ]);
  // The contract checks inputs; it is not part of what the reference answers.
  expect(reference).toBe(`${double.prompt}${double.canonical_solution}`);
  expect(answeredBy).toEqual([reference]);
});

test('an assertion follows, and a contract apart from its function is refused', () => {
  const renames = { sum_all: 'solve_task', values: 'arg_a' };
  const rewritten = evalPlusFormat.rewrite(sumAll, { promptText: 'new', renames });
  expect(rewritten.assertion).toBe('\nassert solve_task([1, 2]) == 3\n');
  expect(rewritten.canonical_solution).toBe('\ndef solve_task(arg_a):\n    return sum(arg_a)\n');
  const withContract = { ...sumAll, contract: '  assert isinstance(values, list)\n' };
  expect(() => evalPlusFormat.rewrite(withContract, { promptText: 'new', renames })).toThrow(MutagreeError);
});

test('numbers reach Python as the file spells them, 64 calls per cell', () => {
  const many = Array.from({ length: 65 }, (_, at) => `[${at}.0]`);
  const text = `{"task_id": "Example/0", "base_input": [[1.0], [12345678901234567890, "]"]], "plus_input": [${many.join(',')}]}`;
  const { tests } = evalPlusFormat
    .load([{ value: { ...double, base_input: [[1]], plus_input: [[0]] }, file: 'tasks.jsonl', line: 1, text }])
    .oracles.open('Example/0');
  expect(tests.map(({ body }) => (body.kind === 'calls' ? [body.count, body.inputs.slice(0, 40)] : null))).toEqual([
    [2, '[[1.0],[12345678901234567890, "]"]]'],
    [64, `[${many.slice(0, 8).join(',')}`.slice(0, 40)],
    [1, '[[64.0]]'],
  ]);
});

test.each([
  ['HumanEval/32', 'find_zero', 'root', 0],
  ['Mbpp/2', 'similar_elements', 'members', 0],
  ['Mbpp/164', 'are_equivalent', 'any', 0],
  ['Mbpp/794', 'renamed', 'presence', 0],
  ['Mbpp/295', 'sum_div', 'equal', 1],
  ['HumanEval/2', 'Mbpp/2', 'equal', 0],
])('%s %s is judged by the rule "%s"', (taskId, entryPoint, rule, alternatives) => {
  const judged = evalPlusComparison(taskId, entryPoint, 0);
  expect(judged.comparison.rule).toBe(rule);
  expect(judged.alternatives).toHaveLength(alternatives);
});
