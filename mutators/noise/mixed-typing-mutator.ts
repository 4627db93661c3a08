import { noiseMutator } from '../noise-proposals.ts';
import { dropLetter, keyBeside, swapLetters } from '../parsers/slips.ts';

export const mixedTypingMutator = noiseMutator({
  name: 'noise-mixed-typing',
  summary: 'Typing errors of several kinds.',
  example: { before: 'Sort the long list.', after: 'Srot the lomg list.' },
  slips: [swapLetters, keyBeside, dropLetter],
});
