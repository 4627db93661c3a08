import type { OfficialRecord } from './run-record.ts';

/**
 * The parts that a benchmark reports apart, each together with those before it, as EvalPlus reports `base` and
 * `base+plus`; empty where the benchmark has none.
 */
export function officialParts(records: readonly OfficialRecord[]): readonly string[] {
  const names = [...new Set(records.flatMap(({ parts = {} }) => Object.keys(parts)))];
  return names.map((_, at) => names.slice(0, at + 1).join('+'));
}

/** The record judged by these parts alone, such as `base`; one without parts as it is. */
export function judgedByParts(record: OfficialRecord, counted: string): OfficialRecord {
  const { parts } = record;
  if (!parts) return record;
  const failed = counted.split('+').find((part) => (parts[part] ?? 'pass') !== 'pass');
  const verdict = failed === undefined ? 'pass' : (parts[failed] ?? 'pass');
  return { ...record, passed: verdict === 'pass', verdict };
}
