import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "don't" -> "do not", "it's sorted" -> "it is sorted".
 *
 * A genitive ("the list's maximum") is never touched, nor an inverted question ("Isn't it").
 */
export const expansionMutator: Mutator = {
  name: 'lex-expansion',
  family: 'lexical',
  summary: 'Writes contractions out.',
  example: { before: "Don't sort the list.", after: 'Do not sort the list.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['operator-synonyms'],
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('expansions'), 'no-contraction'),
};
