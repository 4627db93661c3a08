import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StoreError } from '../../src/core/errors.ts';
import { JsonlLog, parseJsonl } from '../../src/store/jsonl-log.ts';
import { tempDir } from '../fakes/temp-dir.ts';

interface Entry {
  readonly key: string;
  readonly value: unknown;
}
const options = { keyOf: (entry: Entry) => entry.key };

describe('JsonlLog', () => {
  test('what was appended is there after opening again, the last record of a key counting', async () => {
    const path = join(await tempDir(), 'log.jsonl');
    const log = await JsonlLog.open<Entry>(path, options);
    await log.append({ key: 'a', value: 1 });
    await log.append({ key: 'b', value: 'line\nbreak' });
    await log.append({ key: 'a', value: 3 });
    await log.close();
    const again = await JsonlLog.open<Entry>(path, options);
    expect(again.all()).toEqual([
      { key: 'a', value: 3 },
      { key: 'b', value: 'line\nbreak' },
    ]);
    await again.close();
  });

  test('concurrent appends end as whole lines', async () => {
    const path = join(await tempDir(), 'log.jsonl');
    const log = await JsonlLog.open<Entry>(path, { ...options, durable: true });
    await Promise.all(Array.from({ length: 50 }, (_, i) => log.append({ key: `k${i}`, value: 'x'.repeat(i * 100) })));
    await log.close();
    expect(parseJsonl<Entry>(await readFile(path, 'utf8'), path).records).toHaveLength(50);
  });

  test('a file cut at any byte keeps every whole line and takes new ones', async () => {
    const lines = [0, 1, 2].map((i) => `${JSON.stringify({ key: `k${i}`, value: 'ü' })}\n`).join('');
    const bytes = Buffer.from(lines);
    const directory = await tempDir();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (cut) => {
        const path = join(directory, `cut-${cut}.jsonl`);
        await writeFile(path, bytes.subarray(0, cut));
        const whole = bytes.subarray(0, cut).toString('latin1').split('\n').length - 1;
        const log = await JsonlLog.open<Entry>(path, options);
        expect(log.all()).toHaveLength(whole);
        await log.append({ key: 'new', value: 0 });
        await log.close();
        expect(parseJsonl<Entry>(await readFile(path, 'utf8'), path).records).toHaveLength(whole + 1);
        await writeFile(path, '');
      }),
      { numRuns: 60 },
    );
  });

  test('a broken line in the middle names file and line', async () => {
    const path = join(await tempDir(), 'log.jsonl');
    await appendFile(path, '{"key":"a"}\n{"key":\n{"key":"b"}\n');
    await expect(JsonlLog.open<Entry>(path, options)).rejects.toThrow(StoreError);
    await expect(JsonlLog.open<Entry>(path, options)).rejects.toThrow(/log\.jsonl line 2: not valid JSON/);
  });

  test('a log in a place that cannot be written is a StoreError with a mend', async () => {
    const directory = await tempDir();
    await writeFile(join(directory, 'file'), '');
    const failure = await JsonlLog.open<Entry>(join(directory, 'file', 'log.jsonl'), options).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(StoreError);
    expect((failure as StoreError).mend).toMatch(/--out/);
  });
});
