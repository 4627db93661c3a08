import { phraseMutator } from '../phrase-proposals.ts';

export const shapeMutator = phraseMutator({
  name: 'ten-shape',
  family: 'tensor',
  lexicon: 'tensor-shapes',
  summary: 'Rephrases a shape; the shape itself stays.',
  example: { before: 'Take a tensor of shape (N, 3).', after: 'Take a tensor with shape (N, 3).' },
});
