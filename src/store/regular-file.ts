import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StoreError } from '../core/errors.ts';

/**
 * Opens a file of a run directory. Whatever else lies in its place is refused: a pipe would be waited for, and with it one
 * of the few threads that Node reads files with.
 *
 * @param flags of `open`, besides those that keep it from waiting
 * @throws StoreError `not-a-file`; what `open` throws
 */
export async function openRegular(path: string, flags: number = constants.O_RDONLY): Promise<FileHandle> {
  const file = await open(path, flags | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await file.stat();
    // A folder is refused by the first read.
    if (found.isFile() || found.isDirectory()) return file;
    throw new StoreError('not-a-file', `${path} is not a regular file`, { hint: 'Restore it, or move it away.' });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The text of a file of a run directory. @throws StoreError `not-a-file`; what `open` throws */
export async function readRegular(path: string, flags?: number): Promise<string> {
  const file = await openRegular(path, flags);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
