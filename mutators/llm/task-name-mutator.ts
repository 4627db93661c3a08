import type { ModelMutator } from '../../src/core/mutation.ts';
import { RENAMES, THESIS } from '../proposals.ts';
import { proposeName } from '../rewriting/propose-name.ts';

const INSTRUCTION = 'Think of a name that says what the function does.';

/** A model chooses a name that describes the function; the renaming itself is done by rules. */
export const llmTaskNameMutator: ModelMutator = {
  name: 'llm-task-name',
  family: 'llm',
  summary: 'A function name that describes the task, thought of by a model.',
  example: { before: 'def task_func(xs):', after: 'def sum_of_list(xs):' },
  ...RENAMES,
  preserves: 'exact-meaning',
  source: THESIS,
  propose: (input, ask) => proposeName(INSTRUCTION, input, ask),
};
