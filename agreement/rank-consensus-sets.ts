import type { ConsensusSet, ExecutionMatrix, Ranking } from '../src/core/matrix.ts';
import { findConsensusSets, type UnscoredSet } from './consensus-sets.ts';

/**
 * Every consensus set of the matrix with its score, best first. Tied sets stand in the order of their smallest
 * candidate id, so that the order of rows and columns shows nowhere.
 *
 * Two sets are tied when their scores are the same number; a `score` that rounds must round equal values alike.
 */
export function rankConsensusSets(matrix: ExecutionMatrix, score: (set: UnscoredSet) => number): Ranking {
  const idOf = (index: number) => matrix.candidates[index]?.id ?? '';
  const ranked = findConsensusSets(matrix).map((set) => {
    const candidates = [...set.candidates].sort((a, b) => compareText(idOf(a), idOf(b)));
    return { set: { candidates, tests: set.tests, score: score(set) }, firstId: idOf(candidates[0] as number) };
  });
  ranked.sort((a, b) => b.set.score - a.set.score || compareText(a.firstId, b.firstId));
  return { sets: ranked.map(({ set }): ConsensusSet => set) };
}

/** By code unit, the same on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
