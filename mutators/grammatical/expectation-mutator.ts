import type { Mutator } from '../../src/core/mutation.ts';
import { proposeStatements } from '../statement-proposals.ts';

/** What may stand before the verb of a statement, and behind "a function that". */
const EXPECTATIONS = [
  { words: 'is expected to', relative: false },
  { words: 'is supposed to', relative: false },
  { words: 'is meant to', relative: true },
] as const;

/**
 * "The function returns the sum." -> "The function is expected to return the sum."; "a function that returns" -> "a
 * function that is meant to return"
 *
 * Of the program that is asked for alone; verbs of one subject change together. Refuses negated statements, where "not"
 * would have two places.
 */
export const expectationMutator: Mutator = {
  name: 'gram-expectation',
  family: 'grammatical',
  summary: 'States as expected what the prompt states of the program.',
  example: { before: 'The function returns the sum.', after: 'The function is expected to return the sum.' },
  touches: ['prose'],
  preserves: 'exact-meaning',
  source: 'original',
  *propose(input) {
    let found = false;
    for (const { words, relative } of EXPECTATIONS) {
      for (const outcome of proposeStatements(input, words, { relative, negated: false })) {
        if ('refused' in outcome && found) continue;
        found ||= 'edits' in outcome;
        yield outcome;
      }
    }
  },
};
