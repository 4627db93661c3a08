import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RawRecord } from '../../core/raw-record.ts';
import { decode, unreadable } from './read-file.ts';

/** APPS's archive: the file of a problem for each field of the hub's file. */
const FILES = {
  question: 'question.txt',
  solutions: 'solutions.json',
  input_output: 'input_output.json',
  starter_code: 'starter_code.py',
} as const;

/** The text of a file; null where there is none. @throws DatasetError */
async function textOf(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw unreadable(path, cause);
  });
  return bytes && decode(bytes, path, 1);
}

/** The problem of a folder, under the hub's names; null where it holds no question. @throws DatasetError */
async function problemIn(folder: string): Promise<RawRecord | null> {
  const texts = Object.entries(FILES).map(async ([field, name]) => [field, await textOf(join(folder, name))] as const);
  const fields = Object.fromEntries(await Promise.all(texts));
  if (fields['question'] === null) return null;
  const filled = Object.entries(fields).map(([field, text]) => [field, text ?? '']);
  return { value: { problem_id: basename(folder), ...Object.fromEntries(filled) }, file: folder, line: 1 };
}

/**
 * The folders of APPS's original archive, a problem or a split of them, with the folders' names as ids; null where the
 * path is no folder, or one without a problem. @throws DatasetError
 */
export async function appsFolder(path: string): Promise<readonly RawRecord[] | null> {
  if (!(await stat(path).catch(() => null))?.isDirectory()) return null;
  const own = await problemIn(path);
  if (own) return [own];
  const entries = await readdir(path, { withFileTypes: true }).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  const problems: RawRecord[] = [];
  // One after the other: a split has 5,000 folders.
  for (const name of names) problems.push(...[await problemIn(join(path, name))].filter((found) => found !== null));
  return problems.length > 0 ? problems : null;
}
