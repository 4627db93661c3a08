import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "the elements of a list" -> "the items of a list".
 *
 * A term changes everywhere or nowhere, so that one thing keeps one name; a word that names a parameter never changes.
 */
export const nounSynonymMutator: Mutator = {
  name: 'lex-noun-synonym',
  family: 'lexical',
  summary: 'A noun with the same meaning in technical prose, throughout the prompt.',
  example: { before: 'Return the first element of the list.', after: 'Return the first item of the list.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('noun-synonyms'), 'no-noun-with-synonym'),
};
