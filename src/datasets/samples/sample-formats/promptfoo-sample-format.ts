import { z } from 'zod';
import { taskId } from '../../formats/fields.ts';
import { parseRecord } from '../../reading/parse-record.ts';
import type { SampleFormat } from '../sample-format.ts';
import { withoutStudyFields } from './plain-sample.ts';
import { wholeFile } from './whole-file.ts';

const result = z.object({
  provider: z.object({ id: z.string(), label: z.string().nullish() }),
  prompt: z.object({ raw: z.string().optional(), label: z.string().optional() }).optional(),
  promptIdx: z.int().min(0).default(0),
  vars: z.looseObject({ task_id: taskId }),
  response: z.object({ output: z.string().nullish() }).nullish(),
  success: z.boolean().nullish(),
});
const output = z.object({ results: z.object({ results: z.array(result) }) });

/** promptfoo's results as JSON: a prompt template is a wording, the first one the original; `vars.task_id` names tasks. */
export const promptfooSampleFormat: SampleFormat = {
  name: 'promptfoo',
  summary: "promptfoo's JSON output; vars.task_id names the task, each prompt is a wording",
  recognises: ({ results }) => typeof results === 'object' && results !== null && 'results' in results,
  async *read(file) {
    for (const raw of await wholeFile(file)) {
      for (const { provider, prompt, promptIdx, vars, response, success } of parseRecord(output, raw).results.results) {
        yield {
          ...withoutStudyFields,
          place: { file, line: raw.line },
          task: { id: vars.task_id },
          program: { reply: response?.output ?? '' },
          model: provider.label || provider.id,
          variant: promptIdx === 0 ? null : `prompt ${promptIdx + 1}`,
          prompt: prompt?.raw?.trim() ? prompt.raw : null,
          passed: success ?? null,
        };
      }
    }
  },
};
