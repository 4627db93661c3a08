import { noiseMutator } from '../noise-proposals.ts';
import { leaveOutPreposition } from '../parsers/slips.ts';

export const dropPrepositionMutator = noiseMutator({
  name: 'noise-drop-preposition',
  summary: 'A preposition left out.',
  example: { before: 'The sum of lists.', after: 'The sum lists.' },
  slips: [leaveOutPreposition],
});
