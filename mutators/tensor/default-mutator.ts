import { phraseMutator } from '../phrase-proposals.ts';

export const defaultMutator = phraseMutator({
  name: 'ten-default',
  family: 'tensor',
  lexicon: 'tensor-defaults',
  summary: 'What a parameter is where it is left out, in other words.',
  example: { before: 'The default is 0.5.', after: 'The default value is 0.5.' },
});
