import type { RunManifest } from '../../records/run-record.ts';
import type { LogName, RunLog, RunLogs, RunStore } from '../../records/run-store.ts';

function memoryLog(): RunLog<unknown> {
  const records = new Map<string, unknown>();
  const keyOf = (record: object) => String('key' in record ? record.key : (record as { id?: unknown }).id);
  return {
    get: (key) => records.get(key),
    all: () => [...records.values()],
    append: async (record) => void records.set(keyOf(record as object), record),
  };
}

/** A store in memory, for one question, or for a plan that is made to be looked at. @param kept logs that are kept elsewhere */
export function memoryStore(kept: Partial<{ [K in LogName]: RunLog<RunLogs[K]> }> = {}): RunStore {
  const logs = new Map<LogName, RunLog<unknown>>(Object.entries(kept) as [LogName, RunLog<unknown>][]);
  return {
    directory: '',
    manifest: { stageMs: {} } as RunManifest,
    log<K extends LogName>(name: K) {
      const known = logs.get(name) ?? memoryLog();
      logs.set(name, known);
      return known as unknown as RunLog<RunLogs[K]>;
    },
    updateManifest: async () => {},
    writeFile: async () => {},
    close: async () => {},
  };
}
