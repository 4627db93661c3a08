import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DatasetError } from '../../src/core/errors.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { asJsonLines, exampleRecords, sanitizedMbppRecord, temporaryFile } from './example-files.ts';

type Records = readonly Readonly<Record<string, unknown>>[];

/** One change at a random place of the bytes: lost, doubled, overwritten or foreign ones. */
const byteChange = fc.record({
  kind: fc.constantFrom('drop', 'double', 'overwrite', 'insert', 'cut'),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  length: fc.integer({ min: 1, max: 40 }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 6 }),
    fc
      .constantFrom(
        '"',
        '\\',
        '{',
        '}',
        '[',
        ']',
        ',',
        '\n',
        '\r',
        '\u0000',
        '\uFEFF',
        '\\ud800',
        '\\u0000',
        'null',
        '    ',
        '"""',
      )
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

/** One field of one record gone, or holding something else. */
const fieldChange = fc.record({
  record: fc.nat(),
  field: fc.nat(),
  value: fc.oneof(
    fc.constant(undefined),
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('def', 'def f(:\n', '\t', '\r\n', 'é', '__proto__'),
  ),
});

function applyFieldChange(
  records: Records,
  { record, field, value }: typeof fieldChange extends fc.Arbitrary<infer T> ? T : never,
): Records {
  return records.map((each, at) => {
    const names = Object.keys(each);
    return at === record % records.length ? { ...each, [names[field % names.length] as string]: value } : each;
  });
}

/** Reads the file: what loads must be sound, and what does not must say where and why. */
async function expectLoadOrPlacedError(file: string, lines: number): Promise<'loaded' | 'refused'> {
  try {
    const { tasks, records } = await readDataset(file);
    expect(records).toHaveLength(tasks.length);
    for (const { id, prompt } of tasks) {
      expect(typeof id).toBe('string');
      expect(prompt.regions.map(({ start, end }) => prompt.text.slice(start, end)).join('')).toBe(prompt.text);
    }
    return 'loaded';
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    expect(error.place.file).toBe(file);
    expect(error.mend).toBeTruthy();
    if (!['file-empty', 'file-gzip'].includes(error.code)) {
      expect(error.place.line).toBeGreaterThanOrEqual(1);
      expect(error.place.line).toBeLessThanOrEqual(lines);
    }
    return 'refused';
  }
}

const files: [string, Records][] = [
  ...Object.entries(exampleRecords),
  ['sanitized mbpp', [sanitizedMbppRecord, { ...sanitizedMbppRecord, task_id: 4 }]],
];

describe.each(files)('a %s file', (_, records) => {
  test.each([
    ['lines', asJsonLines(records)],
    ['a list', JSON.stringify(records, null, 1)],
  ])('as %s with one spoilt place loads, or is refused with file and line', async (_form, text) => {
    const content = Buffer.from(text);
    const file = await temporaryFile('spoilt.jsonl', '');
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

  test('with one spoilt field loads, or is refused with file and line', async () => {
    const file = await temporaryFile('spoilt.jsonl', '');
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fieldChange, async (change) => {
        await writeFile(file, asJsonLines(applyFieldChange(records, change)));
        outcomes.add(await expectLoadOrPlacedError(file, 2));
      }),
      { numRuns: 200, seed: 20_261 },
    );
    expect(outcomes).toEqual(new Set(['loaded', 'refused']));
  });
});

test('a gzip file with one spoilt place is refused, or loads unharmed', async () => {
  const packed = gzipSync(asJsonLines(exampleRecords['human-eval'] ?? []));
  const file = await temporaryFile('spoilt.jsonl.gz', '');
  await fc.assert(
    fc.asyncProperty(byteChange, async (change) => {
      await writeFile(file, applyByteChange(packed, change));
      await expectLoadOrPlacedError(file, 1000);
    }),
    { numRuns: 200, seed: 20_261 },
  );
});
