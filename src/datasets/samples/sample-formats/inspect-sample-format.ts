import { z } from 'zod';
import { label } from '../../formats/record-task.ts';
import { readRecords } from '../../reading/read-records.ts';
import { jsonSamples, type SampleFormat } from '../sample-format.ts';

/** A message is text, or parts of which some are text. */
const content = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]);
const log = z.object({
  eval: z.object({ model: z.string() }),
  samples: z.array(
    z.object({
      id: label,
      epoch: z.int().min(1).default(1),
      output: z.object({ choices: z.array(z.object({ message: z.object({ content }) })) }),
    }),
  ),
});

function textOf(message: z.output<typeof content>): string {
  if (typeof message === 'string') return message;
  return message.flatMap(({ type, text }) => (type === 'text' ? (text ?? []) : [])).join('');
}

/** A log of Inspect (inspect_ai) as JSON; `inspect log convert --to json` makes one of an `.eval` file. */
export const inspectSampleFormat: SampleFormat = {
  name: 'inspect',
  recognises: (record) => 'eval' in record && 'samples' in record,
  read: jsonSamples(readRecords, log, ({ eval: { model }, samples }) =>
    samples.map(({ id, epoch, output }) => ({
      task: { id },
      program: { reply: textOf(output.choices[0]?.message.content ?? '') },
      model,
      sample: epoch - 1,
    })),
  ),
};
