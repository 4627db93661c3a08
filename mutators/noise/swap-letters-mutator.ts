import { noiseMutator } from '../noise-proposals.ts';
import { swapLetters } from '../parsers/slips.ts';

export const swapLettersMutator = noiseMutator({
  name: 'noise-swap-letters',
  summary: 'Two letters in each other’s place.',
  example: { before: 'Sort the list.', after: 'Sort the lsit.' },
  slips: [swapLetters],
});
