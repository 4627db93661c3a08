import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { datasetFormats } from '../../src/datasets/index.ts';
import { packageRoot } from '../../src/package-root.ts';
import { exampleRecords, sanitizedMbppRecord } from './example-files.ts';

const files = readdirSync(join(packageRoot(), 'src/datasets/formats')).filter((file) => file.endsWith('-format.ts'));

test('every format file is registered, exports one thing and is named after its format', async () => {
  const found = await Promise.all(
    files.map(async (file) => Object.values(await import(join(packageRoot(), 'src/datasets/formats', file)))),
  );
  expect(found.every((exported) => exported.length === 1)).toBe(true);
  expect(new Set(found.flat())).toEqual(new Set(datasetFormats));
  expect(new Set(files)).toEqual(new Set(datasetFormats.map(({ name }) => `${name}-format.ts`)));
});

test('names are distinct, and every format says where it comes from', () => {
  expect(new Set(datasetFormats.map(({ name }) => name)).size).toBe(datasetFormats.length);
  for (const { source, title } of datasetFormats) {
    expect(source.url).toMatch(/^https:\/\//);
    expect(title).not.toBe('');
  }
});

test('the first format that recognises a record is its own', () => {
  const recognised = (value: Readonly<Record<string, unknown>>) =>
    datasetFormats.find((format) => format.recognises(value))?.name;
  for (const [name, records] of Object.entries(exampleRecords)) {
    expect(records.map(recognised)).toEqual([name, name]);
  }
  expect(recognised(sanitizedMbppRecord)).toBe('mbpp');
});

test('a human-eval or MBPP record that lacks one field is still recognised, so that the field can be named', () => {
  for (const name of ['human-eval', 'mbpp', 'mutagree']) {
    const [record] = exampleRecords[name] ?? [];
    for (const field of ['task_id', 'entry_point', 'canonical_solution', 'test', 'code', 'text']) {
      const { [field]: _, ...rest } = record ?? {};
      expect(datasetFormats.find((format) => format.recognises(rest))?.name, `${name} without ${field}`).toBe(name);
    }
  }
});
