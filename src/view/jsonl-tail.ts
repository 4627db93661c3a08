import { z } from 'zod';
import { openRegular } from '../store/files.ts';
import { eachRecord } from '../store/jsonl-log.ts';

/**
 * Follows a JSONL file that another process appends to: each call reads only new lines, up to the last whole one.
 */
export class JsonlTail {
  #offset = 0;
  #lines = 0;

  constructor(
    private readonly path: string,
    private readonly onRecord: (record: unknown) => void = () => {},
  ) {}

  /**
   * Reads on.
   *
   * @returns the number of whole lines so far; 0 where there is no file, or something else in its place
   * @throws StoreError `log-broken`
   */
  async read(): Promise<number> {
    const file = await openRegular(this.path).catch(() => null);
    const blocks = file?.createReadStream({ start: this.#offset }) ?? [];
    const { intactBytes } = await eachRecord(blocks as AsyncIterable<Buffer>, this.path, z.unknown(), (record) => {
      this.#lines++;
      this.onRecord(record);
    });
    this.#offset += intactBytes;
    return this.#lines;
  }
}
