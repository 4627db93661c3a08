import { phraseMutator } from '../phrase-proposals.ts';

/** American and British words change together, so that a prompt never mixes those that the lexicon knows. */
export const spellingVariantMutator = phraseMutator({
  name: 'lex-spelling-variant',
  lexicon: 'spelling-variants',
  summary: 'Another accepted spelling of a word, throughout the prompt.',
  example: { before: 'Normalize each substring.', after: 'Normalise each substring.' },
});
