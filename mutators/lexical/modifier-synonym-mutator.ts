import { phraseMutator } from '../phrase-proposals.ts';

export const modifierSynonymMutator = phraseMutator({
  name: 'lex-modifier-synonym',
  lexicon: 'modifier-synonyms',
  summary: 'An adjective or adverb with the same meaning.',
  example: { before: 'the specified path', after: 'the given path' },
});
