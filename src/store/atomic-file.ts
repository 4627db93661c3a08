import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toStoreError } from './disk-error.ts';

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

/** Links stay links; pipes and devices cannot be replaced and are written as they are. */
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

/** Whole, or in pieces that are written one by one. */
type Content = string | Uint8Array | Iterable<string>;

const BEGINNINGS = { named: beginNamedDraft, ours: beginOwnDraft } as const;

/** Who named the path: the user, whose links are followed, or we, in a folder that may be foreign. */
export type Whose = keyof typeof BEGINNINGS;

/** Writes a file that mutagree has a name for, in a folder that may have come from somebody else. @throws StoreError */
export function writeOwnFile(folder: string, name: string, content: Content): Promise<void> {
  return writeFileAtomically(join(folder, name), content, 'ours');
}

/** Writes a file whole or not at all, also when the process dies in between. @throws StoreError */
export async function writeFileAtomically(path: string, content: Content, whose: Whose): Promise<void> {
  try {
    const { file, keep, drop } = await BEGINNINGS[whose](path);
    try {
      await writeFile(file, content);
      await file.sync().catch(isUnsyncable);
      await file.close();
      await keep();
    } catch (error) {
      await file.close().catch(() => {});
      await drop();
      throw error;
    }
  } catch (error) {
    // What makes the pieces may fail, too.
    throw (error as NodeJS.ErrnoException).code === undefined ? error : toStoreError(path, error);
  }
}

/** Pipes and devices have nothing to bring to a disk. */
function isUnsyncable(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error;
}
