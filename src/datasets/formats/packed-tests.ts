import { inflateSync } from 'node:zlib';

/** Most bytes of an unpacked field; LiveCodeBench's largest have less than a tenth of it. */
const MAX_UNPACKED_BYTES = 2 ** 28;

/** A packed field that LiveCodeBench did not write; the message continues after the field's name. */
export class NotPackedTests extends Error {}

const isCut = () => new NotPackedTests('holds a pickle that is cut short');

const PROTO = 0x80;
const FRAME = 0x95;
const STOP = 0x2e;
/** Opcode of a text -> bytes of its little-endian length. */
const TEXT_LENGTHS: Readonly<Record<number, number>> = { 140: 1, 88: 4, 141: 8 };
/** Opcodes that only remember the text -> bytes of their argument. */
const MEMO_LENGTHS: Readonly<Record<number, number>> = { 148: 0, 113: 1, 114: 4 };

function littleEndian(bytes: Buffer, at: number, size: number): number {
  if (at + size > bytes.length) throw isCut();
  return size === 8 ? Number(bytes.readBigUInt64LE(at)) : bytes.readUIntLE(at, size);
}

/** The text of a pickle that holds one text alone. Its opcodes are read, never run. @throws NotPackedTests */
export function pickledText(bytes: Buffer): string {
  let text: string | null = null;
  let at = 0;
  while (at < bytes.length) {
    const opcode = bytes[at] as number;
    const textLength = TEXT_LENGTHS[opcode];
    const memoLength = MEMO_LENGTHS[opcode];
    if (opcode === PROTO && at === 0) at += 2;
    else if (opcode === FRAME) {
      if (littleEndian(bytes, at + 1, 8) > bytes.length - at - 9) throw isCut();
      at += 9;
    } else if (textLength !== undefined && text === null) {
      const from = at + 1 + textLength;
      const end = from + littleEndian(bytes, at + 1, textLength);
      if (end > bytes.length) throw isCut();
      text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, end));
      at = end;
    } else if (memoLength !== undefined && text !== null) at += 1 + memoLength;
    else if (opcode === STOP && text !== null && at === bytes.length - 1) return text;
    else {
      const code = opcode.toString(16).padStart(2, '0');
      throw new NotPackedTests(`holds a pickle of more than one text (opcode 0x${code}), which is never loaded`);
    }
  }
  throw isCut();
}

/** The JSON text of tests that LiveCodeBench packed: base64 of zlib of a pickled text. @throws NotPackedTests */
export function unpackTests(packed: string): string {
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(packed)) throw new NotPackedTests('is neither JSON nor base64');
  let content: Buffer;
  try {
    content = inflateSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (cause) {
    const tooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new NotPackedTests(
      tooLarge ? `unpacks to more than ${MAX_UNPACKED_BYTES / 2 ** 20} MiB` : 'is base64, but no whole zlib stream',
    );
  }
  return pickledText(content);
}
