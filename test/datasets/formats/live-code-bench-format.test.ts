import { expect, test } from 'vitest';
import { liveCodeBenchFormat } from '../../../src/datasets/formats/live-code-bench-format.ts';
import { examplesOf, type JsonObject, loadFrom } from '../example-files.ts';

const [program, method] = examplesOf('live-code-bench');

const loadAll = loadFrom(liveCodeBenchFormat, 'tasks.jsonl');
const load = (value: JsonObject) => loadAll(value).tasks[0];

test('a statement is a program that reads its input, or a method of the starter code', () => {
  expect(load(program)).toMatchObject({ id: 'x_1', entryPoint: null, date: '2024-05-13', completesPrompt: false });
  expect(load(method)).toMatchObject({ entryPoint: 'sumAll', date: '2024-06-01' });
  expect(load(method)?.prompt.text).toBe(method.question_content);
  expect(load(method)?.reservedNames).toEqual(expect.arrayContaining(['nums', 'Solution', 'List']));
});

test('tests are input and output, or calls of a method; public ones first', () => {
  const { oracles } = loadAll(program, method);
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
  const { oracles } = loadAll({ ...method, public_test_cases: cases, private_test_cases: '[]' });
  expect(oracles.open('x_2').tests[0]?.body).toMatchObject({
    inputs: '[[[1.0, 2],"a,b"]]',
    expected: [{ form: 'json', text: '[1.50]' }],
  });
});

const testCase = (input: string, output: unknown, testtype: string) => [{ input, output, testtype }];

test.each([
  ['contest_date', 'May', 'field "contest_date" does not begin with a date'],
  ['public_test_cases', testCase('1', 2, 'stdin'), 'field "public_test_cases[0].output" is a number'],
  ['public_test_cases', testCase('x', '2', 'functional'), '"public_test_cases[0].input" is not JSON: "x"'],
  ['private_test_cases', 'gASVDw==', 'field "private_test_cases" is base64, but no whole zlib stream'],
  ['private_test_cases', 'what?', 'field "private_test_cases" is neither JSON nor base64'],
  ['metadata', '[', 'field "metadata" is text that is not JSON'],
])('a wrong %s is named', (field, broken, message) => {
  expect(() => load({ ...method, [field]: broken })).toThrow(message);
});

test.each([
  ['a parameter', method, { nums: 'arg_a' }],
  ['a function of a program', program, { solve: 'run' }],
])('refuses to rename %s', (_what, value, renames) => {
  expect(() =>
    liveCodeBenchFormat.rewrite(value, { promptText: 'new', renames: renames as Record<string, string> }),
  ).toThrow(expect.objectContaining({ code: 'rewrite-refused' }));
});

test('a method that metadata names is renamed there, too, in JSON text and in an object', () => {
  const starter_code = 'class Solution:\n    def total(self, nums: List[int]) -> int:\n        ';
  const renamed = [{ func_name: 'total' }, '{"func_name": "total"}'].map((metadata) => {
    const record = { question_content: 'Sum.', starter_code, metadata };
    return liveCodeBenchFormat.rewrite(record, { promptText: 'Add.', renames: { total: 'sum_all' } }).metadata;
  });
  expect(renamed).toEqual([{ func_name: 'sum_all' }, '{"func_name": "sum_all"}']);
});
