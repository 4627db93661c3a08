import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RawRecord } from '../../core/raw-record.ts';
import { decodeLine } from './json-records.ts';
import { unreadable } from './read-bytes.ts';

/** APPS's archive: the file of a problem for each field of the hub's file. */
const FILES = {
  question: 'question.txt',
  solutions: 'solutions.json',
  input_output: 'input_output.json',
  starter_code: 'starter_code.py',
} as const;

async function bytesOf(path: string): Promise<Buffer | null> {
  return readFile(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw unreadable(path, cause);
  });
}

/** The problem of a folder, under the hub's names; null where it holds no question. @throws DatasetError */
async function problemIn(folder: string): Promise<{ stored: Buffer[]; record: RawRecord } | null> {
  const read = await Promise.all(
    Object.entries(FILES).map(async ([field, name]) => [field, name, await bytesOf(join(folder, name))] as const),
  );
  if (read.every(([field, , bytes]) => field !== 'question' || bytes === null)) return null;
  const fields = read.map(([field, name, bytes]) => [field, bytes ? decodeLine(bytes, join(folder, name), 1) : '']);
  const value = { problem_id: basename(folder), ...Object.fromEntries(fields) };
  const stored = read.flatMap(([, name, bytes]) => (bytes ? [Buffer.from(`${folder}/${name}\0`), bytes] : []));
  return { stored, record: { value, file: folder, line: 1 } };
}

/**
 * The folders of APPS's original archive: one problem, or a split of them, in the order of their names; the folder's name
 * is the problem's id; `stored` is all that was read, for its hash. Null where the path is no folder, or one without a problem.
 *
 * @throws DatasetError
 */
export async function appsFolder(path: string) {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) return null;
  const own = await problemIn(path);
  if (own) return { stored: Buffer.concat(own.stored), records: [own.record] };
  const entries = await readdir(path, { withFileTypes: true }).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  const problems: NonNullable<Awaited<ReturnType<typeof problemIn>>>[] = [];
  // One after the other: a split has 5,000 folders.
  for (const name of names) {
    const problem = await problemIn(join(path, name));
    if (problem) problems.push(problem);
  }
  if (problems.length === 0) return null;
  return {
    stored: Buffer.concat(problems.flatMap(({ stored }) => stored)),
    records: problems.map(({ record }) => record),
  };
}
