import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "a function called f" -> "a function by the name of f", "based on the mean" -> "on the basis of the mean".
 *
 * Each phrase is an entry with the words that must or must not stand beside it.
 */
export const setPhraseMutator: Mutator = {
  name: 'lex-set-phrase',
  family: 'lexical',
  summary: 'Another set phrase of technical prose.',
  example: { before: 'a function called f', after: 'a function by the name of f' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('set-phrases'), 'no-set-phrase'),
};
