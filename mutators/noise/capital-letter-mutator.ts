import { noiseMutator } from '../noise-proposals.ts';
import { capitalLetter } from '../parsers/slips.ts';

export const capitalLetterMutator = noiseMutator({
  name: 'noise-capital-letter',
  summary: 'A capital inside a word.',
  example: { before: 'Sort the list.', after: 'Sort the liSt.' },
  slips: [capitalLetter],
});
