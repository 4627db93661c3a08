import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "compute" -> "calculate", "remove all zeros" -> "delete all zeros".
 *
 * Each sense is an entry with the words that must or must not stand beside it; all forms of a verb change together.
 */
export const verbSynonymMutator: Mutator = {
  name: 'lex-verb-synonym',
  family: 'lexical',
  summary: 'A verb with the same meaning in technical prose.',
  example: { before: 'Compute the sum.', after: 'Calculate the sum.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('verb-synonyms'), 'no-verb-with-synonym'),
};
