import { randomBytes } from 'node:crypto';
import { lstat, open, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toStoreError } from './disk-error.ts';

/** Whole, or in pieces that are written one by one. */
type Content = string | Uint8Array | Iterable<string>;

/** Who named the path: the user, whose links are followed, or we, in a folder that may be foreign. */
export type Whose = 'named' | 'ours';

/** Writes a file that mutagree has a name for, in a folder that may have come from somebody else. @throws StoreError */
export function writeOwnFile(folder: string, name: string, content: Content): Promise<void> {
  return writeFileAtomically(join(folder, name), content, 'ours');
}

/** Writes a file whole or not at all, also when the process dies in between. @throws StoreError */
export async function writeFileAtomically(path: string, content: Content, whose: Whose): Promise<void> {
  try {
    const isNamed = whose === 'named';
    const target = isNamed ? await realpath(path).catch(() => path) : path;
    const old = await (isNamed ? stat : lstat)(target).catch(() => null);
    // Pipes and devices cannot be replaced and are written as they are; in our own folder anything is.
    const isReplaced = !isNamed || old === null || old.isFile();
    // An unpredictable name, under which no link can have been prepared.
    const draft = isReplaced ? `${target}.${randomBytes(6).toString('hex')}.tmp` : target;
    const file = await open(draft, isReplaced ? 'wx' : 'w', old?.isFile() ? old.mode & 0o777 : undefined);
    try {
      await writeFile(file, content);
      await file.sync().catch(isUnsyncable);
      await file.close();
      if (isReplaced) await rename(draft, target);
    } catch (error) {
      await file.close().catch(() => {});
      if (isReplaced) await unlink(draft).catch(() => {});
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
