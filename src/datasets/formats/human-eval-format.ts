import { z } from 'zod';
import type { DatasetFormat } from '../../core/dataset.ts';
import { parseRecord } from '../reading/parse-record.ts';
import { rewriteCompletion, toCompletionTask } from './completion-task.ts';
import { filledText, pythonName, taskId } from './fields.ts';
import { oracleVault } from './oracle-vault.ts';

const record = z.object({
  task_id: taskId,
  prompt: filledText,
  entry_point: pythonName,
  canonical_solution: z.string(),
  test: filledText,
});

/** A signature with a docstring to be continued, and one `check(candidate)` function as the official tests. */
export const humanEvalFormat: DatasetFormat = {
  name: 'human-eval',
  title: 'HumanEval',
  source: { title: 'openai/human-eval', url: 'https://github.com/openai/human-eval', licence: 'MIT' },
  recognises: (value) =>
    'prompt' in value &&
    !('test_list' in value) &&
    ['task_id', 'entry_point', 'canonical_solution', 'test'].filter((field) => field in value).length >= 2,
  load(records) {
    const loaded = records.map((raw) => {
      const fields = parseRecord(record, raw);
      return toCompletionTask(
        {
          taskId: fields.task_id,
          promptText: fields.prompt,
          entryPoint: fields.entry_point,
          canonicalSolution: fields.canonical_solution,
          test: fields.test,
        },
        raw,
      );
    });
    return {
      tasks: loaded.map(({ task }) => task),
      oracles: oracleVault(loaded.flatMap(({ oracle }) => oracle ?? [])),
    };
  },
  rewrite: rewriteCompletion,
};
