import { execFileSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followJsonl } from '../../src/view/run-progress.ts';
import { tempDir } from '../fakes/temp-dir.ts';

test('each reading takes only what is new, and no line that is not whole', async () => {
  const path = join(await tempDir(), 'log.jsonl');
  const seen: unknown[] = [];
  const read = followJsonl(path, (record) => seen.push(record));
  expect(await read()).toBe(0);
  writeFileSync(path, '{"a":1}\n{"a":');
  expect(await read()).toBe(1);
  appendFileSync(path, '2}\n');
  expect(await read()).toBe(2);
  expect(seen).toEqual([{ a: 1 }, { a: 2 }]);
});

test.skipIf(process.platform === 'win32')(
  'a pipe in the place of the file is not waited for',
  async () => {
    const path = join(await tempDir(), 'verdicts.jsonl');
    execFileSync('mkfifo', [path]);
    expect(await followJsonl(path)()).toBe(0);
  },
  10_000,
);
