import { open, readFile, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '../core/errors.ts';
import { toStoreError } from './disk-error.ts';
import { makeFolder } from './make-folder.ts';

interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process in clock ticks since boot (Linux), so that a reused pid is not taken for the holder. */
  readonly started: string | null;
}

async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

async function isAlive(holder: LockHolder): Promise<boolean> {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return holder.started === null || holder.started === (await startOf(holder.pid));
}

async function readHolder(path: string): Promise<LockHolder | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockHolder;
  } catch {
    return null;
  }
}

/** Whether a living process holds the directory. */
export async function isDirectoryHeld(directory: string): Promise<boolean> {
  const holder = await readHolder(join(directory, 'run.lock'));
  return holder !== null && (await isAlive(holder));
}

/**
 * Takes the run directory for this process; the lock of a process that has died is taken over.
 *
 * @returns releases the lock.
 * @throws StoreError `directory-locked` while another living process holds it.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'run.lock');
  const self: LockHolder = { pid: process.pid, host: hostname(), started: await startOf(process.pid) };
  try {
    await makeFolder(directory);
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        const file = await open(path, 'wx');
        await file.writeFile(JSON.stringify(self)).finally(() => file.close());
        return () => unlink(path).catch(() => {});
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = await readHolder(path);
      if (holder && (await isAlive(holder))) {
        throw new StoreError('directory-locked', `${directory} is in use by process ${holder.pid} on ${holder.host}`, {
          mend: `Wait for it, stop it, or choose another folder. If no such process exists, delete ${path}.`,
        });
      }
      await unlink(path).catch(() => {});
    }
  } catch (error) {
    throw error instanceof StoreError ? error : toStoreError(directory, error);
  }
  throw new StoreError('directory-locked', `${directory} is being taken by another process`, {
    mend: 'Try again, or choose another folder.',
  });
}
