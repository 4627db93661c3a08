import { noiseMutator } from '../noise-proposals.ts';
import { blankInside, doubleBlank, dropBlank } from '../parsers/slips.ts';

export const mixedSpacingMutator = noiseMutator({
  name: 'noise-mixed-spacing',
  summary: 'Blanks too many and too few.',
  example: { before: 'Sort the long list.', after: 'Sort  the longlist.' },
  declares: ['layout-white-space'],
  slips: [dropBlank, doubleBlank, blankInside],
});
