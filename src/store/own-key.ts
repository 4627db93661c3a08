import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { makeFolder } from './make-folder.ts';

const BYTES = 32;

async function existing(path: string): Promise<Buffer | null> {
  const key = await readFile(path).catch(() => null);
  return key?.length === BYTES ? key : null;
}

/**
 * This user's own key, made at first use in his cache folder: what is signed with it was written by him, on this machine.
 * Null where it can be neither read nor made.
 */
export async function ownKey(
  env: Readonly<Record<string, string | undefined>> = process.env,
  home: string = homedir(),
): Promise<Buffer | null> {
  const folder = cacheFolder({ platform: process.platform, env, home });
  const path = join(folder, 'own-key');
  const found = await existing(path);
  if (found) return found;
  const unfinished = `${path}.${process.pid}`;
  try {
    await makeFolder(folder);
    await writeFile(unfinished, randomBytes(BYTES), { mode: 0o600 });
    // Never over the key of a process that was faster.
    await link(unfinished, path).catch(() => {});
  } catch {
    return null;
  } finally {
    await unlink(unfinished).catch(() => {});
  }
  return existing(path);
}
