import { type ConsensusSet, compareSets, type ExecutionMatrix, type Ranking } from '../src/core/matrix.ts';
import { findConsensusSets, type UnscoredSet } from './consensus-sets.ts';

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
