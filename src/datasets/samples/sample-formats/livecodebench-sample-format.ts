import { z } from 'zod';
import { taskId } from '../../formats/fields.ts';
import { parseRecord } from '../../reading/parse-record.ts';
import { readRecords } from '../../reading/read-records.ts';
import type { SampleFormat } from '../sample-format.ts';
import { withoutStudyFields } from './plain-sample.ts';

const output = z.object({
  question_id: taskId,
  code_list: z.array(z.string()).optional(),
  output_list: z.array(z.string()).optional(),
});

/** What LiveCodeBench's runner writes: all outputs of a question in one record. */
export const livecodebenchSampleFormat: SampleFormat = {
  name: 'livecodebench',
  summary: "LiveCodeBench's outputs: question_id with code_list or output_list",
  recognises: (record) => 'question_id' in record && ('code_list' in record || 'output_list' in record),
  async *read(file) {
    for (const raw of await readRecords(file)) {
      const { question_id: id, code_list: codes, output_list: replies = [] } = parseRecord(output, raw);
      const programs = codes ? codes.map((solution) => ({ solution })) : replies.map((reply) => ({ reply }));
      for (const [at, program] of programs.entries()) {
        const place = { file, line: raw.line };
        yield { ...withoutStudyFields, place, task: { id }, program, sample: at };
      }
    }
  },
};
