import { pickConfidence } from '../../../agreement/confidence.ts';
import type { ExecutionMatrix, Scorer } from '../../core/matrix.ts';
import { createRng } from '../../core/random.ts';
import { ranksOf } from '../selection/explain-task.ts';

/** The column that distinguishes the pick from another row, preferably one that the pick passes. */
function distinguishing({ verdicts }: ExecutionMatrix, pick: number, other: number): number | null {
  const passes = (row: number, column: number) => verdicts[row]?.[column] === 'pass';
  const columns = [...(verdicts[pick] ?? []).keys()].filter((each) => passes(pick, each) !== passes(other, each));
  return columns.find((column) => passes(pick, column)) ?? columns[0] ?? null;
}

/**
 * Ranks patches by a rule over their matrix. Among those that the rule holds for equal, the one with most votes comes
 * first, then a draw by the seed; votes alone decide if no patch passes any test.
 *
 * @returns rows, the best first; ranks by row, without those that pass nothing; the next row that passes other tests than
 * the first, and the column that distinguishes them
 */
export function rankPatches(matrix: ExecutionMatrix, scorer: Scorer, seed: number) {
  const ranking = scorer.rank(matrix);
  const ranks = ranksOf(ranking.sets);
  const order = matrix.candidates
    .map(({ id, weight }, row) => ({
      row,
      rank: ranks.get(row)?.rank ?? Number.POSITIVE_INFINITY,
      weight,
      draw: createRng(seed).fork('patches', id).next(),
    }))
    .sort((a, b) => (a.rank === b.rank ? b.weight - a.weight || a.draw - b.draw : a.rank - b.rank))
    .map(({ row }) => row);
  const [pick = -1, ...others] = order;
  const [runnerUp = null] = others.flatMap((row) => {
    const column = distinguishing(matrix, pick, row);
    return column === null ? [] : [{ row, column }];
  });
  const isByVotes = ranking.sets.length === 0;
  const confidence = isByVotes ? null : pickConfidence(matrix, ranking, scorer.name);
  return { order, ranks, rule: isByVotes ? 'votes' : scorer.name, confidence, runnerUp };
}
