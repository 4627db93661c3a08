import { randomBytes } from 'node:crypto';
import { lstat, open, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toStoreError } from './disk-error.ts';
import { makeFolder } from './make-folder.ts';

/** Whole, or in pieces that are written one by one. */
type Content = string | Uint8Array | Iterable<string>;

/** Who named the path: the user, whose links are followed, or we, in a folder that may be foreign. */
export type Whose = 'named' | 'ours';

/** Writes a file that mutagree has a name for, in a folder that may have come from somebody else. @throws StoreError */
export function writeOwnFile(folder: string, name: string, content: Content): Promise<void> {
  return writeFileAtomically(join(folder, name), content, 'ours');
}

/** Writes a file whole or not at all, also when the process dies in between. @throws StoreError */
export async function writeFileAtomically(path: string, content: Content, whose: Whose): Promise<void> {
  try {
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

/** Writes a text, or pieces of one, whole or not at all, in a folder that is made if it is missing. @throws StoreError */
export async function writeText(path: string, text: string | Iterable<string>, whose: Whose): Promise<void> {
  await makeFolder(dirname(path)).catch((error: unknown) => {
    throw toStoreError(path, error);
  });
  await writeFileAtomically(path, text, whose);
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
