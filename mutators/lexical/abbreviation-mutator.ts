import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "e.g." -> "for example", "an int" -> "an integer", "max value" -> "maximum value"; never the reverse.
 *
 * Names in signatures, fields, calls and backticks stay.
 */
export const abbreviationMutator: Mutator = {
  name: 'lex-abbreviation',
  family: 'lexical',
  summary: 'Writes short forms of the running text out.',
  example: { before: 'Return the max value of the ints.', after: 'Return the maximum value of the integers.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['short-forms', 'operator-synonyms'],
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('abbreviations'), 'no-short-form'),
};
