import type { Scorer } from '../src/core/matrix.ts';
import { findOutputClusters, rankOutputClusters } from './output-clusters.ts';

/**
 * The samples of the largest cluster of equal outputs; expected values are ignored.
 *
 * Source: Li et al. 2022, "Competition-level code generation with AlphaCode" (arXiv 2203.07814), section 4.5 (filtering
 * and clustering). Differs from it: the inputs are those of the generated tests instead of a model trained for inputs,
 * and a program that passes no generated test is filtered out where AlphaCode filters by the example tests. A matrix
 * without recorded outputs ranks nothing.
 */
export const pluralityScorer: Scorer = {
  name: 'plurality',
  summary: 'Number of samples that return the same on every generated test; needs recorded outputs.',
  source: { title: 'AlphaCode', url: 'https://arxiv.org/abs/2203.07814', section: '4.5' },
  rank: (matrix) => {
    const clusters = findOutputClusters(matrix);
    return clusters
      ? rankOutputClusters(matrix, clusters, (cluster) => clusters.samples[cluster] as number)
      : { sets: [] };
  },
};
