import { expect, test } from 'vitest';
import { readDataset } from '../../../src/datasets/read-dataset.ts';
import { exampleRecords, temporaryFile } from '../example-files.ts';

const records = exampleRecords['coder-eval'] ?? [];
const read = async (content: string) => readDataset(await temporaryFile('CoderEval4Python.json', content));

test.each([
  ['on one line', JSON.stringify({ RECORDS: records })],
  ['as a database exports it', JSON.stringify({ RECORDS: records }, null, '\t')],
  ['one per line', records.map((record) => JSON.stringify(record)).join('\n')],
])('reads its records, %s', async (_, content) => {
  const { format, tasks, oracles } = await read(content);
  expect(format).toBe('coder-eval');
  expect(tasks.map(({ entryPoint }) => entryPoint)).toEqual(['padded', 'clock_of']);
  expect(oracles.open(tasks[0]?.id ?? '').reference).toBe(records[0]?.['code']);
});

test('has no official tests where the record has none, as in the file that its authors publish', async () => {
  const { tasks, oracles } = await read(JSON.stringify({ RECORDS: records.map((each) => ({ ...each, test: null })) }));
  expect(tasks.map(({ id }) => oracles.has(id))).toEqual([false, false]);
});

test('refuses a level that is not one of its six', async () => {
  await expect(read(JSON.stringify([{ ...records[0], level: 'easy' }]))).rejects.toThrow('"level"');
});
