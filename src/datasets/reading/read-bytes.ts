import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { DatasetError } from '../../core/errors.ts';

const MAX_UNPACKED_BYTES = 2 ** 30;

const unpack = promisify(gunzip);

/** The error for a file that the system would not read, by its reason. */
export function unreadable(file: string, cause: unknown): DatasetError {
  const reason = (cause as NodeJS.ErrnoException).code ?? '';
  if (reason === 'ENOENT' || reason === 'ENOTDIR') {
    return new DatasetError('file-missing', { file }, 'there is no such file', { hint: 'Check the path.', cause });
  }
  if (reason === 'EISDIR') {
    return new DatasetError('file-is-directory', { file }, 'is a directory; expected a file', {
      hint: 'Name a file in it.',
      cause,
    });
  }
  return new DatasetError('file-unreadable', { file }, `cannot be read (${reason || String(cause)})`, {
    hint: 'Check its permissions.',
    cause,
  });
}

/** Whether bytes begin as a gzip file does, whatever the file's name. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The error for a gzip file that is broken, cut short or too large. */
export function notUnpackable(file: string, cause: unknown): DatasetError {
  const tooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  const problem = tooLarge ? 'unpacks to more than 1 GiB' : 'is a broken or cut gzip file';
  return new DatasetError('file-gzip', { file }, problem, {
    hint: tooLarge ? 'Split the file.' : 'Download it again.',
    cause,
  });
}

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

/** @throws DatasetError `file-kind` for a file of a kind that is not read */
function refuseOtherKinds(file: string, bytes: Buffer): void {
  const beginning = bytes.toString('latin1', 0, 8);
  const other = OTHER_KINDS.find(([start]) => beginning.startsWith(start));
  if (other) throw new DatasetError('file-kind', { file }, `is ${other[1]}, not text`, { hint: other[2] });
}

/** `stored` as it is in the file, `content` unpacked where that is gzip. @throws DatasetError */
export async function readBytes(file: string): Promise<{ stored: Buffer; content: Buffer }> {
  const stored = await readFile(file).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  refuseOtherKinds(file, stored);
  if (!isGzip(stored)) return { stored, content: stored };
  const content = await unpack(stored, { maxOutputLength: MAX_UNPACKED_BYTES }).catch((cause: unknown) => {
    throw notUnpackable(file, cause);
  });
  return { stored, content };
}
