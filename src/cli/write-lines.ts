import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toStoreError } from '../store/disk-error.ts';

/** Writes a file. @throws StoreError */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw toStoreError(path, error);
  }
}

/** Writes a JSONL file line by line. @throws StoreError */
export async function writeLines(path: string, lines: Iterable<unknown>): Promise<void> {
  await writeTextLines(path, asJson(lines));
}

function* asJson(lines: Iterable<unknown>): Iterable<string> {
  for (const line of lines) yield JSON.stringify(line);
}

/** Writes lines as they are. @throws StoreError */
export async function writeTextLines(path: string, lines: Iterable<string>): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const stream = createWriteStream(path);
    const closed = once(stream, 'close');
    for (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, 'drain');
    stream.end();
    await closed;
  } catch (error) {
    throw toStoreError(path, error);
  }
}
