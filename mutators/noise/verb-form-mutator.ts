import { noiseMutator } from '../noise-proposals.ts';
import { otherPerson } from '../parsers/slips.ts';

export const verbFormMutator = noiseMutator({
  name: 'noise-verb-form',
  summary: 'A verb in another person.',
  example: { before: 'It returns the list.', after: 'It return the list.' },
  slips: [otherPerson],
});
