import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, lstat, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { toStoreError } from './disk-error.ts';

/** A file in the making. */
interface Draft {
  readonly file: FileHandle;
  /** Puts it in its place, when it is whole and closed. */
  readonly keep: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** Creates a draft next to `target`, with the permissions of the file that it replaces. */
async function draftOf(target: string, mode: number | undefined): Promise<Draft> {
  // An unpredictable name, under which no link can have been prepared.
  const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  return {
    file: await open(draft, 'wx', mode),
    keep: () => rename(draft, target),
    drop: () => unlink(draft).catch(() => {}),
  };
}

/**
 * Of a path that the user named: the file that it leads to is replaced, so that links stay links. Pipes and devices cannot
 * be replaced and are written as they are.
 */
async function beginNamedDraft(path: string): Promise<Draft> {
  const target = await realpath(path).catch(() => path);
  const old = await stat(target).catch(() => null);
  if (old && !old.isFile()) return { file: await open(target, 'w'), keep: async () => {}, drop: async () => {} };
  return draftOf(target, old ? old.mode & 0o777 : undefined);
}

/** A draft for a name in our own folder, whose content may be foreign: an existing file or link is replaced. */
async function beginOwnDraft(path: string): Promise<Draft> {
  const old = await lstat(path).catch(() => null);
  return draftOf(path, old?.isFile() ? old.mode & 0o777 : undefined);
}

type Content = string | Uint8Array;

/**
 * The owner of a path: `named` by the user, whose links are followed; or `ours`, a name of ours in a possibly foreign
 * folder, where a link is replaced.
 */
export type Whose = 'named' | 'ours';

const BEGINNINGS = { named: beginNamedDraft, ours: beginOwnDraft } as const;

/** Writes a file that mutagree has a name for, in a folder that may have come from somebody else. @throws StoreError */
export function writeOwnFile(folder: string, name: string, content: Content): Promise<void> {
  return writeFileAtomically(join(folder, name), content, 'ours');
}

/** Writes a file whole or not at all, also when the process dies in between. @throws StoreError */
export async function writeFileAtomically(path: string, content: Content, whose: Whose): Promise<void> {
  try {
    const { file, keep, drop } = await BEGINNINGS[whose](path);
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

/** Pipes and devices have nothing to bring to a disk. */
function isUnsyncable(error: NodeJS.ErrnoException): void {
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
  // The stream's own listener reports failures.
  const ends = either.map((end) => end.catch(() => {}));
  await Promise.race(ends);
  settled.abort();
}

/** Begins a file; `discard` after `commit` does nothing. @throws StoreError */
export async function openDraftFile(path: string, whose: Whose): Promise<DraftFile> {
  const { file, keep, drop } = await BEGINNINGS[whose](path).catch((error: unknown) => {
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
