import { groupBy } from '../src/core/group-by.ts';
import type { ExecutionMatrix, Scorer } from '../src/core/matrix.ts';
import { findConsensusSets, toRanking } from './consensus-sets.ts';

/**
 * `k' * n`: the samples with the identical verdict row over all tests (a failure is not an error, an error no
 * time-out), times the test occurrences they pass; ties go to the original prompt's programs.
 *
 * Source: the public scripts of the thesis that mutagree grew from;
 * the agreement of solutions and tests is CodeT's (arXiv 2207.10397).
 * Differs from them: any kind of generated test counts, not only methods of a unittest class.
 */
export const patternPassScorer: Scorer = {
  name: 'pattern-pass',
  summary: 'Samples with the identical verdict row times the tests they pass; ties go to the original prompt.',
  source: { title: 'CodeT', url: 'https://arxiv.org/abs/2207.10397', section: '3.2' },
  rank: (matrix) => {
    const sets = findConsensusSets(matrix).flatMap(({ candidates, tests, testOccurrences }) =>
      [...groupBy(candidates, (row) => (matrix.verdicts[row] ?? []).join()).values()].flatMap((pattern) => {
        const samples = pattern.reduce((sum, row) => sum + (matrix.candidates[row]?.weight ?? 0), 0);
        const score = samples * testOccurrences;
        return [...groupBy(pattern, (row) => isOriginal(matrix, row))].map(([original, members]) => ({
          candidates: members,
          tests,
          score,
          tieBreak: Number(original),
        }));
      }),
    );
    return toRanking(matrix, sets);
  },
};

/** Whether the unchanged prompt gave this program too. */
function isOriginal({ taskId, candidates }: ExecutionMatrix, row: number): boolean {
  return candidates[row]?.origins.some(({ variantId }) => variantId === `${taskId}::original`) ?? false;
}
