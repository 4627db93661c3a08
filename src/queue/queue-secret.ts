import { createHmac, scryptSync, timingSafeEqual } from 'node:crypto';
import { ConfigError } from '../core/errors.ts';

/** What is signed: a signature of one purpose is none of another. */
export type SignedPurpose = 'job' | 'result' | 'worker';

/** The secret that a coordinator and its workers share, as what it is good for. */
export interface QueueKey {
  /** Tells keys apart and gives nothing of the secret away. */
  readonly id: string;
  /** HMAC-SHA256 in hex over the fields in their order. */
  sign(purpose: SignedPurpose, fields: readonly SignedField[]): string;
  /** Compares in constant time. */
  verifies(purpose: SignedPurpose, fields: readonly SignedField[], mac: string): boolean;
}

export type SignedField = string | number;

const SECRET_VARIABLE = 'MUTAGREE_QUEUE_SECRET';
const SHORTEST = 16;
/** Makes guessing dear for whoever reads signatures in Redis; about 0.1 s at the start of each process. */
const STRETCHING = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * The key of `MUTAGREE_QUEUE_SECRET`.
 *
 * @throws ConfigError `queue-secret` where it is missing or shorter than 16 characters
 */
export function queueKey(env: Readonly<Record<string, string | undefined>>): QueueKey {
  const secret = env[SECRET_VARIABLE] ?? '';
  if (secret.length < SHORTEST) {
    const what = secret === '' ? 'is not set' : `has ${secret.length} characters`;
    throw new ConfigError('queue-secret', `${SECRET_VARIABLE} ${what}; a queue needs one of at least ${SHORTEST}`, {
      mend: `Give coordinator and workers the same one, such as what "openssl rand -hex 32" prints, in ${SECRET_VARIABLE}.`,
    });
  }
  const stretched = scryptSync(secret, 'mutagree queue', 32, STRETCHING);
  const keys: Readonly<Record<SignedPurpose, Buffer>> = {
    job: hmac(stretched, 'job'),
    result: hmac(stretched, 'result'),
    worker: hmac(stretched, 'worker'),
  };
  // JSON of a list has one reading: no two lists of fields give the same text.
  const macOf = (purpose: SignedPurpose, fields: readonly SignedField[]) => hmac(keys[purpose], JSON.stringify(fields));
  return {
    id: hmac(stretched, 'key id').toString('hex').slice(0, 12),
    sign: (purpose, fields) => macOf(purpose, fields).toString('hex'),
    verifies: (purpose, fields, mac) => {
      const given = Buffer.from(mac, 'hex');
      const wanted = macOf(purpose, fields);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}
