import { z } from 'zod';
import { cutCodetSolution } from '../../../python-source/replies/codet-extraction.ts';
import { streamJsonLines } from '../../reading/json-records.ts';
import { jsonSamples, type SampleFormat } from '../sample-format.ts';

/** All replies to a prompt. */
export const codetPredictions = z.object({ prompt: z.string(), samples: z.array(z.string()) });
const filled = codetPredictions.extend({ samples: z.array(z.string()).min(1) });

/** CodeT's published predictions: all samples of a prompt in one line, each cut as CodeT cuts it. */
export const codetSampleFormat: SampleFormat = {
  name: 'codet',
  recognises: (record) => 'prompt' in record && 'samples' in record,
  read: jsonSamples(streamJsonLines, filled, ({ prompt, samples }) =>
    samples.map((text) => ({ task: { prompt }, program: { completion: cutCodetSolution(text) } })),
  ),
};
