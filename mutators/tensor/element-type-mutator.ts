import { phraseMutator } from '../phrase-proposals.ts';

export const elementTypeMutator = phraseMutator({
  name: 'ten-element-type',
  family: 'tensor',
  lexicon: 'tensor-element-types',
  summary: 'What a tensor holds, in other words.',
  example: { before: 'Return a tensor containing the sums.', after: 'Return a tensor that contains the sums.' },
});
