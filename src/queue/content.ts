import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { z } from 'zod';

/** No value of ours comes near: a row of a matrix is some kilobytes. */
const LONGEST_CONTENT = 256 * 1024 * 1024;

export const contentRef = z.strictObject({
  /** SHA-256 of the compressed bytes, in hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Compressed bytes. */
  size: z.int().min(1).max(LONGEST_CONTENT),
});

/** Names a compressed value by its content, and says how long it is. */
export type ContentRef = Readonly<z.infer<typeof contentRef>>;

/** A value as it is stored. */
export interface Content extends ContentRef {
  readonly bytes: Buffer;
}

/** Longer texts are none in JavaScript. */
const LONGEST_TEXT = 512 * 1024 * 1024 - 32;
/** Fast; verdicts and programs of one task are much alike, so that more effort gains little. */
const LEVEL = 3;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A JSON value as compressed bytes with their name. */
export async function toContent(value: unknown): Promise<Content> {
  const bytes = await promisify(deflateRaw)(Buffer.from(JSON.stringify(value), 'utf8'), { level: LEVEL });
  return { hash: sha256(bytes), size: bytes.length, bytes };
}

/** The value; null where the bytes are not those that the reference names, which are not unpacked, or hold no JSON. */
export async function fromContent(bytes: Buffer, { hash, size }: ContentRef): Promise<unknown> {
  if (bytes.length !== size || sha256(bytes) !== hash) return null;
  try {
    const text = await promisify(inflateRaw)(bytes, { maxOutputLength: LONGEST_TEXT });
    return JSON.parse(text.toString('utf8'));
  } catch {
    return null;
  }
}
