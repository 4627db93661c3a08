import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StoreError } from '../core/errors.ts';

/**
 * Opens a file of a run directory and refuses anything else in its place: reading a pipe would wait for ever, and block
 * one of the few threads with which Node reads files.
 *
 * @param flags of `open`, besides those that keep it from waiting
 * @throws StoreError `not-a-file`; errors of `open`
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

/** Reads a file of a run directory. @throws StoreError `not-a-file`; errors of `open` */
export async function readRegular(path: string, flags?: number): Promise<string> {
  const file = await openRegular(path, flags);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
