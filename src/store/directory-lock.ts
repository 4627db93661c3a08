import { randomUUID } from 'node:crypto';
import { link, stat, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../core/errors.ts';
import { isProcessAlive, startOfProcess } from '../living-process.ts';
import { makeFolder, readRegular, toStoreError } from './files.ts';

interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process in clock ticks since boot (Linux), so that a reused pid is not taken for the holder. */
  readonly started: string | null;
}

const LOCK = 'run.lock';

/** The living holder of a lock; null if it has died or cannot be read, undefined if there is no lock. */
async function holderOf(path: string): Promise<LockHolder | null | undefined> {
  try {
    const holder = JSON.parse(await readRegular(path)) as LockHolder;
    return holder.host !== hostname() || isProcessAlive(holder.pid, holder.started) ? holder : null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : null;
  }
}

export const isDirectoryHeld = async (directory: string): Promise<boolean> =>
  Boolean(await holderOf(join(directory, LOCK)));

/** Errors of disks without hard links. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/** Makes the lock whole, and only where there is none: linking is atomic, on network disks too. */
async function claim(path: string, self: LockHolder): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  const text = JSON.stringify(self);
  try {
    await writeFile(draft, text);
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (!WITHOUT_LINKS.has(error.code ?? '')) throw error;
      return writeFile(path, text, { flag: 'wx' });
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft).catch(() => {});
  }
}

const OLD_MS = 10_000;

/** Whether the file exists and is no longer written. */
async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > OLD_MS;
}

/** Takes away the lock of a process that has died; of several that try, one does, and none takes a living one's. */
async function clearDead(path: string, self: LockHolder): Promise<void> {
  const clearing = `${path}.clearing`;
  if (!(await claim(clearing, self))) {
    // One that is gone again is not there to be removed: in its place may be that of the next process.
    if ((await holderOf(clearing)) === null && (await isOld(clearing))) await unlink(clearing).catch(() => {});
    return;
  }
  try {
    // Where another has cleared it already, the next one may take it at any moment.
    if ((await holderOf(path)) === null) await unlink(path).catch(() => {});
  } finally {
    await unlink(clearing).catch(() => {});
  }
}

/** Between two attempts: a lock under clearance is free in a moment. */
const PAUSE_MS = 20;
/** Time that a stopped process, or one whose supervisor was killed, may need to exit. */
const LEAVING_MS = 3000;

function heldError(directory: string, holder: LockHolder | null | undefined): StoreError {
  if (!holder) {
    return new StoreError('directory-locked', `${directory} is being taken by another process`, {
      hint: 'Try again, or choose another folder (--out).',
    });
  }
  return new StoreError('directory-locked', `${directory} is in use by process ${holder.pid} on ${holder.host}`, {
    hint: `Wait for it, stop it, or choose another folder (--out). If no such process exists, delete ${join(directory, LOCK)}.`,
  });
}

/** Takes over from a dead process, waits for one about to end. @throws StoreError `directory-locked` */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, LOCK);
  const self: LockHolder = { pid: process.pid, host: hostname(), started: startOfProcess(process.pid) };
  const begun = performance.now();
  try {
    await makeFolder(directory);
    while (!(await claim(path, self))) {
      const holder = await holderOf(path);
      if (!holder) await clearDead(path, self);
      const mayLeave = !holder || (holder.host === self.host && holder.pid !== self.pid);
      if (!mayLeave || performance.now() - begun > LEAVING_MS) throw heldError(directory, holder);
      await sleep(PAUSE_MS);
    }
  } catch (error) {
    throw toStoreError(directory, error);
  }
  return () => unlink(path).catch(() => {});
}

/** Takes the directory for what `open` makes, and lets go of it if that fails. @throws StoreError `directory-locked` */
export async function inLocked<Store>(directory: string, open: (release: () => Promise<void>) => Promise<Store>) {
  const release = await lockDirectory(directory);
  try {
    return await open(release);
  } catch (error) {
    await release();
    throw error;
  }
}
