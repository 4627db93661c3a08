/** Most bytes of one frame: less than the longest string. */
const MOST_BYTES = 256 * 1024 * 1024;
const HEAD = 4;

/** One frame of these parts: a little-endian 32-bit length, then they. */
export function framed(...parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(parts.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([head, ...parts]);
}

/** Cuts a stream into frames. */
export class FrameReader {
  #parts: Buffer[] = [];
  #held = 0;

  /** The frames that are whole now. @throws RangeError at one that is too long */
  *add(part: Buffer): Generator<Buffer> {
    this.#parts.push(part);
    this.#held += part.length;
    while (this.#held >= HEAD) {
      if ((this.#parts[0] as Buffer).length < HEAD) this.#parts = [Buffer.concat(this.#parts)];
      const end = HEAD + (this.#parts[0] as Buffer).readUInt32LE(0);
      if (end > MOST_BYTES) throw new RangeError(`${end} bytes, and ${MOST_BYTES} at most`);
      if (this.#held < end) return;
      const all = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
      const rest = all.subarray(end);
      this.#parts = rest.length > 0 ? [rest] : [];
      this.#held = rest.length;
      yield all.subarray(HEAD, end);
    }
  }
}
