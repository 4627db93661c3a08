import { type ConsensusSet, compareSets, type ExecutionMatrix, type Ranking } from '../src/core/matrix.ts';
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

/**
 * Every consensus set of the matrix with its score, best first.
 *
 * Two sets are tied when their scores are the same number; a `score` that rounds must round equal values alike.
 */
export function rankConsensusSets(matrix: ExecutionMatrix, score: (set: UnscoredSet) => number): Ranking {
  return toRanking(
    matrix,
    findConsensusSets(matrix).map((set) => ({ candidates: set.candidates, tests: set.tests, score: score(set) })),
  );
}

/**
 * Scored sets as a ranking, best first. Tied sets are ordered by their smallest candidate id, and candidates by theirs,
 * so that the order of rows and columns has no effect.
 */
export function toRanking(matrix: ExecutionMatrix, sets: readonly ConsensusSet[]): Ranking {
  const idOf = (index: number) => matrix.candidates[index]?.id ?? '';
  const ranked = sets.map((set) => {
    const candidates = [...set.candidates].sort((a, b) => compareText(idOf(a), idOf(b)));
    return { set: { ...set, candidates }, firstId: idOf(candidates[0] as number) };
  });
  ranked.sort((a, b) => compareSets(a.set, b.set) || compareText(a.firstId, b.firstId));
  return { sets: ranked.map(({ set }) => set) };
}

/** By code unit, the same on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
