import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SandboxResult } from '../../src/core/sandbox.ts';
import { openJournal } from '../../src/store/journal-file.ts';
import { tempPath } from '../fakes/temp-dir.ts';

const resultOf = (text: string): SandboxResult => ({
  verdicts: ['pass', 'fail'],
  outputs: [text, null],
  details: [null, text],
  weak: [false, true],
  cpuMs: 1.5,
});

const newPath = async () => await tempPath('out.journal.jsonl');

test('what one process wrote the next one finds, and it is gone when all is done', async () => {
  const path = await newPath();
  const first = await openJournal(path);
  expect(await first.get('a')).toBeNull();
  await first.put('a', resultOf('ü\n"'));
  expect(await first.get('a')).toEqual(resultOf('ü\n"'));
  await first.put('b', { ...resultOf(''), problem: 'no-code', counts: { passed: 1, ran: 2 }, fatal: [1] });
  await first.close();
  const second = await openJournal(path);
  expect(second.found).toBe(2);
  expect(await second.get('a')).toEqual(resultOf('ü\n"'));
  expect(await second.get('b')).toMatchObject({ problem: 'no-code', counts: { passed: 1, ran: 2 }, fatal: [1] });
  expect(await second.get('c')).toBeNull();
  expect(second.used).toBe(2);
  await second.remove();
  expect(existsSync(path)).toBe(false);
});

test('cut at any byte, it holds every entry that was whole, and goes on', async () => {
  const whole = await newPath();
  const journal = await openJournal(whole);
  for (const key of ['a', 'b', 'c']) await journal.put(key, resultOf(key.repeat(20)));
  await journal.close();
  const bytes = readFileSync(whole);
  const ends = [...bytes.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (length) => {
      const path = await newPath();
      writeFileSync(path, bytes);
      truncateSync(path, length);
      const cut = await openJournal(path);
      expect(cut.found).toBe(ends.filter((end) => end <= length).length);
      await cut.put('d', resultOf('d'));
      await cut.close();
      const again = await openJournal(path);
      expect(again.found).toBe(cut.found + 1);
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
  const journal = await openJournal(path);
  expect(await journal.get('a')).toBeNull();
  await journal.put('a', resultOf('right'));
  expect(await journal.get('a')).toEqual(resultOf('right'));
  await journal.close();
});

test('a line longer than a block of the file is found', async () => {
  const path = await newPath();
  const journal = await openJournal(path);
  await journal.put('long', resultOf('x'.repeat(3_000_000)));
  await journal.put('short', resultOf('y'));
  await journal.close();
  const again = await openJournal(path);
  expect(await again.get('long')).toEqual(resultOf('x'.repeat(3_000_000)));
  expect(await again.get('short')).toEqual(resultOf('y'));
  await again.close();
});

test('what another process appends in between damages nothing', async () => {
  const path = await newPath();
  const journal = await openJournal(path);
  await journal.put('a', resultOf('a'));
  appendFileSync(path, '["z",{"verdicts":[]}]\n');
  await journal.put('b', resultOf('b'));
  // Its place is not where it was thought to be: then it is asked for again, never taken for another.
  expect(await journal.get('b')).toBeNull();
  expect(await journal.get('a')).toEqual(resultOf('a'));
  await journal.close();
  const again = await openJournal(path);
  expect(await again.get('b')).toEqual(resultOf('b'));
  await again.close();
});

test('fresh begins anew', async () => {
  const path = await newPath();
  const journal = await openJournal(path);
  await journal.put('a', resultOf('a'));
  await journal.close();
  const anew = await openJournal(path, { fresh: true });
  expect(anew.found).toBe(0);
  await anew.put('b', resultOf('b'));
  expect(await anew.get('b')).toEqual(resultOf('b'));
  await anew.remove();
});

test('a link or a pipe in its place is refused, and what the link leads to stays as it is', async () => {
  const path = await newPath();
  const target = `${path}.profile`;
  writeFileSync(target, 'kept');
  symlinkSync(target, path);
  for (const fresh of [false, true]) {
    await expect(openJournal(path, { fresh })).rejects.toMatchObject({ code: 'store-eloop' });
  }
  expect(readFileSync(target, 'utf8')).toBe('kept');
  execFileSync('mkfifo', [`${path}.pipe`]);
  await expect(openJournal(`${path}.pipe`)).rejects.toMatchObject({ code: 'not-a-file' });
});
