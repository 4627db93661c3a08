import { noiseMutator } from '../noise-proposals.ts';
import { doubleLetter } from '../parsers/slips.ts';

export const doubleLetterMutator = noiseMutator({
  name: 'noise-double-letter',
  summary: 'A letter typed twice.',
  example: { before: 'Sort the list.', after: 'Sort the lisst.' },
  slips: [doubleLetter],
});
