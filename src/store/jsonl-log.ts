import { constants } from 'node:fs';
import { type FileHandle, rm } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { StoreError } from '../core/errors.ts';
import type { RunLog } from '../records/run-store.ts';
import { toStoreError } from './disk-error.ts';
import { parseStored } from './parse-stored.ts';
import { openRegular, readRegular } from './regular-file.ts';

export interface JsonlLogOptions<T> {
  readonly schema: z.ZodType<T>;
  readonly keyOf: (record: T) => string;
  /** Whether every record is flushed to the disk itself before it counts as stored. */
  readonly durable?: boolean;
  /** Whether the user named the file, which may then be a link. In a folder of ours a link may be anybody's. */
  readonly isNamed?: boolean;
}

const NEWLINE = 10;

const BROKEN = {
  code: 'log-broken',
  hint: 'The file was changed by something else. Restore it, or start again in another folder.',
} as const;

/**
 * Reads a file line by line: texts of programs and models may add up to more than a string can hold. A last line without
 * its newline is a killed process's leftover: it is skipped, and `intactBytes` is its start.
 *
 * @param take called with a line and its place in the file
 */
export async function eachLine(
  blocks: AsyncIterable<Buffer>,
  take: (line: Buffer, at: number) => void,
): Promise<{ bytes: number; intactBytes: number }> {
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
  return { bytes, intactBytes };
}

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

/** A torn only line is cut if it begins a record of ours, not if the file is somebody's. @throws StoreError */
async function requireTorn<T>(path: string, schema: z.ZodType<T>): Promise<void> {
  const text = await readRegular(path);
  // A disk that lost power may have given the file its length and nothing else.
  const isBegun = text.startsWith('{') || /^\0+$/.test(text);
  try {
    parseStored(text, `${path} line 1`, schema, BROKEN);
  } catch (error) {
    if (!isBegun || !((error as StoreError).cause instanceof SyntaxError)) throw error;
  }
}

/** An append-only JSONL file that survives the death of its process at any moment; the last record of a key counts. */
export class JsonlLog<T> implements RunLog<T> {
  readonly #records = new Map<string, T>();
  readonly #turn = pLimit(1);
  #failure: StoreError | null = null;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly options: JsonlLogOptions<T>,
  ) {}

  /** Opens or creates the file; cuts off a torn last line. @throws StoreError */
  static async open<T>(path: string, options: JsonlLogOptions<T>): Promise<JsonlLog<T>> {
    try {
      const noLink = options.isNamed ? 0 : (constants.O_NOFOLLOW ?? 0);
      const file = await openRegular(path, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | noLink);
      const log = new JsonlLog<T>(path, file, options);
      try {
        const blocks = (await openRegular(path, noLink)).createReadStream();
        const { bytes, intactBytes } = await eachRecord(blocks, path, options.schema, (record) => log.#keep(record));
        if (intactBytes === 0 && bytes > 0) await requireTorn(path, options.schema);
        if (intactBytes < bytes) await file.truncate(intactBytes);
      } catch (error) {
        await file.close();
        throw error;
      }
      return log;
    } catch (error) {
      throw error instanceof StoreError ? error : toStoreError(path, error);
    }
  }

  #keep(record: T): void {
    this.#records.set(this.options.keyOf(record), record);
  }

  get(key: string): T | undefined {
    return this.#records.get(key);
  }

  all(): readonly T[] {
    return [...this.#records.values()];
  }

  append(record: T): Promise<void> {
    const line = `${JSON.stringify(record)}\n`;
    return this.#turn(async () => {
      // After a failed write the file may end in half a line: nothing may follow it.
      if (this.#failure) throw this.#failure;
      try {
        await this.file.appendFile(line);
        if (this.options.durable) await this.file.datasync();
      } catch (error) {
        this.#failure = toStoreError(this.path, error);
        throw this.#failure;
      }
      this.#keep(record);
    });
  }

  /** Closes the file; one of ours that nothing was written to goes. */
  async close(): Promise<void> {
    const { size } = await this.#turn(() => this.file.stat());
    await this.file.close();
    if (size === 0 && !this.options.isNamed) await rm(this.path, { force: true });
  }
}
