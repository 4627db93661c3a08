import { groupBy } from '../src/core/group-by.ts';
import type { ExecutionMatrix, Ranking } from '../src/core/matrix.ts';
import { findConsensusSets } from './consensus-sets.ts';
import type { OutputClusters } from './output-clusters.ts';
import { toRanking } from './rank-consensus-sets.ts';

/**
 * Every cluster of equal outputs with its score, best first. Programs that return the same can still pass different
 * tests (a time-out after the last return), so a cluster is listed by consensus set; those that pass nothing are out.
 */
export function rankOutputClusters(
  matrix: ExecutionMatrix,
  { clusterOf }: OutputClusters,
  score: (cluster: number) => number,
): Ranking {
  const sets = findConsensusSets(matrix).flatMap(({ candidates, tests }) =>
    [...groupBy(candidates, (row) => clusterOf[row] as number)].map(([cluster, members]) => ({
      candidates: members,
      tests,
      score: score(cluster),
    })),
  );
  return toRanking(matrix, sets);
}
