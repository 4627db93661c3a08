import { hashOf } from '../core/hash.ts';
import type { Origin } from '../core/program.ts';

/** Several of one kind that behave equally. */
export interface Merged<T> {
  id: string;
  value: T;
  origins: Origin[];
}

/**
 * Merges what has the same id; the first one seen stands for all, and every origin is kept.
 *
 * @param items in sample order.
 */
export function mergeById<T>(
  items: readonly { readonly id: string; readonly value: T; readonly origin: Origin }[],
): Merged<T>[] {
  const merged = new Map<string, Merged<T>>();
  for (const { id, value, origin } of items) {
    const known = merged.get(id);
    if (known) known.origins.push(origin);
    else merged.set(id, { id, value, origins: [origin] });
  }
  return [...merged.values()];
}

/**
 * Merges what has the same normal form.
 *
 * @param items in sample order.
 * @returns ids are content hashes of the normal form.
 */
export function mergeByNormalForm<T>(
  items: readonly { readonly value: T; readonly origin: Origin }[],
  normalForm: (value: T) => string,
): Merged<T>[] {
  return mergeById(items.map(({ value, origin }) => ({ id: hashOf(normalForm(value)), value, origin })));
}
