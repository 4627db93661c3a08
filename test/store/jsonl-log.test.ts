import { createReadStream } from 'node:fs';
import { appendFile, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eachRecord, openLog } from '../../src/store/jsonl-log.ts';
import { tempDir, tempPath } from '../fakes/temp-dir.ts';

interface Entry {
  readonly key: string;
  readonly value: unknown;
}
const schema = z.custom<Entry>((value) => typeof value === 'object' && value !== null && 'key' in value);
const options = { keyOf: (entry: Entry) => entry.key, schema };

async function recordsOf(path: string, highWaterMark = 65_536): Promise<Entry[]> {
  const records: Entry[] = [];
  await eachRecord<Entry>(createReadStream(path, { highWaterMark }), path, schema, (record) => records.push(record));
  return records;
}

describe('openLog', () => {
  test('what was appended is there after opening again, the last record of a key counting', async () => {
    const path = await tempPath('log.jsonl');
    const log = await openLog<Entry>(path, options);
    await log.append({ key: 'a', value: 1 });
    await log.append({ key: 'b', value: 'line\nbreak' });
    await log.append({ key: 'a', value: 3 });
    await log.close();
    const again = await openLog<Entry>(path, options);
    expect(again.all()).toEqual([
      { key: 'a', value: 3 },
      { key: 'b', value: 'line\nbreak' },
    ]);
    await again.close();
  });

  test('a log that nothing was written to leaves no file', async () => {
    const folder = await tempDir();
    await (await openLog<Entry>(join(folder, 'log.jsonl'), options)).close();
    expect(await readdir(folder)).toEqual([]);
  });

  test('concurrent appends end as whole lines', async () => {
    const path = await tempPath('log.jsonl');
    const log = await openLog<Entry>(path, { ...options, durable: true });
    await Promise.all(Array.from({ length: 50 }, (_, i) => log.append({ key: `k${i}`, value: 'x'.repeat(i * 100) })));
    await log.close();
    expect(await recordsOf(path)).toHaveLength(50);
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
        const log = await openLog<Entry>(path, options);
        expect(log.all()).toHaveLength(whole);
        await log.append({ key: 'new', value: 0 });
        await log.close();
        expect(await recordsOf(path)).toHaveLength(whole + 1);
        await writeFile(path, '');
      }),
      { numRuns: 60 },
    );
  });

  test('lines are whole wherever the blocks end that it is read in', async () => {
    const path = await tempPath('log.jsonl');
    const entries = [0, 1, 2].map((i) => ({ key: `k${i}`, value: 'ü🎉\n\u2028'.repeat(i) }));
    await writeFile(path, `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
    for (const size of [1, 2, 3, 7, 64]) expect(await recordsOf(path, size)).toEqual(entries);
  });

  test('a broken line in the middle names file and line', async () => {
    const path = await tempPath('log.jsonl');
    await appendFile(path, '{"key":"a"}\n{"key":\n{"key":"b"}\n');
    await expect(openLog<Entry>(path, options)).rejects.toThrow(/log\.jsonl line 2: not valid JSON/);
  });

  test.each(['my notes, one line', '{"mine": true}', '[1, 2]', '"text"'])(
    "somebody's file without a line end is not cut: %s",
    async (text) => {
      const path = await tempPath('notes.txt');
      await writeFile(path, text);
      await expect(openLog<Entry>(path, options)).rejects.toThrow(/line 1/);
      expect(await readFile(path, 'utf8')).toBe(text);
    },
  );

  test.each(['{', '{"key":"a","val', '{"key":"a","value":1}', '\0\0\0'])(
    'the beginning of the first record is cut: %j',
    async (text) => {
      const path = await tempPath('log.jsonl');
      await writeFile(path, text);
      const log = await openLog<Entry>(path, options);
      expect(log.all()).toEqual([]);
      await log.append({ key: 'b', value: 2 });
      await log.close();
      expect(await recordsOf(path)).toEqual([{ key: 'b', value: 2 }]);
    },
  );

  test('a log in a place that cannot be written is a StoreError with a fix', async () => {
    const directory = await tempDir();
    await writeFile(join(directory, 'file'), '');
    const opened = openLog<Entry>(join(directory, 'file', 'log.jsonl'), options);
    await expect(opened).rejects.toMatchObject({ name: 'StoreError', hint: expect.stringMatching(/Write to a place/) });
  });
});

describe('a link in the place of a log', () => {
  test('is refused: nothing is made where it leads, nothing is cut', async () => {
    const folder = await tempDir();
    const theirs = join(folder, 'theirs');
    await writeFile(theirs, '{"key":"a"}\n{"torn');
    for (const target of [theirs, join(folder, 'missing')]) {
      const path = await tempPath('replies.jsonl');
      await symlink(target, path);
      await expect(openLog<Entry>(path, options)).rejects.toMatchObject({ code: 'store-eloop' });
    }
    expect(await readdir(folder)).toEqual(['theirs']);
    expect(await readFile(theirs, 'utf8')).toContain('{"torn');
  });

  test('that the user named is followed', async () => {
    const folder = await tempDir();
    await symlink(join(folder, 'real.jsonl'), join(folder, 'named.jsonl'));
    const log = await openLog<Entry>(join(folder, 'named.jsonl'), { ...options, isNamed: true });
    await log.append({ key: 'a', value: 1 });
    await log.close();
    expect(await readFile(join(folder, 'real.jsonl'), 'utf8')).toBe('{"key":"a","value":1}\n');
  });
});
