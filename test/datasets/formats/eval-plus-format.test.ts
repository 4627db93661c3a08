import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guards } from '../../../mutators/guards/index.ts';
import { selectMutators } from '../../../mutators/index.ts';
import { MutagreeError } from '../../../src/core/errors.ts';
import { evalPlusComparison } from '../../../src/datasets/formats/eval-plus-comparison.ts';
import { evalPlusFormat } from '../../../src/datasets/formats/eval-plus-format.ts';
import { humanEvalFormat } from '../../../src/datasets/formats/human-eval-format.ts';
import { readDataset } from '../../../src/datasets/read-dataset.ts';
import { packageRoot } from '../../../src/package-root.ts';
import { mutatePrompts } from '../../../src/pipeline/2-mutate/mutate-prompts.ts';
import { exampleRecords } from '../example-files.ts';
import { failuresOf } from '../run-official-tests.ts';

const [double, sumAll] = exampleRecords['eval-plus'] as NonNullable<(typeof exampleRecords)[string]>;

const load = (value: Readonly<Record<string, unknown>>) =>
  evalPlusFormat.load([{ value, file: 'tasks.jsonl', line: 1 }]);

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

test('the contract follows a renamed parameter, all other fields stay', () => {
  const rewritten = evalPlusFormat.rewrite(double, { promptText: 'new', renames: { x: 'arg_a' } });
  expect(rewritten.contract).toBe('\n    assert isinstance(arg_a, int), "invalid inputs" # $_CONTRACT_$\n');
  expect(rewritten.canonical_solution).toBe('    return 2 * arg_a\n');
  expect(rewritten.test).toContain('candidate(arg_a=3)');
  const { base_input, plus_input, atol, task_id } = double;
  expect(rewritten).toMatchObject({ base_input, plus_input, atol, task_id });
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

/** References as EvalPlus builds them, on their base tests: the contract stands between prompt and solution. */
function failuresWithContracts(values: readonly Readonly<Record<string, unknown>>[]): Record<string, string> {
  const records = values.map((value, at) => ({
    value: { ...value, canonical_solution: `${value.contract}${value.canonical_solution}` },
    file: 'tasks.jsonl',
    line: at + 1,
  }));
  return failuresOf(humanEvalFormat.load(records));
}

const file = join(packageRoot(), '../shared/formats/humanevalplus.jsonl.gz');
describe.skipIf(!existsSync(file))('82 tasks of HumanEval+ (skipped without the folder ../shared)', () => {
  test.each(['name-func-neutral', 'name-param-rename'])(
    'references pass their tests after %s',
    async (name) => {
      const dataset = await readDataset(file);
      const mutators = selectMutators(name);
      const rewritten = dataset.tasks.flatMap((task, at) => {
        const variant = mutatePrompts(task, { mutators, guards, seed: 0, perMutator: 1 }).variants[1];
        const { renames = {} } = variant?.mutation ?? {};
        if (!variant) return [];
        try {
          return [evalPlusFormat.rewrite(dataset.records[at] ?? {}, { promptText: variant.prompt, renames })];
        } catch (error) {
          if (error instanceof MutagreeError && error.code === 'rewrite-refused') return [];
          throw error;
        }
      });
      expect(rewritten.length).toBeGreaterThan(20);
      // HumanEval/116's own tests break its contract, renamed or not.
      const ids = new Set(rewritten.map(({ task_id }) => task_id));
      const originals = dataset.records.filter(({ task_id }) => ids.has(task_id));
      expect(Object.keys(failuresWithContracts(rewritten))).toEqual(Object.keys(failuresWithContracts(originals)));
    },
    120_000,
  );
});
