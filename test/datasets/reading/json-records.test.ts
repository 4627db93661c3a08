import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DatasetError } from '../../../src/core/errors.ts';
import { streamJsonLines } from '../../../src/datasets/reading/json-records.ts';
import { temporaryFile } from '../example-files.ts';

async function readAll(file: string): Promise<[number, unknown][]> {
  const records: [number, unknown][] = [];
  for await (const { line, value } of streamJsonLines(file)) records.push([line, value]);
  return records;
}

test.each<[string, (text: string) => string | Uint8Array]>([
  ['plain', (text) => text],
  ['gzipped', (text) => gzipSync(text)],
  ['with CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['with a byte order mark', (text) => `\uFEFF${text}`],
  ['without a last line end', (text) => text.trimEnd()],
])('records with their lines, blank ones passed over: %s', async (_, stored) => {
  const file = await temporaryFile('samples.jsonl', stored('{"a": "é"}\n\n  \n{"b": 2}\n'));
  expect(await readAll(file)).toEqual([
    [1, { a: 'é' }],
    [4, { b: 2 }],
  ]);
});

test('records longer than a piece of the file come through whole, wherever the pieces end', async () => {
  const file = await temporaryFile('samples.jsonl', '');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 150_000 }), { minLength: 1, maxLength: 4 }), async (sizes) => {
      const values = sizes.map((size) => ({ text: 'ü'.repeat(size) }));
      await writeFile(file, values.map((value) => JSON.stringify(value)).join('\n'));
      expect(await readAll(file)).toEqual(values.map((value, at) => [at + 1, value]));
    }),
    { numRuns: 15 },
  );
});

test('what stands before a broken line is still read', async () => {
  const file = await temporaryFile('samples.jsonl', '{"a": 1}\n{"a": 2}\n{"a": \n{"a": 4}\n');
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const { value } of streamJsonLines(file)) seen.push(value);
  })();
  await expect(reading).rejects.toMatchObject({ code: 'file-json', place: { file, line: 3 } });
  expect(seen).toEqual([{ a: 1 }, { a: 2 }]);
});

test.each<[string, string, string | Uint8Array]>([
  ['an empty file', 'file-empty', ''],
  ['blank lines', 'file-empty', '\n\n'],
  ['bytes that are not UTF-8', 'file-encoding', Buffer.from('{"a": 1}\n{"a": "\xff"}', 'latin1')],
  ['a JSON array', 'file-json', '[{"a": 1}]'],
  ['a cut gzip file', 'file-gzip', gzipSync('{"a": 1}\n'.repeat(1000)).subarray(0, 40)],
])('%s is refused', async (_, code, content) => {
  const error = await readAll(await temporaryFile('samples.jsonl', content)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DatasetError);
  expect(error).toMatchObject({ code });
});
