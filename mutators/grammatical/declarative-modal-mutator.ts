import type { Mutator } from '../../src/core/mutation.ts';
import { proposeStatements } from '../statement-proposals.ts';

/**
 * "The function returns the sum." -> "The function should return the sum."
 *
 * Only of what the program that is asked for does: with "the function", "it" behind such a sentence, "the output is",
 * or a docstring's "Returns ...", which gets its subject. Coordinated verbs change along; it refuses where "and" may join
 * something else.
 */
export const declarativeModalMutator: Mutator = {
  name: 'gram-declarative-modal',
  family: 'grammatical',
  summary: 'States as a requirement what the prompt states of the program.',
  example: { before: 'The function returns the sum.', after: 'The function should return the sum.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  propose: (input) => proposeStatements(input, 'should', { relative: false }),
};
