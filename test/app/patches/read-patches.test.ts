import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPatches } from '../../../src/app/patches/find-nodes.ts';
import { folderOf } from './patch-files.ts';

const prediction = (instance: string, model: string, patch: string | null) => ({
  instance_id: instance,
  model_name_or_path: model,
  model_patch: patch,
});
const lines = (...values: object[]) => values.map((value) => JSON.stringify(value)).join('\n');
const read = async (path: string, instance?: string) =>
  (await readPatches(path, instance)).map(({ name, diff }) => [name, diff.toString()]);

test('a folder: .diff and .patch, in folders too; a single file', async () => {
  const folder = folderOf({ 'b.diff': 'B', 'a/x.patch': 'A', 'README.md': 'no' });
  expect(await read(folder)).toEqual([
    ['a/x.patch', 'A'],
    ['b.diff', 'B'],
  ]);
  expect(await read(join(folder, 'b.diff'))).toEqual([['b.diff', 'B']]);
});

test.each(['utf16le', 'utf8'] as const)(
  'a diff that programs of Windows wrote, in %s with its mark',
  async (encoding) => {
    const folder = folderOf({ 'a.diff': Buffer.from('\ufeff--- é', encoding) });
    expect(await read(folder)).toEqual([['a.diff', '--- é']]);
  },
);

test.each([
  ['lines', lines(prediction('i', 'm', 'P'), prediction('i', 'm', null))],
  ['a list', JSON.stringify([prediction('i', 'm', 'P'), prediction('i', 'm', null)])],
  ['an object by instance', JSON.stringify({ i: prediction('i', 'm', 'P'), j: prediction('i', 'm', null) })],
])('predictions of SWE-bench as %s', async (_, text) => {
  expect(await read(join(folderOf({ 'preds.json': text }), 'preds.json'))).toEqual([
    ['m', 'P'],
    ['m #2', ''],
  ]);
});

test('an instance that is named by its key alone', async () => {
  const folder = folderOf({ 'preds.json': '{"i": {"model_patch": "P"}, "j": {"model_patch": "Q"}}' });
  expect(await read(join(folder, 'preds.json'), 'j')).toEqual([['model', 'Q']]);
});

describe('bad input, each with a hint', () => {
  const several = lines(prediction('i', 'm', 'P'), prediction('j', 'm', 'Q'));
  const folder = folderOf({
    'several.jsonl': several,
    'field.jsonl': lines({ instance_id: 'i', model_patch: 3 }),
    'broken.jsonl': '{"instance_id": ',
  });
  test.each([
    ['several.jsonl', 'k', /no patch of the instance k/],
    ['field.jsonl', undefined, /line 1: field "model_patch" is a number/],
    ['broken.jsonl', undefined, /line 1/],
  ])('%s %s', async (name, instance, message) => {
    await expect(readPatches(join(folder, name), instance)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/./),
    });
  });

  test('one of several instances', async () => {
    expect(await read(join(folder, 'several.jsonl'), 'j')).toEqual([['m', 'Q']]);
  });
});
