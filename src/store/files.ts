import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StoreError } from '../core/errors.ts';

/** Which flag names the place differs from command to command, and some have none. */
const ELSEWHERE = 'Write to a place where files can be made.';

const PROBLEMS: Readonly<Record<string, readonly [problem: string, hint: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space and run the same command again.'],
  EDQUOT: ['the disk quota is used up', 'Free some space and run the same command again.'],
  EROFS: ['the disk is read-only', ELSEWHERE],
  EACCES: ['no permission to write', ELSEWHERE],
  EPERM: ['no permission to write', ELSEWHERE],
  ENOENT: ['cannot be made there', ELSEWHERE],
  ENOTDIR: ['part of the path is a file', ELSEWHERE],
  EISDIR: ['a folder of that name is in the way', 'Remove the folder, or write to another place.'],
  EEXIST: ['a file of that name is in the way', 'Remove the file, or write to another place.'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter one.'],
  ELOOP: ['a symbolic link is in the way', 'Put the file itself there, or write to another place.'],
  EINVAL: ['the system accepts no such name there', ELSEWHERE],
  ENXIO: ['is not a file that can be written', ELSEWHERE],
  ETXTBSY: ['the file is in use as a program', ELSEWHERE],
  EBUSY: ['another program holds it', 'Close that program, or write to another place.'],
  EMFILE: ['too many files are open', 'Raise the limit (ulimit -n), or lower --jobs and --concurrency.'],
  ENFILE: ['too many files are open on this machine', 'Close some programs, or lower --jobs and --concurrency.'],
  EIO: ['the disk fails', ELSEWHERE],
  ESTALE: ['the file server no longer knows it', 'Mount the folder again and run the same command again.'],
  ETIMEDOUT: ['the file server does not answer', 'Run the same command again when it does.'],
  EFBIG: ['the file would exceed the size limit', 'Raise the limit (ulimit -f), or write to another disk.'],
};

/** A system error on a file of ours as a StoreError that names the path and the hint; one that is a StoreError as it is. */
export function toStoreError(path: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? 'unknown';
  const [problem, hint] = PROBLEMS[code] ?? [`cannot be written (${code})`, ELSEWHERE];
  return new StoreError(`store-${code.toLowerCase()}`, `${path}: ${problem}`, { hint, cause });
}

/** Not by recursive mkdir, which never returns below a folder such as /proc. @throws the system's error */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  const above = dirname(path);
  const make = () =>
    mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
    });
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || above === path) throw error;
    await makeFolder(above);
    await make();
  });
}

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

/** Whole, or in pieces that are written one by one. */
type Content = string | Uint8Array | Iterable<string>;

/** Who named the path: the user, whose links are followed, or we, in a folder that may be foreign. */
export type Whose = 'named' | 'ours';

/** Writes a file that mutagree has a name for, in a folder that may have come from somebody else. @throws StoreError */
export function writeOwnFile(folder: string, name: string, content: Content): Promise<void> {
  return writeText(join(folder, name), content, 'ours');
}

/**
 * Writes a file whole or not at all, also when the process dies in between, in a folder that is made if it is missing.
 *
 * @throws StoreError
 */
export async function writeText(path: string, content: Content, whose: Whose): Promise<void> {
  try {
    await makeFolder(dirname(path));
    const isNamed = whose === 'named';
    const target = isNamed ? await realpath(path).catch(() => path) : path;
    const old = await (isNamed ? stat : lstat)(target).catch(() => null);
    // Pipes and devices cannot be replaced and are written as they are; in our own folder anything is.
    const isReplaced = !isNamed || old === null || old.isFile();
    // An unpredictable name, under which no link can have been prepared.
    const draft = isReplaced ? `${target}.${randomBytes(6).toString('hex')}.tmp` : target;
    const file = await open(draft, isReplaced ? 'wx' : 'w', old?.isFile() ? old.mode & 0o777 : undefined);
    try {
      await writeFile(file, content);
      await file.sync().catch(isUnsyncable);
      await file.close();
      if (isReplaced) await rename(draft, target);
    } catch (error) {
      await file.close().catch(() => {});
      if (isReplaced) await unlink(draft).catch(() => {});
      throw error;
    }
  } catch (error) {
    // What makes the pieces may fail, too.
    throw (error as NodeJS.ErrnoException).code === undefined ? error : toStoreError(path, error);
  }
}

/** Pipes and devices have nothing to bring to a disk. */
function isUnsyncable(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error;
}

/** Writes a JSONL file, whole or not at all. @throws StoreError */
export const writeLines = (path: string, lines: Iterable<unknown>, whose: Whose): Promise<void> =>
  writeTextLines(path, asJson(lines), whose);

function* asJson(lines: Iterable<unknown>): Iterable<string> {
  for (const line of lines) yield JSON.stringify(line);
}

/** Writes lines as they are, whole or not at all. @throws StoreError */
export const writeTextLines = (path: string, lines: Iterable<string>, whose: Whose): Promise<void> =>
  writeText(path, pieces(lines), whose);

const PIECE_CHARACTERS = 65_536;

function* pieces(lines: Iterable<string>): Iterable<string> {
  let piece = '';
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
