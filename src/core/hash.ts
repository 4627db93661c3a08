import { createHash } from 'node:crypto';

/** JSON with object keys in order, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}

/** Content hash of any JSON values: 16 hex digits of SHA-256. */
export function hashOf(...values: readonly unknown[]): string {
  return createHash('sha256').update(canonicalJson(values)).digest('hex').slice(0, 16);
}
