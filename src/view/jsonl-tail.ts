import { openRegular } from '../store/regular-file.ts';

const CHUNK_BYTES = 1 << 20;
const LINE_FEED = 10;

/**
 * Follows a JSONL file that another process appends to: each call reads only new lines, up to the last whole one.
 */
export class JsonlTail {
  #offset = 0;
  #lines = 0;

  /** @param onLine sees every whole line once; without it lines are only counted. */
  constructor(
    private readonly path: string,
    private readonly onLine?: (line: string) => void,
  ) {}

  /** Reads on. @returns the number of whole lines so far; 0 where there is no file, or something else in its place. */
  async read(): Promise<number> {
    const file = await openRegular(this.path).catch(() => null);
    if (!file) return this.#lines;
    try {
      const buffer = Buffer.alloc(CHUNK_BYTES);
      let rest: Buffer = Buffer.alloc(0);
      for (let at = this.#offset; ; ) {
        const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, at);
        if (bytesRead === 0) break;
        at += bytesRead;
        rest = this.#take(
          this.onLine ? Buffer.concat([rest, buffer.subarray(0, bytesRead)]) : buffer.subarray(0, bytesRead),
          at,
        );
      }
    } finally {
      await file.close();
    }
    return this.#lines;
  }

  /** Counts the whole lines of `bytes`, which end at `end` in the file; returns the bytes after the last one. */
  #take(bytes: Buffer, end: number): Buffer {
    let start = 0;
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, start)) {
      this.onLine?.(bytes.toString('utf8', start, at));
      this.#lines++;
      start = at + 1;
      this.#offset = end - bytes.length + start;
    }
    return Buffer.from(bytes.subarray(start));
  }
}
