import { countsOf } from '../../core/counts-of.ts';
import type { OfficialRecord, RunRecord } from '../../records/run-record.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { passAtK } from '../../statistics/pass-at-k.ts';
import { summariseArms } from './arm-results.ts';
import { shareOfTests } from './judged-samples.ts';

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

/** The outcome of a program: `pass`, its verdict, or the reason why there is none. */
export function statusOf({ passed, verdict, problem }: OfficialRecord): string {
  return problem ?? (passed ? 'pass' : verdict);
}

export const statusCounts = (outcomes: readonly OfficialRecord[]): Record<string, number> =>
  Object.fromEntries(countsOf(outcomes.map(statusOf)));

/** Mean over tasks and their samples of the share of tests that pass; null without verdicts of single tests. */
export function averagePassRate(byTask: readonly (readonly OfficialRecord[])[]): Estimate | null {
  if (byTask.length === 0 || byTask.some((outcomes) => outcomes.some(({ tests }) => !tests))) return null;
  return meanInterval(byTask.map((outcomes) => meanOf(outcomes.map(shareOfTests))));
}

/** pass@k over the tasks that have samples, for the k that every one of them has enough samples for. */
export function passAtKs(
  correctByTask: readonly (readonly boolean[])[],
  ks: readonly number[],
): Record<string, Estimate> {
  const fewest = Math.min(...correctByTask.map((outcomes) => outcomes.length));
  const usable = correctByTask.length === 0 ? [] : ks.filter((k) => k <= fewest);
  return Object.fromEntries(
    usable.map((k) => [
      String(k),
      meanInterval(correctByTask.map((outcomes) => passAtK(outcomes.length, outcomes.filter(Boolean).length, k))),
    ]),
  );
}

/** pass@k by part, if a benchmark reports parts of its tests separately; null otherwise. */
export function passAtKByPart(
  byTask: readonly (readonly OfficialRecord[])[],
  ks: readonly number[],
): Record<string, Record<string, Estimate>> | null {
  const parts = officialParts(byTask.flat());
  if (parts.length === 0) return null;
  const passedBy = (part: string) => byTask.map((ofTask) => ofTask.map((one) => judgedByParts(one, part).passed));
  return Object.fromEntries(parts.map((part) => [part, passAtKs(passedBy(part), ks)]));
}
