import { groupBy } from '../src/core/group-by.ts';
import type { ExecutionMatrix, Ranking } from '../src/core/matrix.ts';
import { b4Scorer } from './b4-scorer.ts';
import { findConsensusSets, toRanking, type UnscoredSet } from './consensus-sets.ts';
import { denseRanks, denseRanksOf } from './dense-ranks.ts';
import { fusionScorer } from './fusion-scorer.ts';
import { probeAgreement } from './output-agreement.ts';
import { srankScorer } from './srank-scorer.ts';

/** Free constants of the rule; `bench/regimes` chooses them, leaving out one source at a time. */
export interface EvidenceShape {
  /** Trust in the tests above which they are evidence one by one; in (0, 1). */
  readonly trusted: number;
  /** Exponent of the agreement on probes, relative to that on tests. */
  readonly power: number;
}

/** The root is CodeT's for the size of a set; 0.85 is what bench/regimes --leave-out chooses (docs/agreement.md). */
export const EVIDENCE_SHAPE: EvidenceShape = { trusted: 0.85, power: 1 / 2 };

/**
 * How far the tests of a matrix can be trusted, from the matrix alone: the chance that the program which passes most of
 * them passes one more, by the rule of succession, `(n + 1) / (M + 2)` for n of M test occurrences. Where tests are
 * wrong no program passes nearly all of them; where there are few they cannot show that they are right.
 */
export function testTrust(matrix: ExecutionMatrix): number {
  const all = matrix.tests.reduce((sum, { weight }) => sum + weight, 0);
  const most = findConsensusSets(matrix).reduce((best, { testOccurrences }) => Math.max(best, testOccurrences), 0);
  return (most + 1) / (all + 2);
}

/** The ranking of the rule `evidence`, for any shape of it; without outputs `srank` has no say. */
export function rankByEvidence(matrix: ExecutionMatrix, { trusted, power }: EvidenceShape): Ranking {
  const agreement = probeAgreement(matrix);
  if (testTrust(matrix) > trusted) {
    return ranked(matrix, (row, { testOccurrences }) => testOccurrences * (agreement?.[row] ?? 1) ** power);
  }
  if (!agreement) return fusionScorer.rank(matrix);
  const parts = [b4Scorer, ...(matrix.outputs ? [srankScorer] : [])].map((scorer) => denseRanks(matrix, scorer));
  const ranks = [...parts, denseRanksOf(agreement)];
  return ranked(matrix, (row) => {
    if (ranks.some((of) => (of[row] as number) < 0)) return null;
    return 0 - Math.log(ranks.reduce((product, of) => product * (1 + (of[row] as number)), 1));
  });
}

/** Consensus sets, split by score; ties go to the larger set. A candidate without a score is out. */
function ranked(matrix: ExecutionMatrix, scoreOf: (row: number, set: UnscoredSet) => number | null): Ranking {
  const sets = findConsensusSets(matrix).flatMap((set) =>
    [...groupBy(set.candidates, (row) => scoreOf(row, set))].flatMap(([score, candidates]) =>
      score === null ? [] : [{ candidates, tests: set.tests, score, tieBreak: set.samples }],
    ),
  );
  return toRanking(matrix, sets);
}
