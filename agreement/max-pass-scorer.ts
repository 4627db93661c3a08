import type { Scorer } from '../src/core/matrix.ts';
import { rankConsensusSets } from './consensus-sets.ts';

/**
 * `n`: the programs that pass the most test occurrences, however few they are.
 *
 * Source: the baseline that CodeT (arXiv 2207.10397) compares itself with. It trusts every generated test alike, so
 * that one wrong test which a wrong program passes can decide.
 */
export const maxPassScorer: Scorer = {
  name: 'max-pass',
  summary: 'Number of generated tests passed, without regard to how many programs agree.',
  source: { title: 'CodeT', url: 'https://arxiv.org/abs/2207.10397', section: '4' },
  rank: (matrix) => rankConsensusSets(matrix, ({ testOccurrences }) => testOccurrences),
};
