import type { ExecutionMatrix, Scorer } from '../src/core/matrix.ts';
import { onlyCandidates } from '../src/core/matrix.ts';

/**
 * The rule, with what the task's own text gives as a condition in front: a candidate that fails it is out where another
 * one passes. Where nobody passes, the text is as likely wrong as they are, and the rule decides among all.
 *
 * Source: filtering by the examples of the task, as AlphaCode does before it clusters (arXiv 2203.07814, section 4.4).
 */
export function examplesFirst(scorer: Scorer): Scorer {
  return {
    ...scorer,
    rank: (matrix) => {
      const rows = passing(matrix);
      if (rows.length === 0 || rows.length === matrix.candidates.length) return scorer.rank(matrix);
      const { sets } = scorer.rank(onlyCandidates(matrix, rows));
      const inWhole = sets.map((set) => ({ ...set, candidates: set.candidates.map((at) => rows[at] as number) }));
      // Nothing agrees on a generated test; passing what was given is still more than failing it.
      return { sets: inWhole.length > 0 ? inWhole : [{ candidates: rows, tests: [], score: 0 }] };
    },
  };
}

const passing = ({ given }: ExecutionMatrix) => (given?.passed ?? []).flatMap((passed, row) => (passed ? [row] : []));
