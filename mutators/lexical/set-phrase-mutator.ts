import { phraseMutator } from '../phrase-proposals.ts';

export const setPhraseMutator = phraseMutator({
  name: 'lex-set-phrase',
  lexicon: 'set-phrases',
  summary: 'Another set phrase of technical prose.',
  example: { before: 'a function called f', after: 'a function by the name of f' },
});
