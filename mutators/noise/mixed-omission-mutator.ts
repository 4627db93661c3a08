import { noiseMutator } from '../noise-proposals.ts';
import { leaveOutDeterminer, leaveOutPreposition } from '../parsers/slips.ts';

export const mixedOmissionMutator = noiseMutator({
  name: 'noise-mixed-omission',
  summary: 'Articles and prepositions left out.',
  example: { before: 'The sum of the lists of it.', after: 'Sum the lists of it.' },
  slips: [leaveOutDeterminer, leaveOutPreposition],
});
