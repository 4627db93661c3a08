import { phraseMutator } from '../phrase-proposals.ts';

/** The pairs are our own table: a tagger's contraction can drop the "not". */
export const contractionMutator = phraseMutator({
  name: 'lex-contraction',
  lexicon: 'contractions',
  summary: 'Contracts auxiliaries: do not, it is, you are.',
  example: { before: 'Do not sort the list.', after: "Don't sort the list." },
  declares: ['operator-synonyms'],
});
