import { phraseMutator } from '../phrase-proposals.ts';

/**
 * Only if the sentence has one reading: "since" after a full stop or comma, "using" after a noun that is not a program.
 */
export const connectiveMutator = phraseMutator({
  name: 'lex-connective',
  lexicon: 'connectives',
  summary: 'Another connecting word that says the same.',
  example: { before: 'Check if it is empty.', after: 'Check whether it is empty.' },
  declares: ['operator-synonyms'],
});
