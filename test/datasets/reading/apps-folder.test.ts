import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDataset } from '../../../src/datasets/read-dataset.ts';
import { tempDir, tempPath } from '../../fakes/temp-dir.ts';
import { exampleRecords } from '../example-files.ts';
import { failuresOf } from '../run-official-tests.ts';

const NAMES = {
  question: 'question.txt',
  solutions: 'solutions.json',
  input_output: 'input_output.json',
  starter_code: 'starter_code.py',
} as const;

/** The problems of the hub's records as folders of the archive. */
async function archive(): Promise<string> {
  const folder = await tempPath('test');
  for (const [at, record] of (exampleRecords['apps'] ?? []).entries()) {
    const own = join(folder, `000${at}`);
    await mkdir(own, { recursive: true });
    for (const [field, name] of Object.entries(NAMES)) {
      const value = record[field];
      if (typeof value === 'string' && value !== '') await writeFile(join(own, name), value);
    }
    await writeFile(join(own, 'metadata.json'), '{"difficulty": "introductory", "url": "https://example.org"}');
  }
  return folder;
}

test('are the records of the hub, and their references pass', async () => {
  const set = await readDataset(await archive());
  expect(set.format).toBe('apps');
  expect(set.tasks.map(({ id }) => id)).toEqual(['0000', '0001']);
  expect(set.tasks.map(({ prompt }) => prompt.text)).toEqual(exampleRecords['apps']?.map(({ question }) => question));
  expect(failuresOf(set)).toEqual({});
});

test('one problem is a set of one, with a hash of what it holds', async () => {
  const folder = await archive();
  const one = await readDataset(join(folder, '0001'));
  expect(one.tasks.map(({ id }) => id)).toEqual(['0001']);
  await writeFile(join(folder, '0001', 'question.txt'), 'Another question.');
  expect((await readDataset(join(folder, '0001'))).sha256).not.toBe(one.sha256);
});

test.each([
  ['input_output.json', '{"inputs": ["1"', /0000.*input_output.*not JSON/],
  ['input_output.json', '{"inputs": ["1"], "outputs": []}', /0000.*1 inputs and 0 outputs|0000.*outputs/],
  ['question.txt', '', /0000.*question/],
])('a broken %s is an error that names its folder and field', async (name, text, message) => {
  const folder = await archive();
  await writeFile(join(folder, '0000', name), text);
  await expect(readDataset(folder)).rejects.toThrow(message);
});

test('bytes that are no text are refused, and so is a folder without a problem', async () => {
  const folder = await archive();
  await writeFile(join(folder, '0000', 'question.txt'), Buffer.from([0x41, 0xff, 0xfe]));
  await expect(readDataset(folder)).rejects.toThrow(/question\.txt.*not valid UTF-8/);
  await expect(readDataset(await tempDir())).rejects.toThrow(/is a directory/);
});
