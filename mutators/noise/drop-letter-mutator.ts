import { noiseMutator } from '../noise-proposals.ts';
import { dropLetter } from '../parsers/slips.ts';

export const dropLetterMutator = noiseMutator({
  name: 'noise-drop-letter',
  summary: 'A letter left out.',
  example: { before: 'Sort the list.', after: 'Sort the lst.' },
  slips: [dropLetter],
});
