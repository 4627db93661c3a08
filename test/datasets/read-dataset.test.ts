import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ConfigError, DatasetError } from '../../src/core/errors.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { asJsonLines, exampleRecords, temporaryFile } from './example-files.ts';

const [first, second] = exampleRecords['human-eval'] as NonNullable<(typeof exampleRecords)[string]>;
const [[mbpp = {}] = [], [plain] = []] = [exampleRecords['mbpp'], exampleRecords['plain']];
const lines = asJsonLines([first, second]);

/** The error of reading a file with this content. */
async function errorOf(name: string, content: string | Uint8Array): Promise<DatasetError> {
  const file = await temporaryFile(name, content);
  const error = await readDataset(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DatasetError);
  expect(error).toMatchObject({ message: expect.stringContaining(file), exitCode: 2 });
  return error as DatasetError;
}

describe('the same tasks are read from', () => {
  const pretty = JSON.stringify([first, second], null, 2);
  test.each<[string, string | Uint8Array]>([
    ['JSONL', lines],
    ['JSONL without a last line end', lines.trimEnd()],
    ['JSONL with blank lines', `\n${lines.replace('\n', '\n\n  \n')}\n\n`],
    ['JSONL with CRLF', lines.replaceAll('\n', '\r\n')],
    ['JSONL with a byte order mark', `\uFEFF${lines}`],
    ['gzip', gzipSync(lines)],
    ['a JSON array', JSON.stringify([first, second])],
    ['an indented JSON array', pretty],
    ['an indented JSON array with CRLF and a byte order mark', `\uFEFF${pretty.replaceAll('\n', '\r\n')}\r\n`],
    ['a gzipped JSON array', gzipSync(pretty)],
    ['a document with one list', JSON.stringify({ data: [first, second] }, null, 2)],
    ["rows of Hugging Face's server", JSON.stringify({ features: [], rows: [{ row: first }, { row: second }] })],
  ])('%s', async (_, content) => {
    const expected = await readDataset(await temporaryFile('expected.jsonl', lines));
    const { tasks, records, format } = await readDataset(await temporaryFile('any-name', content));
    expect(format).toBe('human-eval');
    expect(tasks).toEqual(expected.tasks);
    expect(records).toEqual([first, second]);
  });
});

test('a file goes by its own name and the hash of its stored bytes', async () => {
  const packed = gzipSync(lines);
  const dataset = await readDataset(await temporaryFile('tasks.jsonl.gz', packed));
  expect(dataset.name).toBe('tasks.jsonl.gz');
  expect(dataset.sha256).toBe(createHash('sha256').update(packed).digest('hex'));
});

test('the bundled set is read by its name from any working directory', async () => {
  const { name, format, tasks, oracles } = await readDataset('starter');
  expect({ name, format }).toEqual({ name: 'starter', format: 'mutagree' });
  expect(tasks.length).toBeGreaterThanOrEqual(36);
  for (const task of tasks) {
    expect(task.completesPrompt).toBe(true);
    expect(oracles.open(task.id).reference).toContain(`def ${task.entryPoint}(`);
  }
});

test('an unknown name is a usage error with the nearest name', async () => {
  const error = await readDataset('startr').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).hint).toContain('Did you mean "starter"?');
  await expect(readDataset('humaneval')).rejects.toMatchObject({ hint: expect.not.stringContaining('Did you mean') });
  await expect(readDataset('constructor')).rejects.toBeInstanceOf(ConfigError);
});

describe('what is wrong with a file is said with its place:', () => {
  test('a missing file and a directory', async () => {
    const file = await temporaryFile('tasks.jsonl', lines);
    await expect(readDataset(`${file}.gone`)).rejects.toMatchObject({ code: 'file-missing' });
    await expect(readDataset(join(file, 'below'))).rejects.toMatchObject({ code: 'file-missing' });
    const folder = join(dirname(file), 'folder');
    await mkdir(folder);
    await expect(readDataset(folder)).rejects.toMatchObject({ code: 'file-is-directory' });
  });

  test.each<[string, string, string, string | Uint8Array, string]>([
    ['an empty file', 'file-empty', 'is empty', '', ''],
    ['only blank lines', 'file-empty', 'is empty', '\n \r\n\t\n', ''],
    ['an empty list', 'file-empty', 'empty list', ' [ ]\n', ''],
    ['a cut line', 'file-json', 'not valid JSON', lines.slice(0, -20), ' line 2:'],
    ['a line that is not an object', 'file-json', 'a list; expected a JSON object', `${lines}[1]\n`, ' line 3:'],
    ['a line that is null', 'file-json', 'null; expected a JSON object', `\n${lines}null`, ' line 4:'],
    ['a list that never ends', 'file-json', 'never ends', `[\n${JSON.stringify(first)}`, ' line 2:'],
    ['a list with an unfinished record', 'file-json', 'never ends', `[\n{"a": "b}\n]`, ' line 2:'],
    ['a broken record', 'file-json', 'not valid JSON', `[\n${JSON.stringify(first)},\n{"a" 1}\n]`, ' line 3:'],
    ['a comma too many', 'file-json', 'comma after the last', `[${JSON.stringify(first)},\n]`, ' line 2:'],
    ['a gap in a list', 'file-json', 'empty place', `[${JSON.stringify(first)},\n,{}]`, ' line 2:'],
    ['text after a list', 'file-json', 'after the end', `[${JSON.stringify(first)}]\n\nx`, ' line 3:'],
    ['a number in a list', 'file-json', 'a number; expected', `[${JSON.stringify(first)}, 7]`, ' line 1:'],
    ['bytes that are not UTF-8', 'file-encoding', 'UTF-8', Buffer.from(`${lines}\xff\n`, 'latin1'), ' line 3:'],
    ['UTF-16', 'file-encoding', 'UTF-8', Buffer.from(`\uFEFF${lines}`, 'utf16le'), ' line 1:'],
    ['a cut gzip file', 'file-gzip', 'gzip', gzipSync(lines).subarray(0, 60), ''],
    ['Parquet', 'file-kind', 'a Parquet file', 'PAR1\0\0PAR1', ''],
    ['a zip archive', 'file-kind', 'a zip archive', 'PK\u0003\u0004', ''],
    ['another format of records', 'dataset-format-unknown', 'its fields: a, b', '{"a": 1, "b": 2}', ' line 1:'],
    ['one id twice', 'dataset-duplicate-id', 'repeats the id "Example/0" of line 1', lines + lines, ' line 3:'],
    ['an id as number and text', 'dataset-duplicate-id', 'repeats', asJsonLines([mbpp, { ...mbpp, task_id: '1' }]), ''],
    ['two formats', 'dataset-format-mixed', 'is a plain record', asJsonLines([first, plain ?? {}]), ' line 2:'],
  ])('%s', async (_, code, problem, content, place) => {
    const error = await errorOf('tasks.jsonl', content);
    expect(error.code).toBe(code);
    expect(error.message).toContain(problem);
    expect(error.message).toContain(`tasks.jsonl${place}`);
  });

  test('a misspelled field is named with the one that is wanted', async () => {
    const { prompt, ...rest } = first as Record<string, unknown>;
    const error = await errorOf('tasks.jsonl', JSON.stringify({ ...rest, promptt: prompt }));
    expect(error.code).toBe('dataset-format-unknown');
    expect(error.hint).toContain('this one lacks "prompt": is "promptt" its "prompt"?');
  });
});
