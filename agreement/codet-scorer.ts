import type { Scorer } from '../src/core/matrix.ts';
import { rankConsensusSets } from './consensus-sets.ts';

/**
 * Dual execution agreement: `sqrt(k) * n` for a consensus set of k samples that pass the same n test occurrences.
 *
 * Source: Chen et al. 2022, "CodeT" (arXiv 2207.10397), section 3.2.
 * Differs from the released code: a time-out is a failed cell, never a voided row; and sets whose scores are equal are
 * tied even where the product of the rounded root is not (k = 18, n = 1 against k = 2, n = 3), because the root is
 * taken of the whole number `k * n * n`.
 */
export const codetScorer: Scorer = {
  name: 'codet',
  summary: 'Root of the number of agreeing samples times the number of tests they pass.',
  source: { title: 'CodeT', url: 'https://arxiv.org/abs/2207.10397', section: '3.2' },
  rank: (matrix) =>
    rankConsensusSets(matrix, ({ samples, testOccurrences }) => Math.sqrt(samples * testOccurrences * testOccurrences)),
};
