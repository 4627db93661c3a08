import { dirname } from 'node:path';
import { type Whose, writeFileAtomically } from './atomic-file.ts';
import { toStoreError } from './disk-error.ts';
import { makeFolder } from './make-folder.ts';

/** Writes a file, or pieces of one, whole or not at all. @throws StoreError */
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
