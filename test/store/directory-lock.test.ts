import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startOfProcess } from '../../src/living-process.ts';
import { isDirectoryHeld, lockDirectory } from '../../src/store/directory-lock.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const onLinux = process.platform === 'linux';

function start(command: string): ChildProcess {
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function heldBy(pid: number): Promise<string> {
  const directory = await tempDir();
  const holder = { pid, host: hostname(), started: startOfProcess(pid) };
  await writeFile(join(directory, 'run.lock'), JSON.stringify(holder));
  return directory;
}

test('a process that is about to end is waited for', async () => {
  const leaving = start('sleep 0.4');
  const directory = await heldBy(leaving.pid as number);
  const release = await lockDirectory(directory);
  expect(leaving.exitCode).toBe(0);
  await release();
  expect(await readdir(directory)).toEqual([]);
});

test('one that stays is said to have the folder, soon', async () => {
  const staying = start('exec sleep 60');
  const directory = await heldBy(staying.pid as number);
  const begun = performance.now();
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${staying.pid}`);
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(await isDirectoryHeld(directory)).toBe(true);
  expect(await readdir(directory)).toEqual(['run.lock']);
});

test.runIf(onLinux)('one that has ended holds nothing, though nobody fetches its exit code', async () => {
  // The shell makes way for a program that waits for no child, long before the child ends.
  const parent = start('sleep 0.5 & echo $!; exec sleep 60');
  const [said] = await once(parent.stdout as NonNullable<typeof parent.stdout>, 'data');
  const pid = Number(String(said).trim());
  await vi.waitUntil(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '), { timeout: 10_000 });
  const directory = await heldBy(pid);
  const begun = performance.now();
  const release = await lockDirectory(directory);
  expect(performance.now() - begun).toBeLessThan(2500);
  // It is still there: it was not waited for.
  expect(process.kill(pid, 0)).toBe(true);
  await release();
});

test.runIf(onLinux)('another process that has got the number of a dead one holds nothing', async () => {
  const other = start('exec sleep 60');
  const directory = await tempDir();
  const holder = { pid: other.pid, host: hostname(), started: '1' };
  await writeFile(join(directory, 'run.lock'), JSON.stringify(holder));
  await (await lockDirectory(directory))();
});
