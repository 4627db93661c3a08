import type { Mutator } from '../../src/core/mutation.ts';
import { functionRenames } from '../parsers/function-names.ts';
import { RECODE, RENAMES } from '../proposals.ts';

const NEUTRAL_NAMES = ['solve_task', 'solve_problem', 'compute_answer', 'run_task'] as const;

/**
 * Calls the function `solve_task`, wherever the prompt names it; a prompt that asks for a function without a name gets
 * "a function named solve_task".
 *
 * Refuses methods, dunder names and names that also occur as English words.
 * Source: ReCode's function renames, which keep a hint of the old name; here nothing of it is left.
 */
export const funcNeutralMutator: Mutator = {
  name: 'name-func-neutral',
  family: 'naming',
  summary: 'A function name that says nothing about the task.',
  example: { before: 'def sum_list(xs):', after: 'def solve_task(xs):' },
  ...RENAMES,
  preserves: 'exact-meaning',
  source: RECODE,
  propose: (input) => functionRenames(input, () => NEUTRAL_NAMES),
};
