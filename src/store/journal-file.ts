import { type FileHandle, open, unlink } from 'node:fs/promises';
import { z } from 'zod';
import type { ResultJournal, SandboxResult } from '../core/sandbox.ts';
import { toStoreError } from './disk-error.ts';

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

const READ_BYTES = 1024 * 1024;
const NEWLINE = 10;
/** How every line begins, `["<key>",`. */
const KEY = /^\["([^"]{1,80})",/;
/** How every line ends. */
const END = '}]';

/** The lines of a file by key, without holding them; a last line without its end is left out. */
async function scan(file: FileHandle): Promise<{ places: Map<string, Place>; size: number; isTorn: boolean }> {
  const places = new Map<string, Place>();
  const block = Buffer.alloc(READ_BYTES);
  let head = '';
  let tail = '';
  let lineAt = 0;
  let size = 0;
  for (;;) {
    const { bytesRead } = await file.read(block, 0, READ_BYTES, size);
    if (bytesRead === 0) return { places, size, isTorn: lineAt < size };
    for (let from = 0; from < bytesRead; ) {
      const found = block.indexOf(NEWLINE, from);
      const end = found === -1 || found >= bytesRead ? bytesRead : found;
      if (head.length < 100) head += block.toString('latin1', from, Math.min(end, from + 100));
      tail = (tail + block.toString('latin1', Math.max(from, end - END.length), end)).slice(-END.length);
      if (end < bytesRead) {
        const key = KEY.exec(head)?.[1];
        if (key && tail === END) places.set(key, { at: lineAt, bytes: size + end - lineAt });
        head = '';
        tail = '';
        lineAt = size + end + 1;
      }
      from = end + 1;
    }
    size += bytesRead;
  }
}

/**
 * A journal as a JSONL file of `[key, result]`, which survives the death of its process at any moment. Only places are
 * held in memory. A line that is torn or damaged is as good as absent.
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

  /** Opens or creates the file. @param fresh forget what it holds. @throws StoreError */
  static async open(path: string, { fresh = false }: { readonly fresh?: boolean } = {}): Promise<JournalFile> {
    try {
      const file = await open(path, fresh ? 'w+' : 'a+');
      const { places, size, isTorn } = await scan(file);
      // What comes next must not become part of the torn line.
      if (isTorn) await file.appendFile('\n');
      return new JournalFile(path, file, places, isTorn ? size + 1 : size);
    } catch (error) {
      throw toStoreError(path, error);
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
