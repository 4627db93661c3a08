import { hashOf } from '../core/hash.ts';
import type { Origin } from '../core/program.ts';

/**
 * Merges what has the same normal form; the first one seen stands for all, and every origin is kept.
 *
 * @param items in sample order.
 * @returns ids are content hashes of the normal form.
 */
export function mergeByNormalForm<T>(
  items: readonly { readonly value: T; readonly origin: Origin }[],
  normalForm: (value: T) => string,
): { id: string; value: T; origins: Origin[] }[] {
  const merged = new Map<string, { id: string; value: T; origins: Origin[] }>();
  for (const { value, origin } of items) {
    const id = hashOf(normalForm(value));
    const known = merged.get(id);
    if (known) known.origins.push(origin);
    else merged.set(id, { id, value, origins: [origin] });
  }
  return [...merged.values()];
}
