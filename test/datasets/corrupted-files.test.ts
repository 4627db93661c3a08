import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DatasetError } from '../../src/core/errors.ts';
import { datasetFormats } from '../../src/datasets/index.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { csvText } from '../../src/datasets/reading/csv-records.ts';
import { recordsOfFormat } from './all-records.ts';
import { harnessTask } from './dl-bench-files.ts';
import {
  asJsonLines,
  plainTestedRecord,
  recodePartialRecord,
  recodePerturbedRecord,
  sanitizedMbppRecord,
  temporaryFile,
} from './example-files.ts';

type Records = readonly Readonly<Record<string, unknown>>[];

/** One change at a random place of the bytes: lost, doubled, overwritten or foreign ones. */
const byteChange = fc.record({
  kind: fc.constantFrom('drop', 'double', 'overwrite', 'insert', 'cut'),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  length: fc.integer({ min: 1, max: 40 }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 6 }),
    fc
      .constantFrom(...'"\\{}[],\n\r\u0000\uFEFF', '\\ud800', '\\u0000', 'null', '    ', '"""')
      .map((text) => new TextEncoder().encode(text)),
  ),
});

function applyByteChange(
  content: Buffer,
  { kind, at, length, bytes }: typeof byteChange extends fc.Arbitrary<infer T> ? T : never,
): Buffer {
  const from = Math.floor(at * content.length);
  const [head, gone, tail] = [
    content.subarray(0, from),
    content.subarray(from, from + length),
    content.subarray(from + length),
  ];
  if (kind === 'drop') return Buffer.concat([head, tail]);
  if (kind === 'double') return Buffer.concat([head, gone, gone, tail]);
  if (kind === 'overwrite') return Buffer.concat([head, bytes, tail]);
  if (kind === 'insert') return Buffer.concat([head, bytes, gone, tail]);
  return Buffer.from(head);
}

/** Reads the file: what loads must be sound, and what does not must say where and why. */
async function expectLoadOrPlacedError(file: string, lines: number): Promise<'loaded' | 'refused'> {
  try {
    const { tasks, records, oracles } = await readDataset(file);
    // Some are unpacked only now.
    for (const { id } of tasks) if (oracles.has(id)) expect(oracles.open(id).tests.length).toBeGreaterThan(0);
    expect(records).toHaveLength(tasks.length);
    for (const { id, prompt } of tasks) {
      expect(typeof id).toBe('string');
      expect(prompt.regions.map(({ start, end }) => prompt.text.slice(start, end)).join('')).toBe(prompt.text);
    }
    return 'loaded';
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    expect(error.place.file).toBe(file);
    expect(error.hint).toBeTruthy();
    // A table is decoded as a whole.
    const hasNoLine = ['file-empty', 'file-gzip', ...(file.endsWith('.csv') ? ['file-encoding'] : [])];
    if (!hasNoLine.includes(error.code)) {
      expect(error.place.line).toBeGreaterThanOrEqual(1);
      expect(error.place.line).toBeLessThanOrEqual(lines);
    }
    return 'refused';
  }
}

/** Every format of the registry, and the other forms that some have. */
const files: [string, Records][] = [
  ...datasetFormats.map(({ name }): [string, Records] => [name, recordsOfFormat(name)]),
  ['dl-bench harness', [harnessTask, { ...harnessTask, class: 'Other' }]],
  ['sanitized mbpp', [sanitizedMbppRecord, { ...sanitizedMbppRecord, task_id: 4 }]],
  ['recode', [recodePartialRecord, recodePerturbedRecord]],
  ['plain tested', [plainTestedRecord, { ...plainTestedRecord, id: 'd', tests: 'assert double(1) == 2' }]],
];

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** What files suffer on their way: whole lines and values instead of bytes. */
const mishap = fc.record({
  kind: fc.constantFrom(
    ...(['bom', 'crlf', 'blank-lines', 'gzip', 'no-end-of-line', 'repeat-record', 'not-an-object'] as const),
    ...(['cut-gzip', 'drop-field', 'nest', 'huge-number', 'swap-values'] as const),
  ),
  record: fc.nat(),
  field: fc.nat(),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
});

function applyMishap(
  records: Records,
  { kind, record, field, at }: typeof mishap extends fc.Arbitrary<infer T> ? T : never,
) {
  const lines = records.map((each) => JSON.stringify(each));
  const place = record % records.length;
  const names = Object.keys(records[place] ?? {});
  const name = names[field % names.length] as string;
  const withValue = (json: string) => {
    const rest = Object.entries(records[place] ?? {}).map(
      ([key, value]) => `${JSON.stringify(key)}: ${key === name ? json : JSON.stringify(value)}`,
    );
    return lines.map((line, index) => (index === place ? `{${rest.join(', ')}}` : line));
  };
  const text = (changed: readonly string[]) => Buffer.from(`${changed.join('\n')}\n`);
  switch (kind) {
    case 'bom':
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text(lines)]);
    case 'crlf':
      return Buffer.from(`${lines.join('\r\n')}\r\n`);
    case 'blank-lines':
      return text(['', ...lines.flatMap((line) => [line, '  ', ''])]);
    case 'repeat-record':
      return text([...lines, lines[place] ?? '']);
    case 'drop-field':
      return text(
        records.map((each, index) =>
          JSON.stringify(
            index === place ? Object.fromEntries(Object.entries(each).filter(([key]) => key !== name)) : each,
          ),
        ),
      );
    case 'nest':
      return text(withValue(deep(Math.floor(at * 20_000))));
    case 'huge-number':
      return text(withValue(`1${'0'.repeat(Math.floor(at * 5000))}`));
    case 'not-an-object':
      return text(
        lines.map((line, index) => (index === place ? (['[]', '3', 'null', '"x"', '{'][field % 5] ?? '') : line)),
      );
    case 'gzip':
      return gzipSync(text(lines));
    case 'cut-gzip': {
      const packed = gzipSync(text(lines));
      return packed.subarray(0, Math.floor(at * packed.length));
    }
    case 'swap-values':
      return text(
        withValue(
          JSON.stringify(records[(place + 1) % records.length]?.[names[(field + 1) % names.length] as string] ?? null),
        ),
      );
    case 'no-end-of-line':
      return text(lines).subarray(0, -1);
  }
}

describe.each(files)('a %s file', (format, records) => {
  const forms: [form: string, text: string, name: string][] = [
    ['lines', asJsonLines(records), 'spoilt.jsonl'],
    ['a list', JSON.stringify(records, null, 1), 'spoilt.jsonl'],
  ];
  if (format === 'dl-bench') forms.push(['a table', csvText(records), 'spoilt.csv']);
  test.each(forms)('as %s with one spoilt place loads, or is refused with file and line', async (_form, text, name) => {
    const content = Buffer.from(text);
    const file = await temporaryFile(name, '');
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(byteChange, async (change) => {
        const spoilt = applyByteChange(content, change);
        await writeFile(file, spoilt);
        outcomes.add(await expectLoadOrPlacedError(file, spoilt.toString('latin1').split('\n').length));
      }),
      { numRuns: 200, seed: 20_261 },
    );
    expect(outcomes).toEqual(new Set(['loaded', 'refused']));
  });

  test('after one mishap loads, or is refused with file and line', async () => {
    const file = await temporaryFile('spoilt.jsonl', '');
    const outcomes = new Map<string, Set<string>>();
    await fc.assert(
      fc.asyncProperty(mishap, async (change) => {
        const spoilt = applyMishap(records, change);
        await writeFile(file, spoilt);
        const outcome = await expectLoadOrPlacedError(
          file,
          spoilt.toString('latin1').split('\n').length + records.length,
        );
        outcomes.set(change.kind, new Set([...(outcomes.get(change.kind) ?? []), outcome]));
      }),
      { numRuns: 200, seed: 20_262 },
    );
    for (const kind of ['bom', 'crlf', 'blank-lines', 'gzip', 'no-end-of-line'])
      expect([kind, [...(outcomes.get(kind) ?? [])]]).toEqual([kind, ['loaded']]);
    for (const kind of ['repeat-record', 'not-an-object', 'cut-gzip'])
      expect([kind, [...(outcomes.get(kind) ?? [])]]).toEqual([kind, ['refused']]);
  });
});
