import { countsOf } from '../../core/counts-of.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { passAtK } from '../../statistics/pass-at-k.ts';
import { shareOfTests } from './judged-samples.ts';
import { judgedByParts, officialParts } from './official-parts.ts';

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
