import type { ExecutionMatrix, Ranking } from '../src/core/matrix.ts';
import { b4Scorer } from './b4-scorer.ts';
import { findConsensusSets } from './consensus-sets.ts';
import { denseRanks, denseRanksOf } from './dense-ranks.ts';
import { fusionScorer } from './fusion-scorer.ts';
import { probeAgreement } from './output-agreement.ts';
import { toRanking } from './rank-consensus-sets.ts';
import { groupBy } from './rank-output-clusters.ts';
import { srankScorer } from './srank-scorer.ts';
import { testTrust } from './test-trust.ts';

/** What of the rule could be another number; bench/regimes chooses them leaving one source out at a time. */
export interface EvidenceShape {
  /** Share of passing cells above which tests are evidence one by one. */
  readonly most: number;
  /** Exponent of the agreement on probes beside the tests'. */
  readonly power: number;
}

/**
 * A cell passes where program and test are right, and sometimes else: above a half, most of both are right. The root is
 * CodeT's for the size of a set.
 */
export const EVIDENCE_SHAPE: EvidenceShape = { most: 1 / 2, power: 1 / 2 };

/** The ranking of the rule `evidence`, for any shape of it; without outputs `srank` has no say, without probes m is 1. */
export function rankByEvidence(matrix: ExecutionMatrix, { most, power }: EvidenceShape): Ranking {
  const agreement = probeAgreement(matrix);
  const { share, passedBy } = testTrust(matrix);
  if (share > most) return ranked(matrix, (row, set) => passedBy(set) * (agreement?.[row] ?? 1) ** power);
  if (!agreement) return fusionScorer.rank(matrix);
  const parts = [b4Scorer, ...(matrix.outputs ? [srankScorer] : [])].map((scorer) => denseRanks(matrix, scorer));
  const ranks = [...parts, denseRanksOf(agreement)];
  return ranked(matrix, (row) => {
    if (ranks.some((of) => (of[row] as number) < 0)) return null;
    return 0 - Math.log(ranks.reduce((product, of) => product * (1 + (of[row] as number)), 1));
  });
}

/** Consensus sets, split by score; ties go to the larger set. A candidate without a score is out. */
function ranked(
  matrix: ExecutionMatrix,
  scoreOf: (row: number, set: ReturnType<typeof findConsensusSets>[number]) => number | null,
): Ranking {
  const sets = findConsensusSets(matrix).flatMap((set) =>
    [...groupBy(set.candidates, (row) => scoreOf(row, set))].flatMap(([score, candidates]) =>
      score === null ? [] : [{ candidates, tests: set.tests, score, tieBreak: set.samples }],
    ),
  );
  return toRanking(matrix, sets);
}
