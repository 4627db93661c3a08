import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DatasetError } from '../../core/errors.ts';
import type { RawRecord } from '../../core/raw-record.ts';
import { decodeLine, parseJsonObject } from './json-records.ts';
import { isGzip, notUnpackable, unreadable } from './read-bytes.ts';

const NEWLINE = 0x0a;

async function firstBytes(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The unpacked stream; an error of the source is an error of the result. */
function unpacked(stored: Readable): Readable {
  const content = createGunzip();
  stored.on('error', (cause) => content.destroy(cause));
  return stored.pipe(content);
}

/** The file's bytes in pieces, unpacked where it is gzip. */
async function* chunksOf(file: string): AsyncIterable<Buffer> {
  const head = await firstBytes(file).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  const stored = createReadStream(file);
  const content = isGzip(head) ? unpacked(stored) : stored;
  try {
    for await (const chunk of content) yield chunk as Buffer;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    throw code.startsWith('Z_') ? notUnpackable(file, cause) : unreadable(file, cause);
  } finally {
    stored.destroy();
  }
}

/**
 * The records of a JSONL file of any size, one at a time; also gzipped. Blank lines, CRLF and a byte order mark are
 * fine.
 *
 * @throws DatasetError with the line, at the first line that is wrong; `file-empty` at the end of a file without any.
 */
export async function* streamJsonLines(file: string): AsyncIterable<RawRecord> {
  let line = 0;
  let records = 0;
  let pending: Buffer[] = [];
  const finishLine = (): RawRecord | null => {
    const text = decodeLine(Buffer.concat(pending), file, ++line);
    pending = [];
    if (text.trim() === '') return null;
    records++;
    return parseJsonObject(text, file, line);
  };
  for await (const chunk of chunksOf(file)) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      pending.push(chunk.subarray(from, at));
      from = at + 1;
      const record = finishLine();
      if (record) yield record;
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  }
  const last = pending.length > 0 ? finishLine() : null;
  if (last) yield last;
  if (records === 0)
    throw new DatasetError('file-empty', { file }, 'is empty', { hint: 'Name a file that holds samples.' });
}
