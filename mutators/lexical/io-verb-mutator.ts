import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "a function that takes a list" -> "a function that accepts a list".
 *
 * The subject is a function, "that", "it" or the opening of an item, and an argument follows: "takes place" stays.
 */
export const ioVerbMutator: Mutator = {
  name: 'lex-io-verb',
  family: 'lexical',
  summary: 'Swaps the verb with which a function gets its arguments: takes, accepts, receives.',
  example: { before: 'A function that takes a list.', after: 'A function that accepts a list.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('io-verbs'), 'no-input-verb'),
};
