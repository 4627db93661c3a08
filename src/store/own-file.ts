import { constants } from 'node:fs';
import { lstat, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../core/errors.ts';
import { isUnsyncable } from './atomic-file.ts';
import { toStoreError } from './disk-error.ts';

const { O_CREAT, O_EXCL, O_WRONLY } = constants;

/**
 * Writes a file whose name is ours in a folder that may be anybody's, whole or not at all. It takes the place of what stands
 * there: a link in a folder that one was sent is replaced, and what it leads to stays as it is.
 *
 * @throws StoreError
 */
export async function writeOwnFile(directory: string, name: string, content: string | Uint8Array): Promise<void> {
  const path = join(directory, name);
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const old = await lstat(path).catch(() => null);
    // Left by a process that was killed and had this number; or a link in its place.
    await unlink(draft).catch(() => {});
    const file = await open(draft, O_CREAT | O_EXCL | O_WRONLY, old?.isFile() ? old.mode & 0o777 : 0o666);
    try {
      await file.writeFile(content);
      await file.sync().catch(isUnsyncable);
      await file.close();
      await rename(draft, path);
    } catch (error) {
      await file.close().catch(() => {});
      await unlink(draft).catch(() => {});
      throw error;
    }
  } catch (error) {
    throw toStoreError(path, error);
  }
}

/**
 * Refuses a folder below one that may be anybody's where a link leads out of it.
 *
 * @param below relative to `directory`; need not be there yet
 * @throws StoreError `folder-is-link`
 */
export async function refuseLinks(directory: string, below: string): Promise<void> {
  let place = directory;
  for (const part of below.split('/').filter((each) => each !== '' && each !== '.')) {
    place = join(place, part);
    const found = await lstat(place).catch(() => null);
    if (found?.isSymbolicLink()) {
      throw new StoreError('folder-is-link', `${place} is a link, and what lies below ${directory} is to be written`, {
        mend: 'Put the folder itself in its place, or write to another folder.',
      });
    }
  }
}
