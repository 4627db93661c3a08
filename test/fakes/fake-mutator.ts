import type { Mutator } from '../../src/core/mutation.ts';

/** A mutator of words that proposes by a rule. */
export const fakeMutator = (name: string, propose: Mutator['propose'], change: Partial<Mutator> = {}): Mutator => ({
  name,
  family: 'lexical',
  summary: 'A fake.',
  example: { before: 'a', after: 'b' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  propose,
  ...change,
});
