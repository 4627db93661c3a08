import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../package-root.ts';

/** The version of mutagree that runs here. */
export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  return version;
}

const COMMIT = /^[0-9a-f]{40,64}$/;
const GIT_MS = 5000;

/** No settings of the user. */
export const gitEnv = () => ({ PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });

/** `git rev-parse` runs no command of a checkout's own configuration, which may be foreign. */
async function headOf(folder: string, more: Readonly<Record<string, string>> = {}): Promise<string | null> {
  const env = { ...gitEnv(), ...more };
  const words = ['-c', 'safe.directory=*', '-C', folder, 'rev-parse', '--verify', '--quiet', 'HEAD'];
  const { stdout } = await promisify(execFile)('git', words, { env, timeout: GIT_MS }).catch(() => ({ stdout: '' }));
  return COMMIT.exec(stdout.trim())?.[0] ?? null;
}

/** The commit of the checkout at `root`; null if `root` is not the top of one, or git is missing. */
export const commitOf = (root: string): Promise<string | null> =>
  headOf(root, { GIT_CEILING_DIRECTORIES: dirname(resolve(root)) });

/** The commit of the checkout that a folder lies in, or null. */
export const commitAround = (folder: string): Promise<string | null> => headOf(folder);
