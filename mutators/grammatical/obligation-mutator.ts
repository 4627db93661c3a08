import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "The function should return" -> "The function has to return".
 *
 * Of the program, its input and its output alone, and never of what must not be: "should not" and "need not" are no pair.
 */
export const obligationMutator: Mutator = {
  name: 'gram-obligation',
  family: 'grammatical',
  summary: 'Another verb for what the program must do.',
  example: { before: 'The function should return the sum.', after: 'The function has to return the sum.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['operator-synonyms'],
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('obligations'), 'no-obligation'),
};
