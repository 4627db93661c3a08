import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "at least 3" -> "3 or more", "greater than or equal to" -> "no less than", "find the maximum value" -> "find the largest value".
 *
 * Each pair is one class of equals in data/lexicons; the number, name or noun inside keeps every byte.
 */
export const comparisonPhraseMutator: Mutator = {
  name: 'lex-comparison-phrase',
  family: 'lexical',
  summary: 'Another wording of the same comparison or bound.',
  example: { before: 'Take at least 3 items.', after: 'Take 3 or more items.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['operator-synonyms'],
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('comparison-phrases'), 'no-comparison-phrase'),
};
