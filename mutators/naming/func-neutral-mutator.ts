import type { Mutator } from '../../src/core/mutation.ts';
import { isFreshName } from '../parsers/fresh-names.ts';
import { renameFunctionEdits, targetName } from '../parsers/renaming.ts';
import { propose, RECODE, refuse } from '../proposals.ts';

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
  touches: ['prose', 'signature', 'code', 'example', 'constraint'],
  preserves: 'exact-meaning',
  declares: ['renames'],
  source: RECODE,
  *propose(input) {
    const name = targetName(input);
    const fresh = NEUTRAL_NAMES.find((candidate) => isFreshName(input, candidate));
    if (name === null) yield refuse('no-function-name');
    else if (fresh === undefined) yield refuse('no-fresh-name');
    else {
      const outcome = renameFunctionEdits(input, name, fresh);
      yield 'refused' in outcome ? outcome : propose(outcome.edits, { [name]: fresh });
    }
  },
};
