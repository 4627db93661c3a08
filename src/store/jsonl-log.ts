import { constants } from 'node:fs';
import { rm } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { z } from 'zod';
import type { StoreError } from '../core/errors.ts';
import type { RunLog } from '../records/run-store.ts';
import { openRegular, toStoreError } from './files.ts';
import { parseStored } from './stored-file.ts';

const NEWLINE = 10;

/**
 * Reads a file line by line: texts of programs and models may add up to more than a string can hold. A last line without
 * its newline is a killed process's leftover: it is no line, and `intactBytes` is its start.
 *
 * @param take called with a line and its place in the file
 */
export async function eachLine(blocks: AsyncIterable<Buffer>, take: (line: Buffer, at: number) => void) {
  let bytes = 0;
  let intactBytes = 0;
  let torn: Buffer[] = [];
  for await (const block of blocks) {
    let from = 0;
    for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, from)) {
      take(Buffer.concat([...torn, block.subarray(from, end)]), intactBytes);
      torn = [];
      from = end + 1;
      intactBytes = bytes + from;
    }
    torn.push(block.subarray(from));
    bytes += block.length;
  }
  return { torn: Buffer.concat(torn), intactBytes };
}

/** Where a line stands in its file, without its newline. */
export interface LinePlace {
  readonly at: number;
  readonly bytes: number;
}

/**
 * Opens or creates a file that grows by whole lines, and survives the death of its process at any moment: a torn last
 * line is cut off.
 *
 * @param read reads what is there, by `eachLine`
 * @param isNamed whether the user named the file, which may then be a link; in a folder of ours a link may be anybody's
 * @param isFresh discards the content
 * @param checkTorn throws where the only line is of somebody else's file
 * @throws StoreError
 */
export async function openLines(
  path: string,
  read: (blocks: AsyncIterable<Buffer>) => ReturnType<typeof eachLine>,
  { isNamed = false, isFresh = false, checkTorn = (_line: string): unknown => null } = {},
) {
  const noLink = isNamed ? 0 : (constants.O_NOFOLLOW ?? 0);
  const opening = openRegular(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | noLink);
  const file = await opening.catch((error: unknown) => {
    throw toStoreError(path, error);
  });
  let size = 0;
  try {
    if (isFresh) await file.truncate(0);
    const { torn, intactBytes } = await read(file.createReadStream({ start: 0, autoClose: false }));
    if (torn.length > 0 && intactBytes === 0) checkTorn(torn.toString('utf8'));
    if (torn.length > 0) await file.truncate(intactBytes);
    size = intactBytes;
  } catch (error) {
    await file.close();
    throw toStoreError(path, error);
  }
  const turn = pLimit(1);
  let failure: StoreError | null = null;
  return {
    /** @param isDurable whether the line is flushed to the disk itself. @throws StoreError */
    append: (text: string, isDurable = false): Promise<LinePlace> => {
      const line = Buffer.from(`${text}\n`, 'utf8');
      return turn(async () => {
        // After a failed write the file may end in half a line: nothing may follow it.
        if (failure) throw failure;
        try {
          await file.appendFile(line);
          if (isDurable) await file.datasync();
        } catch (error) {
          failure = toStoreError(path, error);
          throw failure;
        }
        const place = { at: size, bytes: line.length - 1 };
        size += line.length;
        return place;
      });
    },
    lineAt: async ({ at, bytes }: LinePlace): Promise<string> => {
      const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
      return buffer.toString('utf8');
    },
    /** Waits for lines under way. @returns the size of the file in bytes */
    close: async (): Promise<number> => {
      const { size: bytes } = await turn(() => file.stat());
      await file.close();
      return bytes;
    },
  };
}

const BROKEN = {
  code: 'log-broken',
  hint: 'The file was changed by something else. Restore it, or start again in another folder.',
} as const;

/** Reads the records of a JSONL file. @throws StoreError `log-broken` if a whole line is no such record */
export function eachRecord<T>(
  blocks: AsyncIterable<Buffer>,
  path: string,
  schema: z.ZodType<T>,
  take: (record: T) => void,
): ReturnType<typeof eachLine> {
  let number = 0;
  return eachLine(blocks, (line) => {
    number++;
    if (line.length > 0) take(parseStored(line.toString('utf8'), `${path} line ${number}`, schema, BROKEN));
  });
}

/** Whether a text is what a killed process left of a record, or a disk that lost power, which may know its length alone. */
function isBegun(text: string): boolean {
  if (!text.startsWith('{')) return /^\0+$/.test(text);
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

export interface JsonlLogOptions<T> {
  readonly schema: z.ZodType<T>;
  readonly keyOf: (record: T) => string;
  /** Whether every record is flushed to the disk itself before it counts as stored. */
  readonly durable?: boolean;
  /** Whether the user named the file, which may then be a link. */
  readonly isNamed?: boolean;
}

/**
 * Opens or creates an append-only JSONL file (see `openLines`); the last record of a key counts. Closing removes a file
 * of ours that nothing was written to.
 *
 * @throws StoreError
 */
export async function openLog<T>(
  path: string,
  { schema, keyOf, durable = false, isNamed = false }: JsonlLogOptions<T>,
): Promise<RunLog<T> & { close(): Promise<void> }> {
  const records = new Map<string, T>();
  const keep = (record: T) => void records.set(keyOf(record), record);
  // A torn only line is cut if it begins a record of ours, not if the file is somebody's.
  const checkTorn = (text: string) => isBegun(text) || parseStored(text, `${path} line 1`, schema, BROKEN);
  const read = (blocks: AsyncIterable<Buffer>) => eachRecord(blocks, path, schema, keep);
  const file = await openLines(path, read, { isNamed, checkTorn });
  return {
    get: (key) => records.get(key),
    all: () => [...records.values()],
    append: async (record) => {
      await file.append(JSON.stringify(record), durable);
      keep(record);
    },
    close: async () => {
      if ((await file.close()) === 0 && !isNamed) await rm(path, { force: true });
    },
  };
}
