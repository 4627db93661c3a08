import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
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

/**
 * Refuses a folder below one of ours that a link leads to: writing there would change another folder. The upper folder
 * may be foreign or missing.
 *
 * @param below parts between slashes
 * @throws StoreError `folder-is-link`
 */
export async function requireOwnFolder(folder: string, below: string): Promise<void> {
  let at = folder;
  for (const part of below.split('/')) {
    at = join(at, part);
    if (!(await lstat(at).catch(() => null))?.isSymbolicLink()) continue;
    throw new StoreError('folder-is-link', `${at} is a symbolic link, and runs of a study lie in its own folder`, {
      hint: 'Put the folder itself there.',
    });
  }
}
