import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "do not" -> "don't", "you are" -> "you're"; every negation stays one.
 *
 * The pairs are our own table: a tagger's contraction can drop the "not".
 */
export const contractionMutator: Mutator = {
  name: 'lex-contraction',
  family: 'lexical',
  summary: 'Contracts auxiliaries: do not, it is, you are.',
  example: { before: 'Do not sort the list.', after: "Don't sort the list." },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['operator-synonyms'],
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('contractions'), 'nothing-to-contract'),
};
