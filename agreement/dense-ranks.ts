import type { ExecutionMatrix, Scorer } from '../src/core/matrix.ts';

/** By candidate: its rank among the distinct scores of a rule, 0 for the best; -1 where the rule does not rank it. */
export function denseRanks(matrix: ExecutionMatrix, scorer: Scorer): Int32Array {
  const ranks = new Int32Array(matrix.candidates.length).fill(-1);
  let rank = -1;
  let last: number | null = null;
  for (const { candidates, score } of scorer.rank(matrix).sets) {
    if (score !== last) rank++;
    last = score;
    for (const row of candidates) ranks[row] = rank;
  }
  return ranks;
}

/** By value: its rank among the distinct ones, 0 for the largest. */
export function denseRanksOf(values: Float64Array): Int32Array {
  const distinct = [...new Set(values)].sort((a, b) => b - a);
  const rankOf = new Map(distinct.map((value, rank) => [value, rank]));
  return Int32Array.from(values, (value) => rankOf.get(value) ?? 0);
}
