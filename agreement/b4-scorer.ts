import type { Scorer } from '../src/core/matrix.ts';
import { rankB4 } from './b4-posterior.ts';

/**
 * Posterior of a consensus set being the correct one, given which programs pass which tests:
 * `ln B(n+a, M-n+1) + ln B(k+a, N-k+1) + ln B(o1+1, (N-k)n-o1+1) + ln B(o0+1, (N-k)(M-n)-o0+b0)`, `a = 10`,
 * `b0 = 3 N M`, where o1 and o0 are the passes by other samples inside and outside the set's tests.
 *
 * Source: Chen et al. 2024, "B4" (arXiv 2409.08692), equation 7.
 * Differs from the paper: its prior b0 is one number for every matrix, and the best number grows with the matrix, so
 * ours does. The paper's fixed prior is the scorer `b4-fixed`.
 */
export const b4Scorer: Scorer = {
  name: 'b4',
  summary: 'Posterior that a set of programs and its tests are the correct ones, its prior scaled with the matrix.',
  source: { title: 'B4', url: 'https://arxiv.org/abs/2409.08692', section: '4' },
  rank: (matrix) =>
    rankB4(matrix, { alpha: 10, beta0: ({ samples, testOccurrences }) => 3 * samples * testOccurrences }),
};
