import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DatasetError } from '../../src/core/errors.ts';
import { datasetFormats } from '../../src/datasets/index.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { csvText } from '../../src/datasets/reading/read-records.ts';
import { otherForms, recordsOfFormat } from './all-records.ts';
import { byteChange } from './byte-change.ts';
import { harnessTask } from './dl-bench-files.ts';
import { asJsonLines, type JsonObject, recodeRecords, temporaryFile } from './example-files.ts';

type Records = readonly JsonObject[];

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
const files: readonly (readonly [string, Records])[] = [
  ...datasetFormats.map(({ name }) => [name, recordsOfFormat(name)] as const),
  ...Object.entries(otherForms).flatMap(([name, { records, ...options }]) =>
    Object.keys(options).length === 0
      ? [[name, [...records, ...records.map((each) => withOtherId(each))]] as const]
      : [],
  ),
  ['dl-bench harness', [harnessTask, { ...harnessTask, class: 'Other' }]],
  ['recode', recodeRecords],
];

function withOtherId(record: JsonObject): JsonObject {
  const field = 'task_id' in record ? 'task_id' : 'id';
  return { ...record, [field]: typeof record[field] === 'number' ? record[field] + 100 : `${record[field]}-2` };
}

/** What files suffer on their way: whole lines and values instead of bytes; `json` stands in the place of one value. */
const MISHAPS: Readonly<
  Record<string, (records: Records, place: number, withValue: (json: string) => string) => string>
> = {
  nest: (_records, place, withValue) => withValue(`${'['.repeat(place % 20_000)}${']'.repeat(place % 20_000)}`),
  'huge number': (_records, place, withValue) => withValue(`1${'0'.repeat(place % 5000)}`),
  'value of another field': (records, place, withValue) =>
    withValue(JSON.stringify(Object.values(records[(place + 1) % records.length] ?? {})[place % 7] ?? null)),
  'field gone': (records, place) => {
    const name = Object.keys(records[0] ?? {})[place % Object.keys(records[0] ?? {}).length];
    return asJsonLines(records.map((each) => Object.fromEntries(Object.entries(each).filter(([key]) => key !== name))));
  },
};

describe.each(files)('a %s file', (format, records) => {
  const forms: [form: string, text: string, name: string][] = [
    ['lines', asJsonLines(records), 'spoilt.jsonl'],
    ['a list', JSON.stringify(records, null, 1), 'spoilt.jsonl'],
  ];
  if (format === 'dl-bench') forms.push(['a table', csvText(records), 'spoilt.csv']);
  test.each(forms)('as %s with one spoilt place loads, or is refused with file and line', async (_form, text, name) => {
    const file = await temporaryFile(name, '');
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(byteChange, async (change) => {
        const spoilt = change(Buffer.from(text));
        await writeFile(file, spoilt);
        outcomes.add(await expectLoadOrPlacedError(file, spoilt.toString('latin1').split('\n').length));
      }),
      { numRuns: 200, seed: 20_261 },
    );
    expect(outcomes).toEqual(new Set(['loaded', 'refused']));
  });

  test('after one mishap loads, or is refused with file and line', async () => {
    const file = await temporaryFile('spoilt.jsonl', '');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.values(MISHAPS)), fc.nat(), async (spoil, place) => {
        const at = place % records.length;
        const fields = Object.entries(records[at] ?? {});
        const withValue = (json: string) => {
          const own = fields.map(([key, value], index) =>
            [JSON.stringify(key), index === place % fields.length ? json : JSON.stringify(value)].join(': '),
          );
          return records.map((each, index) => (index === at ? `{${own.join(', ')}}` : JSON.stringify(each))).join('\n');
        };
        await writeFile(file, spoil(records, place, withValue));
        await expectLoadOrPlacedError(file, records.length);
      }),
      { numRuns: 200, seed: 20_262 },
    );
  });

  test('repeated, or cut short behind the packing, is refused', async () => {
    for (const content of [asJsonLines([...records, ...records]), gzipSync(asJsonLines(records)).subarray(0, 40)]) {
      expect(await expectLoadOrPlacedError(await temporaryFile('spoilt.jsonl', content), 2 * records.length)).toBe(
        'refused',
      );
    }
  });
});
