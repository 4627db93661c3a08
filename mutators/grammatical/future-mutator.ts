import type { Mutator } from '../../src/core/mutation.ts';
import { RECODE } from '../proposals.ts';
import { proposeStatements } from '../statement-proposals.ts';

/**
 * "Returns the largest element." -> "The function will return the largest element."
 *
 * Source: ReCode's TenseTransformationFuture (arXiv 2212.10264), which takes any verb and loses words ("it can was");
 * ours takes present-tense statements of the program alone, all verbs of one subject together.
 */
export const futureMutator: Mutator = {
  name: 'gram-future',
  family: 'grammatical',
  summary: 'Tells in the future tense what the program does.',
  example: { before: 'The function returns the sum.', after: 'The function will return the sum.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: RECODE,
  propose: (input) => proposeStatements(input, 'will', { relative: true }),
};
