import type { ExecutionMatrix } from '../../core/matrix.ts';
import type { RankingRecord } from '../../core/run-record.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { expectedPassAtK, type SampleCount } from '../../statistics/expected-pass-at-k.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { passAtK } from '../../statistics/pass-at-k.ts';

/** A matrix with the candidates that pass the official tests; they count by their samples. */
export interface JudgedMatrix {
  readonly matrix: ExecutionMatrix;
  /** Candidate ids. */
  readonly passed: ReadonlySet<string>;
}

/** Samples behind some candidates (all for null), and how many of them are correct. */
export function samplesOf({ matrix, passed }: JudgedMatrix, ids: ReadonlySet<string> | null): SampleCount {
  let samples = 0;
  let correct = 0;
  for (const { id, weight } of matrix.candidates) {
    if (ids !== null && !ids.has(id)) continue;
    samples += weight;
    if (passed.has(id)) correct += weight;
  }
  return { samples, correct };
}

/** Mean over tasks of the unbiased pass@k of a plain draw, for the k that every task has enough samples for. */
export function randomPassAtK(judged: readonly JudgedMatrix[], ks: readonly number[]): Record<string, Estimate> {
  const counts = judged.map((task) => samplesOf(task, null));
  const usable = ks.filter((k) => counts.every(({ samples }) => samples >= k));
  return Object.fromEntries(
    usable.map((k) => [String(k), meanInterval(counts.map(({ samples, correct }) => passAtK(samples, correct, k)))]),
  );
}

/** Expected pass@k of one ranking. */
export function rankedPassAtK(task: JudgedMatrix, ranking: Pick<RankingRecord, 'sets'>, k: number): number {
  const sets = ranking.sets.map(({ candidateIds, score, tieBreak = 0 }) => ({
    score,
    tieBreak,
    ...samplesOf(task, new Set(candidateIds)),
  }));
  return expectedPassAtK(sets, samplesOf(task, null), k);
}
