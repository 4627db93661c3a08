import { noiseMutator } from '../noise-proposals.ts';
import { leaveOutDeterminer } from '../parsers/slips.ts';

export const dropDeterminerMutator = noiseMutator({
  name: 'noise-drop-determiner',
  summary: 'An article left out.',
  example: { before: 'Sort the list.', after: 'Sort list.' },
  slips: [leaveOutDeterminer],
});
