import { groupBy } from '../src/core/group-by.ts';
import type { Scorer } from '../src/core/matrix.ts';
import { b4Scorer } from './b4-scorer.ts';
import { codetScorer } from './codet-scorer.ts';
import { findConsensusSets, toRanking } from './consensus-sets.ts';
import { denseRanks } from './dense-ranks.ts';
import { findOutputClusters } from './output-clusters.ts';
import { srankScorer } from './srank-scorer.ts';

/**
 * `-sum of ln(1 + r)` over `codet`, `b4` and `srank` (the first two if no outputs are recorded), r the candidate's
 * dense rank among the distinct scores of that rule, 0 for the best. A candidate that one of them does not rank is out;
 * ties go to the larger cluster of equal outputs.
 *
 * Source: ours, with the sum of logarithms of ranks as aggregation (the geometric mean of ranks, Dwork et al. 2001,
 * "Rank aggregation methods for the Web", WWW10); measured with its parts in docs/agreement.md.
 */
export const fusionScorer: Scorer = {
  name: 'fusion',
  summary: 'What CodeT, B4 and SRank together rank highest: the geometric mean of their ranks.',
  source: { title: 'Rank aggregation methods for the Web', url: 'https://doi.org/10.1145/371920.372165' },
  rank: (matrix) => {
    const clusters = findOutputClusters(matrix);
    const parts = clusters ? [codetScorer, b4Scorer, srankScorer] : [codetScorer, b4Scorer];
    const ranks = parts.map((scorer) => denseRanks(matrix, scorer));
    const sets = findConsensusSets(matrix).flatMap(({ candidates, tests }) => {
      const ranked = candidates.filter((row) => ranks.every((of) => (of[row] as number) >= 0));
      const product = (row: number) => ranks.reduce((whole, of) => whole * (1 + (of[row] as number)), 1);
      return [...groupBy(ranked, (row) => clusters?.clusterOf[row] ?? 0)].map(([cluster, members]) => ({
        candidates: members,
        tests,
        // One logarithm of the whole number: equal products give equal scores. `0 -` so that the best is 0, not -0.
        score: 0 - Math.log(product(members[0] as number)),
        tieBreak: clusters?.samples[cluster] ?? 0,
      }));
    });
    return toRanking(matrix, sets);
  },
};
