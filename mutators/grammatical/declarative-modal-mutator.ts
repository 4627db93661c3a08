import { statementMutator } from '../statement-proposals.ts';

export const declarativeModalMutator = statementMutator({
  name: 'gram-declarative-modal',
  summary: 'States as a requirement what the prompt states of the program.',
  example: { before: 'The function returns the sum.', after: 'The function should return the sum.' },
  source: 'original',
  auxiliaries: [{ words: 'should', relative: false, negated: true }],
});
