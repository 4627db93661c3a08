import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DatasetError } from '../../core/errors.ts';

const NEWLINE = 0x0a;
const MOST_CHARACTERS = 2 ** 30;

/** How files of other kinds begin. */
const OTHER_KINDS: readonly (readonly [beginning: string, kind: string, hint: string])[] = [
  [
    'PAR1',
    'a Parquet file',
    'Convert it to JSON lines, such as by pandas: read_parquet(…).to_json(…, orient="records", lines=True).',
  ],
  ['PK\u0003\u0004', 'a zip archive', 'Unpack it, and name the file of the records in it.'],
  ['\u0028\u00b5\u002f\u00fd', 'packed by zstd', 'Unpack it: unzstd FILE.'],
  ['BZh', 'packed by bzip2', 'Unpack it: bunzip2 FILE.'],
  ['\u00fd7zXZ', 'packed by xz', 'Unpack it: unxz FILE.'],
];

/** The error for a file that the system would not read, or that is no whole gzip file, by its reason. */
export function unreadable(file: string, cause: unknown): DatasetError {
  const reason = (cause as NodeJS.ErrnoException).code ?? '';
  const refused = (code: string, problem: string, hint: string) =>
    new DatasetError(code, { file }, problem, { hint, cause });
  if (/^ENO(?:ENT|TDIR)$/.test(reason)) return refused('file-missing', 'there is no such file', 'Check the path.');
  if (reason === 'EISDIR') return refused('file-is-directory', 'is a directory; expected a file', 'Name a file in it.');
  if (reason.startsWith('Z_')) return refused('file-gzip', 'is a broken or cut gzip file', 'Download it again.');
  return refused('file-unreadable', `cannot be read (${reason || String(cause)})`, 'Check its permissions.');
}

export const emptyFile = (file: string, problem = 'is empty'): DatasetError =>
  new DatasetError('file-empty', { file }, problem, { hint: 'Name a file that holds records.' });

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The file's bytes in pieces, unpacked where they begin as a gzip file does. @throws DatasetError */
async function* chunksOf(file: string): AsyncIterable<Buffer> {
  const beginning = await beginningOf(file).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  const other = OTHER_KINDS.find(([start]) => beginning.startsWith(start));
  if (other) throw new DatasetError('file-kind', { file }, `is ${other[1]}, not text`, { hint: other[2] });
  const stored = createReadStream(file);
  try {
    yield* beginning.startsWith('\x1f\x8b') ? pipeline(stored, createGunzip(), () => {}) : stored;
  } catch (cause) {
    throw unreadable(file, cause);
  } finally {
    stored.destroy();
  }
}

/** UTF-8 bytes as text, without a byte order mark. @throws DatasetError `file-encoding` */
export function decode(bytes: Uint8Array, file: string, line: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const hint = 'Save the file as UTF-8.';
    throw new DatasetError('file-encoding', { file, line }, 'is not valid UTF-8', { hint, cause });
  }
}

/** The lines of a text file of any size, one at a time; also gzipped. @throws DatasetError at the first wrong line */
export async function* linesOf(file: string): AsyncIterable<string> {
  let line = 0;
  let pending: Buffer[] = [];
  for await (const chunk of chunksOf(file)) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      yield decode(Buffer.concat([...pending, chunk.subarray(from, at)]), file, ++line);
      pending = [];
      from = at + 1;
    }
    pending.push(chunk.subarray(from));
  }
  yield decode(Buffer.concat(pending), file, ++line);
}

/** All lines of a text file. @throws DatasetError */
export async function readLines(file: string): Promise<string[]> {
  const lines: string[] = [];
  let characters = 0;
  for await (const line of linesOf(file)) {
    characters += line.length + 1;
    if (characters > MOST_CHARACTERS)
      throw new DatasetError('file-large', { file }, 'holds more than 1 GiB of text', { hint: 'Split it.' });
    lines.push(line);
  }
  return lines;
}

/** The files of a folder in a fixed order, or the file itself. */
async function filesOf(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}

/** The hash of the bytes as they are stored, of all files of folders. */
export async function sha256Of(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const files = (await Promise.all(paths.map(filesOf))).flat();
  for (const file of files) for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
