import type { Scorer } from '../src/core/matrix.ts';
import { rankB4 } from './b4-posterior.ts';

/**
 * As `b4`, with the paper's prior: `b0` one number whatever the size of the matrix.
 *
 * Source: Chen et al. 2024, "B4" (arXiv 2409.08692), equation 7; the prior is that of the released code,
 * `a = 10`, `b0 = 100000`.
 */
export const b4FixedScorer: Scorer = {
  name: 'b4-fixed',
  summary: 'B4 with the prior of the paper, which does not grow with the matrix; for comparison.',
  source: { title: 'B4', url: 'https://arxiv.org/abs/2409.08692', section: '4' },
  rank: (matrix) => rankB4(matrix, { alpha: 10, beta0: () => 100_000 }),
};
