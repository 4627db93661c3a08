import { noiseMutator } from '../noise-proposals.ts';
import { swapWords } from '../parsers/slips.ts';

export const swapWordsMutator = noiseMutator({
  name: 'noise-swap-words',
  summary: 'Two words in each other’s place.',
  example: { before: 'Sort the long list.', after: 'Sort the list long.' },
  slips: [swapWords],
});
