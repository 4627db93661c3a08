import { approachMutator } from '../frames.ts';

/** Checks are written as comments, so that the block of the reply is a program only. */
export const checksFirstMutator = approachMutator({
  name: 'app-checks-first',
  summary: 'Asks for checks, as comments, before the code.',
  example: {
    before: 'Add two numbers.',
    after: 'Add two numbers. … begin with comments that list calls with their results …',
  },
  source: { title: 'Mathews and Nagappan 2024, test-driven code generation', url: 'https://arxiv.org/abs/2402.13521' },
  after:
    'Begin the code block with comments that list the checks which the code must pass, edge cases among them, each a call with its result. Then write the code that passes all of them.',
});
