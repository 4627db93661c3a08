import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "two lists" -> "2 lists", "3 elements" -> "three elements".
 *
 * Only two to twelve before what they count: a bound, a range, an index or a value to return stays as it is.
 */
export const numberWordMutator: Mutator = {
  name: 'lex-number-word',
  family: 'lexical',
  summary: 'A small number that counts things, in words or in digits.',
  example: { before: 'Merge two sorted lists.', after: 'Merge 2 sorted lists.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['number-words'],
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('number-digits'), 'no-counted-number'),
};
