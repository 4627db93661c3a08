import { shuffleVariants } from '../../../agreement/provenance.ts';
import { type JudgedMatrix, rankedPassAtK } from '../../analysis/arms/selection-scores.ts';
import type { Scorer } from '../../core/matrix.ts';
import { createRng } from '../../core/random.ts';
import { rankMatrix } from '../../pipeline/6-rank/rank-candidates.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { withProvenance } from './provenance-option.ts';

const SHUFFLES = 20;

/** What a provenance option gains, beside what it gains when variants' names mean nothing. All in pass@1, fractions. */
export interface PlaceboResult {
  readonly option: string;
  readonly scorer: string;
  /** Expected pass@1 with the option minus that without. */
  readonly gain: number;
  readonly shuffles: number;
  /** Lowest and highest gain over the shuffles; a useless option lies outside with a chance of 2 in 21. */
  readonly band: { readonly low: number; readonly high: number };
  /** The most variants that a task has; with one there is nothing to measure. */
  readonly variants: number;
}

function meanPassAt1(judged: readonly JudgedMatrix[], scorer: Scorer, seed: number): number {
  return meanOf(
    judged.map((task) => rankedPassAtK(task, rankMatrix(task.matrix, { arm: 'mutation-ensemble', scorer, seed }), 1)),
  );
}

/** Measures an option on judged matrices against 20 shuffles of the variants' names within each task. */
export function measurePlacebo(
  judged: readonly JudgedMatrix[],
  { scorer, option, seed }: { scorer: Scorer; option: string; seed: number },
): PlaceboResult {
  const optional = withProvenance(scorer, option);
  const without = meanPassAt1(judged, scorer, seed);
  const gains = Array.from({ length: SHUFFLES }, (_, shuffle) => {
    const rng = createRng(seed).fork('placebo', shuffle);
    const shuffled = judged.map((task) => ({
      ...task,
      matrix: shuffleVariants(task.matrix, rng.fork(task.matrix.taskId)),
    }));
    // A rule may break ties by variant, so that the names matter to it even without the option.
    return meanPassAt1(shuffled, optional, seed) - meanPassAt1(shuffled, scorer, seed);
  });
  const variants = judged.map(
    ({ matrix }) => new Set(matrix.candidates.flatMap(({ origins }) => origins.map(({ variantId }) => variantId))).size,
  );
  return {
    option,
    scorer: scorer.name,
    gain: meanPassAt1(judged, optional, seed) - without,
    shuffles: SHUFFLES,
    band: { low: Math.min(...gains), high: Math.max(...gains) },
    variants: Math.max(0, ...variants),
  };
}
