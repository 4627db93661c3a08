/** One message to or from an interpreter process: 4 bytes length, 4 bytes length of the JSON header, header, body. */
export interface WasmFrame {
  readonly header: Readonly<Record<string, unknown>> & { readonly op: string };
  readonly body: Buffer;
}

const LENGTHS = 8;
const MAX_FRAME_BYTES = 256 * 1024 * 1024;

export function frameBytes(header: WasmFrame['header'], body: Uint8Array): Buffer {
  const head = Buffer.from(JSON.stringify(header), 'utf8');
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32LE(head.length + body.length, 0);
  lengths.writeUInt32LE(head.length, 4);
  return Buffer.concat([lengths, head, body]);
}

function parsedHeader(text: string): WasmFrame['header'] | null {
  try {
    const header: unknown = JSON.parse(text);
    const isHeader = typeof header === 'object' && header !== null && 'op' in header && typeof header.op === 'string';
    return isHeader ? (header as WasmFrame['header']) : null;
  } catch {
    return null;
  }
}

/** Cuts a stream into frames. It is believed in shape only: whoever broke out of an interpreter could write to it. */
export class FrameReader {
  #parts: Buffer[] = [];
  #held = 0;

  /** The frames that are whole now; null when the stream does not keep to the format. */
  add(part: Buffer): WasmFrame[] | null {
    this.#parts.push(part);
    this.#held += part.length;
    const frames: WasmFrame[] = [];
    for (;;) {
      const frame = this.#take();
      if (frame === 'broken') return null;
      if (frame === 'incomplete') return frames;
      frames.push(frame);
    }
  }

  #take(): WasmFrame | 'incomplete' | 'broken' {
    if (this.#held < LENGTHS) return 'incomplete';
    if ((this.#parts[0] as Buffer).length < LENGTHS) this.#parts = [Buffer.concat(this.#parts)];
    const first = this.#parts[0] as Buffer;
    const end = LENGTHS + first.readUInt32LE(0);
    const headEnd = LENGTHS + first.readUInt32LE(4);
    if (end > MAX_FRAME_BYTES || headEnd > end) return 'broken';
    if (this.#held < end) return 'incomplete';
    const all = this.#parts.length === 1 ? first : Buffer.concat(this.#parts);
    const header = parsedHeader(all.toString('utf8', LENGTHS, headEnd));
    if (header === null) return 'broken';
    const rest = all.subarray(end);
    this.#parts = rest.length > 0 ? [rest] : [];
    this.#held = rest.length;
    return { header, body: all.subarray(headEnd, end) };
  }
}
