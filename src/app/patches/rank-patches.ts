import { pickConfidence } from '../../../agreement/confidence.ts';
import type { ExecutionMatrix, Scorer } from '../../core/matrix.ts';
import { createRng } from '../../core/random.ts';
import { ranksOf } from '../selection/explain-task.ts';
import type { PatchedTree } from './merge-patches.ts';

/** Groups in order, with details of the first. */
export interface PatchRanking {
  /** Rows of the matrix, best first. */
  readonly order: readonly number[];
  /** Rank by row, from 1, without groups that pass nothing. */
  readonly ranks: ReadonlyMap<number, { readonly rank: number }>;
  readonly rule: string;
  readonly confidence: number | null;
  /** Row of the next patch that passes other tests than the first, and the column that distinguishes them. */
  readonly runnerUp: { readonly row: number; readonly column: number } | null;
}

/** The matrix of patches that are in, over the tests of the issue. */
export function patchMatrix(
  trees: readonly PatchedTree[],
  tests: readonly string[],
  verdicts: ExecutionMatrix['verdicts'],
): ExecutionMatrix {
  let sample = 0;
  return {
    taskId: 'patches',
    candidates: trees.map(({ id, patches }) => {
      const origins = patches.map(() => ({ variantId: 'patches', sample: sample++ }));
      return { id, weight: patches.length, origins };
    }),
    tests: tests.map((id, at) => ({ id, weight: 1, origins: [{ variantId: 'tests', sample: at }] })),
    verdicts,
  };
}

/** The column that distinguishes the pick from another row, preferably one that the pick passes. */
function distinguishing({ verdicts }: ExecutionMatrix, pick: number, other: number): number | null {
  const passes = (row: number, column: number) => verdicts[row]?.[column] === 'pass';
  const columns = [...(verdicts[pick] ?? []).keys()].filter((each) => passes(pick, each) !== passes(other, each));
  return columns.find((column) => passes(pick, column)) ?? columns[0] ?? null;
}

/**
 * Ranks patches by a rule over their matrix. Among those that the rule holds for equal, the one with most votes comes
 * first, then a draw by the seed; votes alone decide if no patch passes any test.
 */
export function rankPatches(matrix: ExecutionMatrix, scorer: Scorer, seed: number): PatchRanking {
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
  const apart = others.flatMap((row) => {
    const column = distinguishing(matrix, pick, row);
    return column === null ? [] : [{ row, column }];
  });
  const isByVotes = ranking.sets.length === 0;
  return {
    order,
    ranks,
    rule: isByVotes ? 'votes' : scorer.name,
    confidence: isByVotes ? null : pickConfidence(matrix, ranking, scorer.name),
    runnerUp: apart[0] ?? null,
  };
}
