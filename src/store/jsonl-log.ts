import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import type { StoreError } from '../core/errors.ts';
import type { RunLog } from '../records/run-store.ts';
import { eachLine, openLines } from './line-file.ts';
import { parseStored } from './parse-stored.ts';

const BROKEN = {
  code: 'log-broken',
  hint: 'The file was changed by something else. Restore it, or start again in another folder.',
} as const;

function recordReader<T>(path: string, schema: z.ZodType<T>, take: (record: T) => void): (line: Buffer) => void {
  let number = 0;
  return (line) => {
    number++;
    if (line.length > 0) take(parseStored(line.toString('utf8'), `${path} line ${number}`, schema, BROKEN));
  };
}

/** Reads the records of a JSONL file. @throws StoreError `log-broken` if a whole line is no such record */
export const eachRecord = <T>(
  blocks: AsyncIterable<Buffer>,
  path: string,
  schema: z.ZodType<T>,
  take: (record: T) => void,
): ReturnType<typeof eachLine> => eachLine(blocks, recordReader(path, schema, take));

/** A torn only line is cut if it begins a record of ours, not if the file is somebody's. @throws StoreError */
function requireTorn(text: string, path: string, schema: z.ZodType): void {
  // A disk that lost power may have given the file its length and nothing else.
  const isBegun = text.startsWith('{') || /^\0+$/.test(text);
  try {
    parseStored(text, `${path} line 1`, schema, BROKEN);
  } catch (error) {
    if (!isBegun || !((error as StoreError).cause instanceof SyntaxError)) throw error;
  }
}

export interface JsonlLog<T> extends RunLog<T> {
  /** Closes the file; one of ours that nothing was written to goes. */
  close(): Promise<void>;
}

export interface JsonlLogOptions<T> {
  readonly schema: z.ZodType<T>;
  readonly keyOf: (record: T) => string;
  /** Whether every record is flushed to the disk itself before it counts as stored. */
  readonly durable?: boolean;
  /** Whether the user named the file, which may then be a link. */
  readonly isNamed?: boolean;
}

/** Opens or creates an append-only JSONL file (see `openLines`); the last record of a key counts. @throws StoreError */
export async function openLog<T>(
  path: string,
  { schema, keyOf, durable = false, isNamed = false }: JsonlLogOptions<T>,
): Promise<JsonlLog<T>> {
  const records = new Map<string, T>();
  const keep = (record: T) => void records.set(keyOf(record), record);
  const checkTorn = (text: string) => requireTorn(text, path, schema);
  const file = await openLines(path, recordReader(path, schema, keep), { isNamed, checkTorn });
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
