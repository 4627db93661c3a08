import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError } from '../core/errors.ts';

/** Paths by what they are read as; undefined if the setting was not given. */
export type InputPaths = Readonly<Record<string, string | readonly string[] | undefined>>;

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

/** What two paths of one file share: its location, and the device and inode that hard links have, too. */
async function namesOf(path: string): Promise<readonly string[]> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  // Some systems have no inodes.
  const inodes = found?.isFile() && found.ino !== 0n ? [`${found.dev} ${found.ino}`] : [];
  return [await realLocation(path), ...inodes];
}

/**
 * Whatever a command writes, it is nothing that it reads, by whichever name. Called before anything is written.
 *
 * @param outputs every file that the command may write.
 * @throws ConfigError `output-is-input`
 */
export async function refuseInputs(outputs: readonly (string | undefined)[], inputs: InputPaths): Promise<void> {
  const written = new Map<string, string>();
  for (const output of outputs.filter((path) => path !== undefined)) {
    for (const name of await namesOf(output)) written.set(name, output);
  }
  const read = Object.entries(inputs).flatMap(([what, paths]) => [paths ?? []].flat().map((path) => ({ what, path })));
  for (const { what, path } of read) {
    const output = (await namesOf(path)).flatMap((name) => written.get(name) ?? [])[0];
    if (output === undefined) continue;
    throw new ConfigError('output-is-input', `${output} would be written, and is read as the ${what} (${path})`, {
      hint: 'Name another place to write to; nothing was changed.',
    });
  }
}
