import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "e.g." -> "for instance", "for example" -> "e.g.", "i.e." -> "in other words", "that is" -> "i.e.", "etc." <-> "and so on", "via" -> "through".
 *
 * English turns Latin only inside a bracket or between commas, where the short form is usual.
 */
export const latinPhraseMutator: Mutator = {
  name: 'lex-latin-phrase',
  family: 'lexical',
  summary: 'Latin short forms and phrases in English, and back.',
  example: { before: 'Take a sign (for example, a comma).', after: 'Take a sign (e.g., a comma).' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['short-forms', 'operator-synonyms'],
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('latin-phrases'), 'no-latin-phrase'),
};
