import type { ExecutionMatrix } from '../../core/matrix.ts';
import type { RankingRecord } from '../../records/run-record.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { passAtK } from '../../statistics/pass-at-k.ts';
import { countSamples, expectedOf, type JudgedSamples } from './judged-samples.ts';

/** A matrix with the candidates that pass the official tests; they count by their samples. */
export interface JudgedMatrix {
  readonly matrix: ExecutionMatrix;
  readonly passed: ReadonlySet<string>;
}

const samplesOf = ({ matrix, passed }: JudgedMatrix): JudgedSamples => ({
  weights: new Map(matrix.candidates.map(({ id, weight }) => [id, weight])),
  passed,
});

/** Mean over tasks of the unbiased pass@k of a plain draw, for the k that every task has enough samples for. */
export function randomPassAtK(judged: readonly JudgedMatrix[], ks: readonly number[]): Record<string, Estimate> {
  const counts = judged.map((task) => countSamples(samplesOf(task)));
  const usable = ks.filter((k) => counts.every(({ samples }) => samples >= k));
  return Object.fromEntries(
    usable.map((k) => [String(k), meanInterval(counts.map(({ samples, correct }) => passAtK(samples, correct, k)))]),
  );
}

export function rankedPassAtK(task: JudgedMatrix, ranking: Pick<RankingRecord, 'sets'>, k: number): number {
  return expectedOf(samplesOf(task), ranking, k);
}
