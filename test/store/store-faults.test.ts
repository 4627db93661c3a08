import promises, { readdir, readFile, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lockDirectory } from '../../src/store/directory-lock.ts';
import { openRunDirectory, readManifest } from '../../src/store/run-directory.ts';
import { runManifest } from '../fakes/run-manifest.ts';
import { tempDir, tempPath } from '../fakes/temp-dir.ts';

/** Lets a function of node:fs/promises fail as a network disk does. */
function failing(name: 'rename' | 'link', code: string): { heal(): void } {
  const original = promises[name];
  const heal = () => {
    (promises as unknown as Record<string, unknown>)[name] = original;
    syncBuiltinESMExports();
  };
  (promises as unknown as Record<string, unknown>)[name] = async () => {
    throw Object.assign(new Error(`${code}: injected`), { code });
  };
  syncBuiltinESMExports();
  onTestFinished(heal);
  return { heal };
}

describe('a rename that fails, as on network disks', () => {
  test.each([
    ['ESTALE', /file server no longer knows it/],
    ['EIO', /the disk fails/],
    ['EBUSY', /another program holds it/],
    ['ETIMEDOUT', /file server does not answer/],
  ])('%s: one clear error, the file as it was, no draft left, and the run goes on later', async (code, words) => {
    const directory = await tempPath('run');
    const store = await openRunDirectory(directory, runManifest());
    const before = await readFile(join(directory, 'manifest.json'), 'utf8');
    const fault = failing('rename', code);
    const expected = { name: 'StoreError', message: expect.stringMatching(words), exitCode: 5 };
    await expect(store.updateManifest({ status: 'finished' })).rejects.toMatchObject(expected);
    expect(await readFile(join(directory, 'manifest.json'), 'utf8')).toBe(before);
    expect((await readdir(directory)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    fault.heal();
    await store.updateManifest({ status: 'finished' });
    await store.close();
    expect((await readManifest(directory))?.status).toBe('finished');
  });
});

describe('two that resume one directory', () => {
  const stale = { pid: 2 ** 22 + 5, host: hostname(), started: '1' };

  test('on another machine: refused, whatever its processes are called', async () => {
    const directory = await tempDir();
    await writeFile(join(directory, 'run.lock'), JSON.stringify({ ...stale, host: 'another-machine' }));
    await expect(lockDirectory(directory)).rejects.toThrow(/in use by process \d+ on another-machine/);
  });

  test.each(['a free', 'a dead', 'half a'])('%s lock that 24 want at once is had by one', async (kind) => {
    for (let round = 0; round < 10; round++) {
      const directory = await tempDir();
      if (kind === 'a dead') await writeFile(join(directory, 'run.lock'), JSON.stringify(stale));
      if (kind === 'half a') await writeFile(join(directory, 'run.lock'), '{"pid": 1');
      const outcomes = await Promise.allSettled(Array.from({ length: 24 }, () => lockDirectory(directory)));
      const had = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect(had).toHaveLength(1);
      for (const release of had) await release();
      expect(await readdir(directory)).toEqual([]);
    }
  });

  test('where there are no links, the lock is made in place', async () => {
    const directory = await tempDir();
    failing('link', 'ENOTSUP');
    const release = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow(/in use by process/);
    await release();
    expect(await readdir(directory)).toEqual([]);
  });
});

test('10,000 other files in a run directory are left alone and do not hold it up', async () => {
  const directory = await tempPath('run');
  await (await openRunDirectory(directory, runManifest())).close();
  await Promise.all(Array.from({ length: 10_000 }, (_, at) => writeFile(join(directory, `report-${at}.txt`), 'x')));
  const cpu = process.cpuUsage();
  const store = await openRunDirectory(directory, runManifest());
  await store.close();
  const { user, system } = process.cpuUsage(cpu);
  expect((user + system) / 1000).toBeLessThan(2000);
  expect((await readdir(directory)).filter((name) => name.endsWith('.txt'))).toHaveLength(10_000);
}, 120_000);
