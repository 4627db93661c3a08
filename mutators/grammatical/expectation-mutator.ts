import { statementMutator } from '../statement-proposals.ts';

export const expectationMutator = statementMutator({
  name: 'gram-expectation',
  summary: 'States as expected what the prompt states of the program.',
  example: { before: 'The function returns the sum.', after: 'The function is expected to return the sum.' },
  source: 'original',
  auxiliaries: [
    { words: 'is expected to', relative: false, negated: false },
    { words: 'is supposed to', relative: false, negated: false },
    { words: 'is meant to', relative: true, negated: false },
  ],
});
