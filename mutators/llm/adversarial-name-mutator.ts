import type { ModelMutator } from '../../src/core/mutation.ts';
import { RENAMES, THESIS } from '../proposals.ts';
import { proposeName } from '../rewriting/propose-name.ts';

const INSTRUCTION = 'Think of a name that misleads: it says that the function does something else than it does.';

/** The model thinks of a name that misleads about the task; the renaming is ours. */
export const llmAdversarialNameMutator: ModelMutator = {
  name: 'llm-adversarial-name',
  family: 'llm',
  summary: 'A function name that misleads about the task, thought of by a model.',
  example: { before: 'def task_func(xs):', after: 'def reverse_words(xs):' },
  ...RENAMES,
  preserves: 'adversarial',
  source: THESIS,
  propose: (input, ask) => proposeName(INSTRUCTION, input, ask),
};
