import { noiseMutator } from '../noise-proposals.ts';
import { repeatWord } from '../parsers/slips.ts';

export const repeatWordMutator = noiseMutator({
  name: 'noise-repeat-word',
  summary: 'A word written twice.',
  example: { before: 'Sort the list.', after: 'Sort the list list.' },
  slips: [repeatWord],
});
