import { hashOf } from '../core/hash.ts';
import type { RunLog } from '../records/run-store.ts';

/** Writes a record down under the hash of its content, unless just that is on record. */
export async function keepRecord<Kept extends { readonly key: string }>(
  log: RunLog<Kept>,
  record: Omit<NoInfer<Kept>, 'key'>,
): Promise<void> {
  const key = hashOf(record);
  if (!log.get(key)) await log.append({ key, ...record } as Kept);
}
