import { type DatasetFormat, github } from '../dataset-format.ts';
import { loadHumanEval, rewriteCompletion } from './completion-task.ts';

/** A signature with a docstring to be continued, and one `check(candidate)` function as the official tests. */
export const humanEvalFormat: DatasetFormat = {
  name: 'human-eval',
  title: 'HumanEval',
  source: github('openai/human-eval', 'MIT'),
  fields: ['task_id', 'prompt', 'entry_point', 'canonical_solution', 'test'],
  recognises: (value) =>
    'prompt' in value &&
    !('test_list' in value) &&
    ['task_id', 'entry_point', 'canonical_solution', 'test'].filter((field) => field in value).length >= 2,
  load: loadHumanEval,
  rewrite: rewriteCompletion,
};
