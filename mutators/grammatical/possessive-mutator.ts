import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "the length of the list" -> "the list's length", where nothing behind the noun can belong to it.
 */
export const possessiveMutator: Mutator = {
  name: 'gram-possessive',
  family: 'grammatical',
  summary: 'Says in the genitive what is said with "of".',
  example: { before: 'the length of the list', after: "the list's length" },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('possessives'), 'no-genitive'),
};
