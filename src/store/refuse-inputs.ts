import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError } from '../core/errors.ts';

export interface InputPath {
  readonly what: string;
  /** Nothing where the setting was not given. */
  readonly path: string | undefined;
}

/** Follows symbolic links and `..` as far as the path exists; the rest stays unchanged. */
async function realLocation(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(await realLocation(parent), basename(absolute));
  }
}

/** Device and inode, which hard links share; null if the file is missing or the system has none. */
async function inodeOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found?.isFile() && found.ino !== 0n ? `${found.dev} ${found.ino}` : null;
}

/**
 * Whatever a command writes, it is nothing that it reads, by whichever name. Called before anything is written.
 *
 * @param outputs every file that the command may write.
 * @throws ConfigError `output-is-input`
 */
export async function refuseInputs(outputs: readonly string[], inputs: readonly InputPath[]): Promise<void> {
  const written = new Map<string, string>();
  for (const output of outputs) {
    written.set(await realLocation(output), output);
    const inode = await inodeOf(output);
    if (inode !== null) written.set(inode, output);
  }
  for (const { what, path } of inputs) {
    if (path === undefined) continue;
    const inode = await inodeOf(path);
    const output = written.get(await realLocation(path)) ?? (inode === null ? undefined : written.get(inode));
    if (output === undefined) continue;
    throw new ConfigError('output-is-input', `${output} would be written, and is read as the ${what} (${path})`, {
      hint: 'Name another place to write to; nothing was changed.',
    });
  }
}
