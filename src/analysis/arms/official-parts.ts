import type { OfficialRecord, RunRecord } from '../../records/run-record.ts';
import { summariseArms } from './arm-results.ts';

/** As EvalPlus reports `base` and `base+plus`; empty if the benchmark has no parts. */
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

/** pass@k of every arm by the parts of the official tests that the benchmark reports separately (EvalPlus). */
export function resultsByPart(record: RunRecord) {
  return officialParts(record.official).map((part) => {
    const official = record.official.map((one) => judgedByParts(one, part));
    const { arms } = summariseArms({ ...record, official });
    return [part, Object.fromEntries(arms.map(({ arm, passAtK }) => [arm, passAtK]))] as const;
  });
}

export type PartResults = ReturnType<typeof resultsByPart>;
