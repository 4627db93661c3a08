import { type ExecutionMatrix, onlyCandidates, type Scorer } from '../src/core/matrix.ts';

/**
 * Puts the examples of the task's own text in front of a rule: a candidate that fails them is out if another one
 * passes. If none passes, the text is as likely wrong as the candidates, and the rule decides among all.
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
      // Without agreement on a generated test, a program that passes the given examples still beats one that fails
      // them.
      return { sets: inWhole.length > 0 ? inWhole : [{ candidates: rows, tests: [], score: 0 }] };
    },
  };
}

const passing = ({ given }: ExecutionMatrix) => (given?.passed ?? []).flatMap((passed, row) => (passed ? [row] : []));
