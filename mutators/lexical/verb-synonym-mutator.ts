import { phraseMutator } from '../phrase-proposals.ts';

export const verbSynonymMutator = phraseMutator({
  name: 'lex-verb-synonym',
  lexicon: 'verb-synonyms',
  summary: 'A verb with the same meaning in technical prose.',
  example: { before: 'Compute the sum.', after: 'Calculate the sum.' },
});
