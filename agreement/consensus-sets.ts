import type { ExecutionMatrix } from '../src/core/matrix.ts';
import { oncePer } from '../src/core/once-per.ts';
import { groupEqualRows, packMatrix, passedColumns } from './packed-matrix.ts';

/** Candidates with one and the same set of passed tests. Indexes into the matrix, ascending. */
export interface UnscoredSet {
  readonly candidates: readonly number[];
  readonly tests: readonly number[];
  /** k: samples of the candidates, the sum of their weights. */
  readonly samples: number;
  /** n: occurrences of the tests, the sum of their weights. */
  readonly testOccurrences: number;
}

function weightOf(weights: Float64Array, indexes: readonly number[]): number {
  return indexes.reduce((sum, index) => sum + (weights[index] as number), 0);
}

/**
 * The consensus sets of a matrix, ordered by their first candidate. A candidate that passes nothing or has no sample is
 * in none; tests without weight count for nothing. Computed once per matrix.
 */
export const findConsensusSets = oncePer((matrix: ExecutionMatrix): readonly UnscoredSet[] => {
  const packed = packMatrix(matrix);
  const { candidateWeights, testWeights } = packed;
  const groups = groupEqualRows(packed.bits, { ...packed, wanted: (row) => (candidateWeights[row] as number) > 0 });
  return groups.flatMap((candidates): UnscoredSet[] => {
    const tests = passedColumns(packed, candidates[0] as number);
    const testOccurrences = weightOf(testWeights, tests);
    if (testOccurrences <= 0) return [];
    return [{ candidates, tests, samples: weightOf(candidateWeights, candidates), testOccurrences }];
  });
});
