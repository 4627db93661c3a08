import type { Guard } from '../../src/core/mutation.ts';

/** P7: a mutant differs from its prompt; a change of nothing is not a mutant. */
export const changedGuard: Guard = {
  name: 'changed',
  check: ({ prompt, mutatedText }) => (mutatedText === prompt.text ? 'the text is unchanged' : null),
};
