import { type FileHandle, open, readFile, truncate } from 'node:fs/promises';
import { StoreError } from '../core/errors.ts';
import type { RunLog } from '../core/run-store.ts';
import { toStoreError } from './disk-error.ts';

export interface JsonlLogOptions<T> {
  readonly keyOf: (record: T) => string;
  /** Whether every record is flushed to the disk itself before it counts as stored. */
  readonly durable?: boolean;
}

/**
 * The records of a JSONL file. A last line without its newline is what a killed process left: it is left out, and
 * `intactBytes` tells where it starts.
 *
 * @throws StoreError `log-broken` where an earlier line is no JSON.
 */
export function parseJsonl<T>(text: string, path: string): { records: T[]; intactBytes: number } {
  const records: T[] = [];
  const intact = text.slice(0, text.lastIndexOf('\n') + 1);
  let line = 0;
  for (const source of intact.split('\n')) {
    line++;
    if (source === '') continue;
    try {
      records.push(JSON.parse(source) as T);
    } catch (cause) {
      throw new StoreError('log-broken', `${path} line ${line}: not valid JSON`, {
        mend: 'The file was changed by something else. Restore it, or start again in another folder with --out.',
        cause,
      });
    }
  }
  return { records, intactBytes: Buffer.byteLength(intact) };
}

/** An append-only JSONL file that survives the death of its process at any moment; the last record of a key counts. */
export class JsonlLog<T> implements RunLog<T> {
  readonly #records = new Map<string, T>();
  #tail: Promise<void> = Promise.resolve();
  #failure: StoreError | null = null;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly options: JsonlLogOptions<T>,
  ) {}

  /** Opens or creates the file; cuts off a torn last line. @throws StoreError */
  static async open<T>(path: string, options: JsonlLogOptions<T>): Promise<JsonlLog<T>> {
    try {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      const { records, intactBytes } = parseJsonl<T>(text, path);
      if (intactBytes < Buffer.byteLength(text)) await truncate(path, intactBytes);
      const log = new JsonlLog<T>(path, await open(path, 'a'), options);
      for (const record of records) log.#records.set(options.keyOf(record), record);
      return log;
    } catch (error) {
      throw error instanceof StoreError ? error : toStoreError(path, error);
    }
  }

  get(key: string): T | undefined {
    return this.#records.get(key);
  }

  all(): readonly T[] {
    return [...this.#records.values()];
  }

  append(record: T): Promise<void> {
    const line = `${JSON.stringify(record)}\n`;
    const write = this.#tail.then(async () => {
      // After a failed write the file may end in half a line: nothing may follow it.
      if (this.#failure) throw this.#failure;
      try {
        await this.file.appendFile(line);
        if (this.options.durable) await this.file.datasync();
      } catch (error) {
        this.#failure = toStoreError(this.path, error);
        throw this.#failure;
      }
      this.#records.set(this.options.keyOf(record), record);
    });
    this.#tail = write.catch(() => {});
    return write;
  }

  async close(): Promise<void> {
    await this.#tail;
    await this.file.close();
  }
}
