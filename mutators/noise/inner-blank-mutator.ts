import { noiseMutator } from '../noise-proposals.ts';
import { blankInside } from '../parsers/slips.ts';

export const innerBlankMutator = noiseMutator({
  name: 'noise-inner-blank',
  summary: 'A blank inside a word.',
  example: { before: 'Sort the list.', after: 'Sort the li st.' },
  declares: ['layout-white-space'],
  slips: [blankInside],
});
