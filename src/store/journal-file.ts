import { createHmac, timingSafeEqual } from 'node:crypto';
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

const READ_BYTES = 1024 * 1024;
/** Of a line; a longer one is not written, and none of ours. */
const MOST_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;
/** How every line begins, `["<key>",`. */
const KEY = /^\["([^"]{1,80})",/;
/** How every line ends, after the signature of all before it. */
const SIGNED = /^(.*),"([0-9a-f]{64})"\]$/s;
const END = '"]';
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** A file of somebody else's under that name would get our lines, and be gone at the end. */
async function refuseOthers(file: FileHandle, path: string): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0);
  const [head = ''] = buffer.toString('latin1', 0, bytesRead).split('\n');
  // A first line may be torn within its key.
  if (bytesRead === 0 || KEY.test(head) || /^\[("[^"]{0,80}"?)?$/.test(head)) return;
  const hint = 'Move it away, or choose another name for the file it lies beside.';
  throw new StoreError('not-our-journal', `${path} exists and holds no results of ours`, { hint });
}

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
        const bytes = size + end - lineAt;
        if (key && tail === END && bytes <= MOST_BYTES) places.set(key, { at: lineAt, bytes });
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
 * A journal as a JSONL file of `[key, result, signature]`, which survives the death of its process at any moment. Only places
 * are held in memory. A line that is torn, damaged, or not signed with the user's own key is as good as absent: whoever
 * hands over samples could lay a journal beside them.
 */
export class JournalFile implements ResultJournal {
  /** Entries that an earlier process left. */
  readonly found: number;
  #used = 0;
  #refused = 0;
  #tail: Promise<void> = Promise.resolve();

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
    private readonly key: Buffer,
    private readonly places: Map<string, Place>,
    private size: number,
  ) {
    this.found = places.size;
  }

  /**
   * Opens or creates the file; a link in its place is not followed, and a file that is not a journal stays as it is.
   *
   * @param key what its lines are signed with
   * @param fresh forget what it holds
   * @throws StoreError
   */
  static async open(
    path: string,
    { key, fresh = false }: { readonly key: Buffer; readonly fresh?: boolean },
  ): Promise<JournalFile> {
    let file: FileHandle | undefined;
    try {
      file = await openRegular(path, FLAGS);
      await refuseOthers(file, path);
      if (fresh) await file.truncate(0);
      const { places, size, isTorn } = await scan(file);
      // What comes next must not become part of the torn line.
      if (isTorn) await file.appendFile('\n');
      return new JournalFile(path, file, key, places, isTorn ? size + 1 : size);
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

  /** Entries asked for that somebody else wrote. */
  get refused(): number {
    return this.#refused;
  }

  async get(key: string): Promise<SandboxResult | null> {
    const place = this.places.get(key);
    if (!place) return null;
    const line = Buffer.alloc(place.bytes);
    await this.file.read(line, 0, place.bytes, place.at);
    const [, signed = '', signature = ''] = SIGNED.exec(line.toString('utf8')) ?? [];
    if (!timingSafeEqual(this.#sign(signed), Buffer.from(signature.padEnd(64, '0'), 'hex'))) {
      this.#refused++;
      return null;
    }
    const result = readEntry(`${signed}]`, key);
    if (result) this.#used++;
    return result;
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }

  put(key: string, result: SandboxResult): Promise<void> {
    const signed = JSON.stringify([key, result]).slice(0, -1);
    const line = Buffer.from(`${signed},"${this.#sign(signed).toString('hex')}"]\n`, 'utf8');
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
