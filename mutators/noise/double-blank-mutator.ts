import { noiseMutator } from '../noise-proposals.ts';
import { doubleBlank } from '../parsers/slips.ts';

export const doubleBlankMutator = noiseMutator({
  name: 'noise-double-blank',
  summary: 'Two blanks between words.',
  example: { before: 'Sort the list.', after: 'Sort  the list.' },
  declares: ['layout-white-space'],
  slips: [doubleBlank],
});
