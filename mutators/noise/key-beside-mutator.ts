import { noiseMutator } from '../noise-proposals.ts';
import { keyBeside } from '../parsers/slips.ts';

export const keyBesideMutator = noiseMutator({
  name: 'noise-key-beside',
  summary: 'A letter from the next key.',
  example: { before: 'Sort the list.', after: 'Sort the lust.' },
  slips: [keyBeside],
});
