import type { Mutator } from '../../src/core/mutation.ts';
import { loadPhrases } from '../parsers/phrase-lexicon.ts';
import { proposePhrases } from '../phrase-proposals.ts';

/**
 * "check if" -> "check whether", "since" -> "because", "sort it using a heap" -> "sort it by using a heap".
 *
 * Only where the sentence leaves one reading: "since" behind a full stop or comma, "using" behind a noun that is not a program.
 */
export const connectiveMutator: Mutator = {
  name: 'lex-connective',
  family: 'lexical',
  summary: 'Another connecting word that says the same.',
  example: { before: 'Check if it is empty.', after: 'Check whether it is empty.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  declares: ['operator-synonyms'],
  source: 'original',
  propose: (input) => proposePhrases(input, loadPhrases('connectives'), 'no-connective'),
};
