import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toStoreError } from '../store/disk-error.ts';

/** Writes a JSONL file line by line. @throws StoreError */
export async function writeLines(path: string, lines: Iterable<unknown>): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const stream = createWriteStream(path);
    const closed = once(stream, 'close');
    for (const line of lines) if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain');
    stream.end();
    await closed;
  } catch (error) {
    throw toStoreError(path, error);
  }
}
