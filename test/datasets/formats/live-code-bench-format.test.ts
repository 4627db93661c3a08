import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveCodeBenchFormat } from '../../../src/datasets/formats/live-code-bench-format.ts';
import { readDataset } from '../../../src/datasets/read-dataset.ts';
import { packageRoot } from '../../../src/package-root.ts';
import { exampleRecords } from '../example-files.ts';

const [program, method] = exampleRecords['live-code-bench'] as NonNullable<(typeof exampleRecords)[string]>;

const load = (value: Readonly<Record<string, unknown>>) =>
  liveCodeBenchFormat.load([{ value, file: 'tasks.jsonl', line: 1 }]).tasks[0];

test('a statement is a program that reads its input, or a method of the starter code', () => {
  expect(load(program)).toMatchObject({ id: 'x_1', entryPoint: null, date: '2024-05-13', completesPrompt: false });
  expect(load(method)).toMatchObject({ entryPoint: 'sumAll', date: '2024-06-01' });
  expect(load(method)?.prompt.text).toBe(method.question_content);
  expect(load(method)?.reservedNames).toEqual(expect.arrayContaining(['nums', 'Solution', 'List']));
});

test('tests are input and output, or calls of a method; public ones first', () => {
  const { oracles } = liveCodeBenchFormat.load([
    { value: program, file: 'tasks.jsonl', line: 1 },
    { value: method, file: 'tasks.jsonl', line: 2 },
  ]);
  expect(oracles.open('x_1').tests.map(({ body }) => body)).toEqual([
    { kind: 'stdio', stdin: '1 2\n', expectedStdout: '3\n', comparison: 'decimals' },
    { kind: 'stdio', stdin: '2 5\n', expectedStdout: '7\n', comparison: 'decimals' },
  ]);
  expect(oracles.open('x_2').tests.map(({ body }) => body)).toMatchObject([
    { kind: 'calls', target: 'Solution.sumAll', inputs: '[[[1, 2]]]', expected: [{ form: 'json', text: '[3]' }] },
    { kind: 'calls', target: 'Solution.sumAll', inputs: '[[[4, 5]]]', expected: [{ form: 'json', text: '[9]' }] },
  ]);
});

test('arguments stand on a line each, spelled as in the file', () => {
  const cases = [{ input: '[1.0, 2]\n"a,b"\n', output: '1.50', testtype: 'functional' }];
  const value = { ...method, public_test_cases: cases, private_test_cases: '[]' };
  const { oracles } = liveCodeBenchFormat.load([{ value, file: 'tasks.jsonl', line: 1 }]);
  expect(oracles.open('x_2').tests[0]?.body).toMatchObject({
    inputs: '[[[1.0, 2],"a,b"]]',
    expected: [{ form: 'json', text: '[1.50]' }],
  });
});

test.each([
  [
    'public_test_cases',
    [{ input: '1', output: 2, testtype: 'stdin' }],
    'field "public_test_cases[0].output" is a number',
  ],
  [
    'public_test_cases',
    [{ input: 'x', output: '2', testtype: 'functional' }],
    '"public_test_cases[0].input" is not JSON: "x"',
  ],
  ['private_test_cases', 'gASVDw==', 'field "private_test_cases" is base64, but no whole zlib stream'],
  ['private_test_cases', 'what?', 'field "private_test_cases" is neither JSON nor base64'],
  ['metadata', '[', 'field "metadata" is not JSON of an object'],
])('a wrong %s is named', (field, broken, message) => {
  expect(() => load({ ...method, [field]: broken })).toThrow(message);
});

test('starter code and metadata follow a renamed method; the tests stay packed', () => {
  const rewritten = liveCodeBenchFormat.rewrite(method, { promptText: 'new', renames: { sumAll: 'solve_task' } });
  expect(rewritten).toEqual({
    ...method,
    question_content: 'new',
    starter_code: 'class Solution:\n    def solve_task(self, nums: List[int]) -> int:\n        ',
    metadata: '{"func_name": "solve_task"}',
  });
});

test.each([
  ['a parameter', method, { nums: 'arg_a' }],
  ['a function of a program', program, { solve: 'run' }],
])('refuses to rename %s', (_what, value, renames) => {
  expect(() =>
    liveCodeBenchFormat.rewrite(value, { promptText: 'new', renames: renames as Record<string, string> }),
  ).toThrow(expect.objectContaining({ code: 'rewrite-refused' }));
});

test('a wrong date is named', () => {
  expect(() => load({ ...program, contest_date: 'May' })).toThrow('field "contest_date" does not begin with a date');
});

const file = join(packageRoot(), '../shared/formats/livecodebench.jsonl');
test.skipIf(!existsSync(file))(
  'every real statement has its samples and limits apart from its running text',
  async () => {
    const { tasks } = await readDataset(file);
    for (const { id, prompt } of tasks) {
      const kinds = prompt.regions.map(({ kind }) => kind);
      expect(kinds, id).toContain('example');
      expect(kinds, id).toContain('constraint');
      const prose = prompt.regions.filter(({ kind }) => kind === 'prose');
      const lines = prose.flatMap(({ start, end }) => prompt.text.slice(start, end).split('\n'));
      expect(
        lines.filter((line) => /^\s*[\d\s.,[\]-]*\d[\d\s.,[\]-]*$/.test(line)),
        id,
      ).toEqual([]);
    }
  },
);
