import { z } from 'zod';
import { cutCodetSolution } from '../../../python-source/replies/codet-extraction.ts';
import { parseRecord } from '../../reading/parse-record.ts';
import { streamJsonLines } from '../../reading/stream-json-lines.ts';
import type { SampleFormat } from '../sample-format.ts';
import { withoutStudyFields } from './plain-sample.ts';

const predictions = z.object({ prompt: z.string(), samples: z.array(z.string()).min(1) });

/** CodeT's published predictions: all samples of a prompt in one line, each cut as CodeT cuts it. */
export const codetSampleFormat: SampleFormat = {
  name: 'codet',
  summary: '{prompt, samples} a line, joined to tasks by the whole prompt',
  recognises: (record) => 'prompt' in record && 'samples' in record,
  async *read(file) {
    for await (const raw of streamJsonLines(file)) {
      const { prompt, samples } = parseRecord(predictions, raw);
      for (const text of samples) {
        const program = { completion: cutCodetSolution(text) };
        yield { ...withoutStudyFields, place: { file, line: raw.line }, task: { prompt }, program };
      }
    }
  },
};
