import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../core/errors.ts';

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
