import { constants } from 'node:fs';
import { type FileHandle, unlink } from 'node:fs/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import { StoreError } from '../core/errors.ts';
import { type ResultJournal, resultSchema, type SandboxResult } from '../core/sandbox.ts';
import { toStoreError } from './disk-error.ts';
import { eachLine } from './jsonl-log.ts';
import { openRegular } from './regular-file.ts';

const entry = z.tuple([z.string(), resultSchema]);

interface Place {
  readonly at: number;
  readonly bytes: number;
}

/** Of a line; a longer one is not written. */
const MOST_BYTES = 64 * 1024 * 1024;
/** How every line begins, `["<key>",`. */
const KEY = /^\["([^"]{1,80})",/;
const KEY_BYTES = 100;
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Lines of `[key, result]`, of which only places are held in memory; a damaged one is as good as absent. */
export class JournalFile implements ResultJournal {
  readonly found: number;
  #used = 0;
  readonly #turn = pLimit(1);

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
      const places = new Map<string, Place>();
      const blocks = file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
      const { intactBytes } = await eachLine(blocks, (line, at) => {
        const key = KEY.exec(line.toString('latin1', 0, KEY_BYTES))?.[1];
        if (key && line.length <= MOST_BYTES) places.set(key, { at, bytes: line.length });
      });
      // Later lines must not become part of a torn one.
      await file.truncate(intactBytes);
      return new JournalFile(path, file, places, intactBytes);
    } catch (error) {
      await file?.close();
      throw error instanceof StoreError ? error : toStoreError(path, error);
    }
  }

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
    return this.#turn(async () => {
      try {
        await this.file.appendFile(line);
      } catch (error) {
        throw toStoreError(this.path, error);
      }
      this.places.set(key, { at: this.size, bytes: line.length - 1 });
      this.size += line.length;
    });
  }

  async close(): Promise<void> {
    await this.#turn(() => this.file.close());
  }

  /** Everything that it was for is written elsewhere. */
  async remove(): Promise<void> {
    await this.close();
    await unlink(this.path).catch(() => {});
  }
}

function readEntry(line: string, key: string): SandboxResult | null {
  try {
    const [name, result] = entry.parse(JSON.parse(line));
    return name === key ? result : null;
  } catch {
    return null;
  }
}
