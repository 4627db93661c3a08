import type { LogName, RunLog, RunLogs, RunStore } from '../../records/run-store.ts';

/** Logs in memory, for a plan that is made to be looked at. */
export function memoryStore(): Pick<RunStore, 'log'> {
  const logs = new Map<LogName, RunLog<unknown>>();
  const create = (): RunLog<unknown> => {
    const records = new Map<string, unknown>();
    const keyOf = (record: object) => String('key' in record ? record.key : (record as { id?: unknown }).id);
    return {
      get: (key) => records.get(key),
      all: () => [...records.values()],
      append: async (record) => void records.set(keyOf(record as object), record),
    };
  };
  return {
    log<K extends LogName>(name: K) {
      const known = logs.get(name) ?? create();
      logs.set(name, known);
      return known as unknown as RunLog<RunLogs[K]>;
    },
  };
}
