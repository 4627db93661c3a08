import { phraseMutator } from '../phrase-proposals.ts';

/** A term changes everywhere or nowhere, so that one thing keeps one name; a word that names a parameter never changes. */
export const nounSynonymMutator = phraseMutator({
  name: 'lex-noun-synonym',
  lexicon: 'noun-synonyms',
  summary: 'A noun with the same meaning in technical prose, throughout the prompt.',
  example: { before: 'Return the first element of the list.', after: 'Return the first item of the list.' },
});
