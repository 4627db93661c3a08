import type { Scorer } from '../src/core/matrix.ts';
import { rankConsensusSets } from './consensus-sets.ts';

/**
 * `k`: the samples that behave alike, however many tests they pass.
 *
 * Source: Shi et al. 2022, "Natural Language to Code Translation with Execution" (arXiv 2204.11454), equation 3 with
 * the hard loss: the program that disagrees with the fewest others.
 * Differs from it: rows of passes are compared instead of outputs (`plurality` compares those), as in CodeT's and B4's
 * comparisons; programs that pass nothing are out.
 */
export const mbrExecScorer: Scorer = {
  name: 'mbr-exec',
  summary: 'Number of samples that pass the same tests, without regard to how many tests those are.',
  source: { title: 'MBR-EXEC', url: 'https://arxiv.org/abs/2204.11454', section: '3' },
  rank: (matrix) => rankConsensusSets(matrix, ({ samples }) => samples),
};
