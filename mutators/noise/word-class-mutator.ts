import { noiseMutator } from '../noise-proposals.ts';
import { otherClass } from '../parsers/slips.ts';

export const wordClassMutator = noiseMutator({
  name: 'noise-word-class',
  summary: 'A verb where a noun belongs, or the other way round.',
  example: { before: 'Calculate the sum.', after: 'Calculation the sum.' },
  slips: [otherClass],
});
