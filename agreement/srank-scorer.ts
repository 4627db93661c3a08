import type { ExecutionMatrix, Scorer } from '../src/core/matrix.ts';
import { findOutputClusters, NO_OUTPUT, type OutputClusters, rankOutputClusters } from './output-clusters.ts';
import { packMatrix, passedColumns } from './packed-matrix.ts';

/**
 * `R = I V`: V is the size of a cluster of equal outputs times its pass rate, I the share of equal outputs between two
 * clusters, where an error equals nothing, and 1 of a cluster with itself; a cluster gains from others that overlap
 * with it.
 *
 * Source: To et al. 2023, "Functional Overlap Reranking for Neural Code Generation" (arXiv 2311.03366), equations 2 to
 * 4. Differs from it: inputs are those of the generated tests, counted by occurrence, and a program that passes no test
 * is out. A matrix without recorded outputs ranks nothing.
 */
export const srankScorer: Scorer = {
  name: 'srank',
  summary: 'Size times pass rate of a cluster of equal outputs, with what overlapping clusters lend it; needs outputs.',
  source: { title: 'SRank', url: 'https://arxiv.org/abs/2311.03366', section: '3' },
  rank: (matrix) => {
    const clusters = findOutputClusters(matrix);
    if (!clusters) return { sets: [] };
    const scores = overlapScores(matrix, clusters);
    return rankOutputClusters(matrix, clusters, (cluster) => scores[cluster] as number);
  },
};

/**
 * R of every cluster. Column by column, clusters with equal outputs pool their V, which is I V without the matrix I.
 * All sums are of whole numbers (M^2 R), so that their order doesn't matter; one division ends it.
 */
function overlapScores(matrix: ExecutionMatrix, { clusters, numbers, distinct }: OutputClusters): Float64Array {
  const packed = packMatrix(matrix);
  const { columns, testWeights, candidateWeights } = packed;
  const passes = clusters.map((members) =>
    members.reduce((sum, row) => {
      const own = passedColumns(packed, row).reduce((count, column) => count + (testWeights[column] as number), 0);
      return sum + own * (candidateWeights[row] as number);
    }, 0),
  );
  const scores = new Float64Array(clusters.length);
  const outputOf = (cluster: number, column: number) =>
    numbers[(clusters[cluster]?.[0] as number) * columns + column] as number;
  let testOccurrences = 0;
  for (let column = 0; column < columns; column++) {
    const weight = testWeights[column] as number;
    testOccurrences += weight;
    const pooled = new Float64Array(1 + (distinct[column] as number));
    for (let cluster = 0; cluster < clusters.length; cluster++) {
      const output = outputOf(cluster, column);
      if (output !== NO_OUTPUT) pooled[output] = (pooled[output] as number) + (passes[cluster] as number);
    }
    for (let cluster = 0; cluster < clusters.length; cluster++) {
      const output = outputOf(cluster, column);
      if (output !== NO_OUTPUT) scores[cluster] = (scores[cluster] as number) + weight * (pooled[output] as number);
    }
  }
  for (let cluster = 0; cluster < clusters.length; cluster++) {
    // A program agrees with itself everywhere, including its errors.
    for (let column = 0; column < columns; column++) {
      if (outputOf(cluster, column) !== NO_OUTPUT) continue;
      scores[cluster] = (scores[cluster] as number) + (testWeights[column] as number) * (passes[cluster] as number);
    }
  }
  return scores.map((score) => score / testOccurrences ** 2);
}
