import { noiseMutator } from '../noise-proposals.ts';
import { dropBlank } from '../parsers/slips.ts';

export const dropBlankMutator = noiseMutator({
  name: 'noise-drop-blank',
  summary: 'A blank between words left out.',
  example: { before: 'Sort the list.', after: 'Sort thelist.' },
  declares: ['layout-white-space'],
  slips: [dropBlank],
});
