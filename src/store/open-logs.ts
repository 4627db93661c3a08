import { join } from 'node:path';
import { LOG_SCHEMAS } from '../records/log-schemas.ts';
import type { LogName, RunLog, RunLogs } from '../records/run-store.ts';
import { type JsonlLog, type JsonlLogOptions, openLog } from './jsonl-log.ts';

export const LOG_NAMES = Object.keys(LOG_SCHEMAS) as readonly LogName[];

/** They cost money, and are flushed to the disk one by one. */
const DURABLE: ReadonlySet<LogName> = new Set(['replies', 'batches']);

export const keyOfRecord = (record: { readonly id: string } | { readonly key: string }): string =>
  'key' in record ? record.key : record.id;

/** Opens or creates logs of a folder. @throws StoreError */
export async function openLogs(directory: string, names: readonly LogName[] = LOG_NAMES) {
  const logs = new Map<LogName, JsonlLog<never>>();
  const close = async () => {
    for (const log of logs.values()) await log.close();
  };
  try {
    for (const name of names) {
      const options = { keyOf: keyOfRecord, durable: DURABLE.has(name), schema: LOG_SCHEMAS[name] };
      logs.set(name, await openLog(join(directory, `${name}.jsonl`), options as unknown as JsonlLogOptions<never>));
    }
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
  return { log: <K extends LogName>(name: K) => logs.get(name) as unknown as RunLog<RunLogs[K]>, close };
}
