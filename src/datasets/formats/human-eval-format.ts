import { z } from 'zod';
import type { DatasetFormat } from '../dataset-format.ts';
import { rewriteCompletion, toCompletionTask } from './completion-task.ts';
import { filledText, pythonName, taskId } from './fields.ts';
import { loadRecords } from './oracle-vault.ts';

const record = z.object({
  task_id: taskId,
  prompt: filledText,
  entry_point: pythonName,
  canonical_solution: z.string().nullish(),
  test: filledText.nullish(),
});

/** A signature with a docstring to be continued, and one `check(candidate)` function as the official tests. */
export const humanEvalFormat: DatasetFormat = {
  name: 'human-eval',
  title: 'HumanEval',
  source: { title: 'openai/human-eval', url: 'https://github.com/openai/human-eval', licence: 'MIT' },
  fields: ['task_id', 'prompt', 'entry_point', 'canonical_solution', 'test'],
  recognises: (value) =>
    'prompt' in value &&
    !('test_list' in value) &&
    ['task_id', 'entry_point', 'canonical_solution', 'test'].filter((field) => field in value).length >= 2,
  load: loadRecords(record, ({ task_id, prompt, entry_point, canonical_solution, test }, raw) =>
    toCompletionTask(
      {
        taskId: task_id,
        promptText: prompt,
        entryPoint: entry_point,
        canonicalSolution: canonical_solution ?? undefined,
        test: test ?? undefined,
      },
      raw,
    ),
  ),
  rewrite: rewriteCompletion,
};
