import { createHmac, scryptSync, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { ConfigError } from '../core/errors.ts';

/** A signature of one purpose is none of another. */
type Purpose = 'job' | 'result' | 'worker';

/** The secret that a coordinator and its workers share. */
export interface QueueKey {
  /** Distinguishes keys and reveals nothing of the secret. */
  readonly id: string;
  /** A JSON value, compressed, after its signature: HMAC-SHA256 over name and bytes. */
  seal(purpose: Purpose, name: string, value: unknown): Promise<Buffer>;
  /** The value; undefined, and nothing unpacked, if this key did not seal it under this name. */
  open(purpose: Purpose, name: string, sealed: Buffer | null | undefined): Promise<unknown>;
}

const SECRET_VARIABLE = 'MUTAGREE_QUEUE_SECRET';
const SHORTEST = 16;
/** Makes guessing the secret from signatures in Redis expensive; about 0.1 s at the start of each process. */
const STRETCHING = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const MAC_BYTES = 32;

/** A JSON value as compressed bytes; fast, since programs and verdicts of one task are much alike. */
export const pack = (value: unknown): Promise<Buffer> =>
  promisify(deflateRaw)(Buffer.from(JSON.stringify(value), 'utf8'), { level: 3 });

/** The value of trusted bytes. */
export const unpack = async (bytes: Buffer): Promise<unknown> =>
  JSON.parse((await promisify(inflateRaw)(bytes)).toString('utf8'));

/**
 * The key of `MUTAGREE_QUEUE_SECRET`.
 *
 * @throws ConfigError `queue-secret` if it is missing or shorter than 16 characters
 */
export function queueKey(env: Readonly<Record<string, string | undefined>>): QueueKey {
  const secret = env[SECRET_VARIABLE] ?? '';
  if (secret.length < SHORTEST) {
    const state = secret === '' ? 'is not set' : `has ${secret.length} characters`;
    throw new ConfigError('queue-secret', `${SECRET_VARIABLE} ${state}; a queue needs one of at least ${SHORTEST}`, {
      hint: `Give coordinator and workers the same one, such as what "openssl rand -hex 32" prints, in ${SECRET_VARIABLE}.`,
    });
  }
  const stretched = scryptSync(secret, 'mutagree queue', 32, STRETCHING);
  const derived = (text: string) => createHmac('sha256', stretched).update(text).digest();
  const keys: Readonly<Record<Purpose, Buffer>> = {
    job: derived('job'),
    result: derived('result'),
    worker: derived('worker'),
  };
  // JSON of a name has no line break, so that name and bytes cannot be cut elsewhere.
  const macOf = (purpose: Purpose, name: string, bytes: Buffer) =>
    createHmac('sha256', keys[purpose])
      .update(`${JSON.stringify(name)}\n`)
      .update(bytes)
      .digest();
  return {
    id: derived('key id').toString('hex').slice(0, 12),
    seal: async (purpose, name, value) => {
      const bytes = await pack(value);
      return Buffer.concat([macOf(purpose, name, bytes), bytes]);
    },
    open: async (purpose, name, sealed) => {
      if (!sealed || sealed.length <= MAC_BYTES) return undefined;
      const bytes = sealed.subarray(MAC_BYTES);
      const isOurs = timingSafeEqual(sealed.subarray(0, MAC_BYTES), macOf(purpose, name, bytes));
      return isOurs ? unpack(bytes) : undefined;
    },
  };
}
