import { expect, test } from 'vitest';
import { DatasetError } from '../../../src/core/errors.ts';
import { ds1000Format } from '../../../src/datasets/formats/ds-1000-format.ts';
import { examplesOf, loadFrom } from '../example-files.ts';

const [order, count] = examplesOf('ds-1000');
const load = loadFrom(ds1000Format, 'tasks.jsonl');

test("a task's id is the problem's number; its library is loaded once", () => {
  expect(load(order).tasks[0]).toMatchObject({ id: '0', entryPoint: null, completesPrompt: false });
  const pandas = { ...order, metadata: { ...(order['metadata'] as object), library: 'Pandas' } };
  expect(load(pandas).tasks[0]?.preload).toEqual(['numpy', 'pandas']);
});

test('the context runs with the solution, and its look at the text where it has one', () => {
  const [execution] = load(order).oracles.open('0').tests;
  const [both] = load(count).oracles.open('1').tests;
  expect(execution?.body).toMatchObject({ kind: 'in-process', form: 'script' });
  expect(JSON.stringify(execution?.body)).toMatch(/test_execution\(solution\)\\n"/);
  expect(JSON.stringify(both?.body)).toMatch(/test_execution\(solution\)\\ntest_string\(solution\)\\n"/);
});

test("a prompt's variable is renamed around the gap and in the reference, and nowhere else", () => {
  const rewritten = ds1000Format.rewrite(order, { promptText: 'new', renames: { row_values: 'table' } });
  expect(rewritten).toMatchObject({ prompt: 'new', reference_code: 'ordered = sorted(table)' });
  expect(rewritten['code_context']).toContain('table = test_input\n[insert]\nresult = ordered');
  expect(String(rewritten['code_context']).replace('table = test', 'row_values = test')).toBe(order['code_context']);
});

test.each([
  ['a name that the tests look up', { result: 'outcome' }],
  ['the input of the tests', { test_input: 'given' }],
])('refuses to rename %s', (_, renames) => {
  expect(() => ds1000Format.rewrite(order, { promptText: 'new', renames: renames as Record<string, string> })).toThrow(
    expect.objectContaining({ code: 'rewrite-refused' }),
  );
});

test.each([{ code_context: 'x = 1' }, { prompt: '' }, { metadata: {} }, { reference_code: null }])(
  'a record with %j is an error',
  (wrong) => expect(() => load({ ...order, ...wrong })).toThrow(DatasetError),
);
