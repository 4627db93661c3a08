import { phraseMutator } from '../phrase-proposals.ts';

export const defaultMutator = phraseMutator({
  name: 'ten-default',
  family: 'tensor',
  lexicon: 'tensor-defaults',
  summary: 'Rephrases the default of a parameter.',
  example: { before: 'The default is 0.5.', after: 'The default value is 0.5.' },
});
