import { constants } from 'node:fs';
import { type FileHandle, unlink } from 'node:fs/promises';
import { z } from 'zod';
import { StoreError } from '../core/errors.ts';
import type { ResultJournal, SandboxResult } from '../core/sandbox.ts';
import { toStoreError } from './disk-error.ts';
import { openRegular } from './regular-file.ts';

const verdict = z.enum(['pass', 'fail', 'error', 'timeout', 'out-of-memory', 'not-run']);
const stored = z.object({
  verdicts: z.array(verdict),
  outputs: z.array(z.string().nullable()),
  details: z.array(z.string().nullable()),
  weak: z.array(z.boolean()),
  cpuMs: z.number(),
  problem: z.enum(['no-code', 'patch-impossible', 'collection-error', 'import-error']).optional(),
  counts: z.object({ passed: z.number(), ran: z.number() }).optional(),
});
const entry = z.tuple([z.string(), stored]);

interface Place {
  readonly at: number;
  readonly bytes: number;
}

/** Of a line; a longer one is not written. */
const MOST_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;
/** How every line begins, `["<key>",`. */
const KEY = /^\["([^"]{1,80})",/;
const KEY_BYTES = 100;
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** The lines of a file by key, without holding them, and where a last line without its end begins. */
async function scan(file: FileHandle): Promise<{ places: Map<string, Place>; end: number }> {
  const places = new Map<string, Place>();
  let head = '';
  let lineAt = 0;
  let size = 0;
  for await (const block of file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>) {
    for (let from = 0; from < block.length; ) {
      const found = block.indexOf(NEWLINE, from);
      const end = found === -1 ? block.length : found;
      if (head.length < KEY_BYTES) head += block.toString('latin1', from, Math.min(end, from + KEY_BYTES));
      if (found !== -1) {
        const key = KEY.exec(head)?.[1];
        const bytes = size + end - lineAt;
        if (key && bytes <= MOST_BYTES) places.set(key, { at: lineAt, bytes });
        head = '';
        lineAt = size + end + 1;
      }
      from = end + 1;
    }
    size += block.length;
  }
  return { places, end: lineAt };
}

/**
 * A journal as a JSONL file of `[key, result]`, which survives the death of its process at any moment. Only places are held
 * in memory. A line that is torn or damaged is as good as absent.
 */
export class JournalFile implements ResultJournal {
  /** Entries that an earlier process left. */
  readonly found: number;
  #used = 0;
  #tail: Promise<void> = Promise.resolve();

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
    private readonly places: Map<string, Place>,
    private size: number,
  ) {
    this.found = places.size;
  }

  /**
   * Opens or creates the file.
   *
   * @param fresh discards its content
   * @throws StoreError
   */
  static async open(path: string, { fresh = false }: { readonly fresh?: boolean } = {}): Promise<JournalFile> {
    let file: FileHandle | undefined;
    try {
      file = await openRegular(path, FLAGS);
      if (fresh) await file.truncate(0);
      const { places, end } = await scan(file);
      // Later lines must not become part of a torn one.
      await file.truncate(end);
      return new JournalFile(path, file, places, end);
    } catch (error) {
      await file?.close();
      throw error instanceof StoreError ? error : toStoreError(path, error);
    }
  }

  /** Entries that there are now. */
  get entries(): number {
    return this.places.size;
  }

  /** Entries of earlier processes that this one was asked for. */
  get used(): number {
    return this.#used;
  }

  async get(key: string): Promise<SandboxResult | null> {
    const place = this.places.get(key);
    if (!place) return null;
    const line = Buffer.alloc(place.bytes);
    await this.file.read(line, 0, place.bytes, place.at);
    const result = readEntry(line.toString('utf8'), key);
    if (result) this.#used++;
    return result;
  }

  put(key: string, result: SandboxResult): Promise<void> {
    const line = Buffer.from(`${JSON.stringify([key, result])}\n`, 'utf8');
    if (line.length > MOST_BYTES) return Promise.resolve();
    const write = this.#tail.then(async () => {
      try {
        await this.file.appendFile(line);
      } catch (error) {
        throw toStoreError(this.path, error);
      }
      this.places.set(key, { at: this.size, bytes: line.length - 1 });
      this.size += line.length;
    });
    this.#tail = write.catch(() => {});
    return write;
  }

  /** Leaves the file for the next process. */
  async close(): Promise<void> {
    await this.#tail;
    await this.file.close();
  }

  /** Everything that it was for is written elsewhere. */
  async remove(): Promise<void> {
    await this.close();
    await unlink(this.path).catch(() => {});
  }
}

function readEntry(line: string, key: string): SandboxResult | null {
  try {
    const [name, { problem, counts, ...result }] = entry.parse(JSON.parse(line));
    return name === key ? { ...result, ...(problem ? { problem } : {}), ...(counts ? { counts } : {}) } : null;
  } catch {
    return null;
  }
}
