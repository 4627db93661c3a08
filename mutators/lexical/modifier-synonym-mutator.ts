import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "the specified path" -> "the given path", "It also returns" -> "It additionally returns".
 *
 * Each sense is an entry with the words that must or must not stand beside it.
 */
export const modifierSynonymMutator: Mutator = {
  name: 'lex-modifier-synonym',
  family: 'lexical',
  summary: 'An adjective or adverb with the same meaning.',
  example: { before: 'the specified path', after: 'the given path' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('modifier-synonyms'), 'no-modifier-with-synonym'),
};
