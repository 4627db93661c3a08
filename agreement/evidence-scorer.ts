import type { ExecutionMatrix, Ranking, Scorer } from '../src/core/matrix.ts';
import { b4Scorer } from './b4-scorer.ts';
import { findConsensusSets } from './consensus-sets.ts';
import { denseRanks, denseRanksOf } from './dense-ranks.ts';
import { fusionScorer } from './fusion-scorer.ts';
import { probeAgreement } from './output-agreement.ts';
import { toRanking } from './rank-consensus-sets.ts';
import { groupBy } from './rank-output-clusters.ts';
import { srankScorer } from './srank-scorer.ts';
import { testTrust } from './test-trust.ts';

/** A cell passes where program and test are right, and sometimes else: above it, most of both are right. */
const MOST = 1 / 2;

/**
 * Learns from the matrix how far its tests can be trusted, and counts accordingly; m is the agreement on probes
 * (`output-agreement.ts`, 1 without any).
 *
 * Where more than half of all cells pass, tests are evidence one by one: `q * sqrt(m)`, q the passed share of tests,
 * each weighed by the share of samples that pass it. It is CodeT's product with credible tests for tests and agreement
 * everywhere for the size of a set. Elsewhere tests are evidence only together with those who agree on them: the
 * product of ranks of `b4`, `srank` and m, and without probes `fusion`.
 *
 * Source: ours, derived in docs/agreement.md; the root is CodeT's (arXiv 2207.10397), the product of ranks that of
 * `fusion`. No constant is fitted; bench/regimes measures it.
 */
export const evidenceScorer: Scorer = {
  name: 'evidence',
  summary:
    'Learns from the matrix how far the tests can be trusted; counts agreement on probes, too, where there are any.',
  source: { title: 'CodeT', url: 'https://arxiv.org/abs/2207.10397', section: '3.2' },
  rank: (matrix) => {
    const agreement = probeAgreement(matrix);
    const { share, passedBy } = testTrust(matrix);
    if (share > MOST) {
      return ranked(matrix, (row, set) => passedBy(set) * Math.sqrt(agreement?.[row] ?? 1));
    }
    if (!agreement) return fusionScorer.rank(matrix);
    const parts = [b4Scorer, ...(matrix.outputs ? [srankScorer] : [])].map((scorer) => denseRanks(matrix, scorer));
    const ranks = [...parts, denseRanksOf(agreement)];
    return ranked(matrix, (row) => {
      if (ranks.some((of) => (of[row] as number) < 0)) return null;
      return 0 - Math.log(ranks.reduce((product, of) => product * (1 + (of[row] as number)), 1));
    });
  },
};

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
