import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SandboxResult } from '../../src/core/sandbox.ts';
import { JournalFile } from '../../src/store/journal-file.ts';
import { ownKey } from '../../src/store/own-key.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const resultOf = (text: string): SandboxResult => ({
  verdicts: ['pass', 'fail'],
  outputs: [text, null],
  details: [null, text],
  weak: [false, true],
  cpuMs: 1.5,
});

const key = Buffer.alloc(32, 7);
const newPath = async () => join(await tempDir(), 'out.journal.jsonl');

test('what one process wrote the next one finds, and it is gone when all is done', async () => {
  const path = await newPath();
  const first = await JournalFile.open(path, { key });
  expect(await first.get('a')).toBeNull();
  await first.put('a', resultOf('ü\n"'));
  expect(await first.get('a')).toEqual(resultOf('ü\n"'));
  await first.put('b', { ...resultOf(''), problem: 'no-code', counts: { passed: 1, ran: 2 } });
  await first.close();
  const second = await JournalFile.open(path, { key });
  expect(second.found).toBe(2);
  expect(await second.get('a')).toEqual(resultOf('ü\n"'));
  expect(await second.get('b')).toMatchObject({ problem: 'no-code', counts: { passed: 1, ran: 2 } });
  expect(await second.get('c')).toBeNull();
  expect(second.used).toBe(2);
  await second.remove();
  expect(existsSync(path)).toBe(false);
});

test('cut at any byte, it holds every entry that was whole, and goes on', async () => {
  const whole = await newPath();
  const journal = await JournalFile.open(whole, { key });
  for (const key of ['a', 'b', 'c']) await journal.put(key, resultOf(key.repeat(20)));
  await journal.close();
  const bytes = readFileSync(whole);
  const ends = [...bytes.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (length) => {
      const path = await newPath();
      writeFileSync(path, bytes);
      truncateSync(path, length);
      const cut = await JournalFile.open(path, { key });
      expect(cut.found).toBe(ends.filter((end) => end <= length).length);
      await cut.put('d', resultOf('d'));
      await cut.close();
      const again = await JournalFile.open(path, { key });
      // A line that lacks nothing but its end gets it from the next process.
      expect(again.found).toBe(ends.filter((end) => end - 1 <= length).length + 1);
      for (const key of ['a', 'b', 'c'].slice(0, cut.found)) expect(await again.get(key)).not.toBeNull();
      expect(await again.get('d')).toEqual(resultOf('d'));
      await again.close();
    }),
    { numRuns: 60 },
  );
});

test('a damaged line is as good as absent', async () => {
  const path = await newPath();
  writeFileSync(path, '["a",{"verdicts":["maybe"]}]\nno json\n["b"\n');
  const journal = await JournalFile.open(path, { key });
  expect(await journal.get('a')).toBeNull();
  await journal.put('a', resultOf('right'));
  expect(await journal.get('a')).toEqual(resultOf('right'));
  await journal.close();
});

test('a line longer than a block of the file is found', async () => {
  const path = await newPath();
  const journal = await JournalFile.open(path, { key });
  await journal.put('long', resultOf('x'.repeat(3_000_000)));
  await journal.put('short', resultOf('y'));
  await journal.close();
  const again = await JournalFile.open(path, { key });
  expect(await again.get('long')).toEqual(resultOf('x'.repeat(3_000_000)));
  expect(await again.get('short')).toEqual(resultOf('y'));
  await again.close();
});

test('what another process appends in between damages nothing', async () => {
  const path = await newPath();
  const journal = await JournalFile.open(path, { key });
  await journal.put('a', resultOf('a'));
  appendFileSync(path, '["z",{"verdicts":[]}]\n');
  await journal.put('b', resultOf('b'));
  // Its place is not where it was thought to be: then it is asked for again, never taken for another.
  expect(await journal.get('b')).toBeNull();
  expect(await journal.get('a')).toEqual(resultOf('a'));
  await journal.close();
  const again = await JournalFile.open(path, { key });
  expect(await again.get('b')).toEqual(resultOf('b'));
  await again.close();
});

test.each(['{"task_id": "a"}\n', 'a,b\n1,2\n', '[1, 2]\n', '["a"]\n', '\n', `["${'x'.repeat(90)}`])(
  "somebody else's file under that name stays as it is: %j",
  async (text) => {
    const path = await newPath();
    writeFileSync(path, text);
    for (const fresh of [false, true]) {
      await expect(JournalFile.open(path, { key, fresh })).rejects.toMatchObject({ code: 'not-our-journal' });
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test('fresh begins anew', async () => {
  const path = await newPath();
  const journal = await JournalFile.open(path, { key });
  await journal.put('a', resultOf('a'));
  await journal.close();
  const anew = await JournalFile.open(path, { key, fresh: true });
  expect(anew.found).toBe(0);
  await anew.put('b', resultOf('b'));
  expect(await anew.get('b')).toEqual(resultOf('b'));
  await anew.remove();
});

test('a line that another key signed, or none, or that was changed since, is as good as absent', async () => {
  const path = await newPath();
  const theirs = await JournalFile.open(path, { key: Buffer.alloc(32, 8) });
  await theirs.put('a', resultOf('theirs'));
  await theirs.close();
  const own = await JournalFile.open(path, { key });
  for (const name of ['b', 'c', 'd']) await own.put(name, resultOf(name));
  await own.close();
  const lines = readFileSync(path, 'utf8').split('\n');
  lines[1] = `${lines[1]}`.replace('"fail"', '"pass"');
  lines[2] = `${lines[2]}`.replace(/,"[0-9a-f]+"\]$/, ']');
  lines[3] = `${lines[3]}`.replace('["d"', '["e"');
  lines.push(JSON.stringify(['f', resultOf('f'), '0'.repeat(64)]), '');
  writeFileSync(path, lines.join('\n'));
  const again = await JournalFile.open(path, { key });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) expect(await again.get(name)).toBeNull();
  expect(again.refused).toBe(4);
  await again.close();
});

test('a line without an end is none of ours', async () => {
  const path = await newPath();
  const begin = '["k1",';
  writeFileSync(path, begin);
  // Longer than a text may be; it takes no disk.
  truncateSync(path, 560 * 1024 ** 2);
  appendFileSync(path, '"]\n');
  const journal = await JournalFile.open(path, { key });
  expect(await journal.get('k1')).toBeNull();
  await journal.put('k1', resultOf('ours'));
  expect(await journal.get('k1')).toEqual(resultOf('ours'));
  await journal.close();
}, 60_000);

test('a link or a pipe in its place is refused, and what the link leads to stays as it is', async () => {
  const path = await newPath();
  const target = `${path}.profile`;
  writeFileSync(target, 'kept');
  symlinkSync(target, path);
  for (const fresh of [false, true]) {
    await expect(JournalFile.open(path, { key, fresh })).rejects.toMatchObject({ code: 'store-eloop' });
  }
  expect(readFileSync(target, 'utf8')).toBe('kept');
  execFileSync('mkfifo', [`${path}.pipe`]);
  await expect(JournalFile.open(`${path}.pipe`, { key })).rejects.toMatchObject({ code: 'not-a-file' });
});

test('the own key is made once, for this user alone', async () => {
  const home = await tempDir();
  const [first, second] = await Promise.all([ownKey({}, home), ownKey({}, home)]);
  expect(first).toHaveLength(32);
  expect(await ownKey({}, home)).toEqual(first);
  expect(second).toEqual(first);
  const file = execFileSync('find', [home, '-name', 'own-key*', '-printf', '%f %m'], { encoding: 'utf8' });
  expect(file).toBe('own-key 600');
  expect(await ownKey({ XDG_CACHE_HOME: '/dev/null/none' }, home)).toBeNull();
});
