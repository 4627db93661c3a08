import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readRegular } from '../store/regular-file.ts';

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** A branch's name leads nowhere but below the repository's own folder. */
const REF = /^ref: (refs\/(?!.*\.\.)[^\s\\]{1,200})$/;
/** Of a list of all branches and tags; everything else is a line. */
const MOST_BYTES = 4 * 1024 * 1024;

async function textOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  return found === null || found.size > MOST_BYTES ? null : readRegular(path).catch(() => null);
}

/** The folder that holds a checkout's state; in a worktree or submodule `.git` is a file that names it. */
async function stateFolder(root: string): Promise<string> {
  const named = /^gitdir: (.+)$/m.exec((await textOf(join(root, '.git'))) ?? '')?.[1];
  return named === undefined ? join(root, '.git') : resolve(root, named);
}

/**
 * The commit of a checkout, or null. Its files are read as text: git itself would run commands of the checkout's own
 * configuration (a file system monitor, filters), and the folder may be foreign.
 */
export async function commitOf(root: string): Promise<string | null> {
  const state = await stateFolder(root);
  const head = (await textOf(join(state, 'HEAD')))?.trim() ?? '';
  const ref = REF.exec(head)?.[1];
  if (ref === undefined) return COMMIT.test(head) ? head : null;
  const shared = (await textOf(join(state, 'commondir')))?.trim();
  for (const folder of shared === undefined ? [state] : [state, resolve(state, shared)]) {
    const loose = (await textOf(join(folder, ref)))?.trim() ?? '';
    if (COMMIT.test(loose)) return loose;
    const packed = ((await textOf(join(folder, 'packed-refs'))) ?? '').split('\n');
    const found = packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? '';
    if (COMMIT.test(found)) return found;
  }
  return null;
}

/** The commit of the checkout that a folder lies in, or null. */
export async function commitAround(folder: string): Promise<string | null> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = await commitOf(at);
    if (found !== null || dirname(at) === at) return found;
  }
}
