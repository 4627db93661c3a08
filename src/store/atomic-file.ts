import { once } from 'node:events';
import { type FileHandle, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { toStoreError } from './disk-error.ts';

/** A file in the making. */
interface Draft {
  readonly file: FileHandle;
  /** Puts it in its place, when it is whole and closed. */
  readonly keep: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/**
 * A draft beside the file that `path` leads to, so that links stay links; with the permissions of the file that it
 * replaces. Pipes and devices cannot be replaced and are written as they are.
 */
async function beginDraft(path: string): Promise<Draft> {
  const target = await realpath(path).catch(() => path);
  const old = await stat(target).catch(() => null);
  if (old && !old.isFile()) return { file: await open(target, 'w'), keep: async () => {}, drop: async () => {} };
  const draft = `${target}.${process.pid}.tmp`;
  return {
    file: await open(draft, 'w', old ? old.mode & 0o777 : undefined),
    keep: () => rename(draft, target),
    drop: () => unlink(draft).catch(() => {}),
  };
}

/** Writes a file whole or not at all, also when the process dies in between. @throws StoreError */
export async function writeFileAtomically(path: string, content: string | Uint8Array): Promise<void> {
  try {
    const { file, keep, drop } = await beginDraft(path);
    try {
      await file.writeFile(content);
      await file.sync().catch(isUnsyncable);
      await file.close();
      await keep();
    } catch (error) {
      await file.close().catch(() => {});
      await drop();
      throw error;
    }
  } catch (error) {
    throw toStoreError(path, error);
  }
}

/** Pipes, devices and some file systems have nothing to bring to a disk. */
export function isUnsyncable(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error;
}

/** A file that is written piece by piece and appears whole or not at all. */
export interface DraftFile {
  write(text: string): void;
  /** Resolves when there is room for more. @throws StoreError */
  drained(): Promise<void>;
  /** @throws StoreError */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** Resolves when there is room, or never will be; leaves nothing listening, however often it is asked. */
async function untilDrained(stream: Writable): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  const either = [once(stream, 'drain', { signal }), once(stream, 'close', { signal })];
  // What went wrong is told by the stream's own listener.
  const ends = either.map((end) => end.catch(() => {}));
  await Promise.race(ends);
  settled.abort();
}

/** Begins a file; `discard` after `commit` does nothing. @throws StoreError */
export async function openDraftFile(path: string): Promise<DraftFile> {
  const { file, keep, drop } = await beginDraft(path).catch((error: unknown) => {
    throw toStoreError(path, error);
  });
  const stream = file.createWriteStream();
  let failure: unknown = null;
  stream.on('error', (error) => {
    failure = error;
  });
  const requireWhole = () => {
    if (failure) throw toStoreError(path, failure);
  };
  return {
    write: (text) => void stream.write(text),
    drained: async () => {
      if (stream.writableNeedDrain && !failure) await untilDrained(stream);
      requireWhole();
    },
    commit: async () => {
      stream.end();
      if (!stream.closed) await once(stream, 'close').catch(() => {});
      requireWhole();
      await keep().catch((error: unknown) => {
        throw toStoreError(path, error);
      });
    },
    discard: async () => {
      stream.destroy();
      await drop();
    },
  };
}
