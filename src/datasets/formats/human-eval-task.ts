import { z } from 'zod';
import type { DatasetFormat } from '../dataset-format.ts';
import { toCompletionTask } from './completion-task.ts';
import { filledText, pythonName, taskId } from './fields.ts';
import { loadRecords } from './oracle-vault.ts';

const record = z.object({
  task_id: taskId,
  prompt: filledText,
  entry_point: pythonName,
  canonical_solution: z.string().nullish(),
  test: filledText.nullish(),
});

export const loadHumanEval: DatasetFormat['load'] = loadRecords(
  record,
  ({ task_id, prompt, entry_point, canonical_solution, test }, raw) =>
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
);
