/** One message to or from an interpreter process: a frame of 4 bytes length of the JSON header, header, body. */
export interface WasmFrame {
  readonly header: Readonly<Record<string, unknown>> & { readonly op: string };
  readonly body: Buffer;
}

const LENGTH = 4;

/** What a frame is put together from. */
export function frameParts(header: WasmFrame['header'], body: Uint8Array): Uint8Array[] {
  const head = Buffer.from(JSON.stringify(header), 'utf8');
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(head.length);
  return [length, head, body];
}

/** Trusted in shape only: code that escaped its interpreter could write it. @throws RangeError, SyntaxError */
export function readFrame(bytes: Buffer): WasmFrame {
  const end = LENGTH + bytes.readUInt32LE(0);
  const header: unknown = JSON.parse(bytes.toString('utf8', LENGTH, end));
  const isHeader = typeof header === 'object' && header !== null && 'op' in header && typeof header.op === 'string';
  if (!isHeader || end > bytes.length) throw new RangeError('not a frame');
  return { header: header as WasmFrame['header'], body: bytes.subarray(end) };
}
