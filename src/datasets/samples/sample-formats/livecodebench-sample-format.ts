import { z } from 'zod';
import { label } from '../../formats/record-task.ts';
import { readRecords } from '../../reading/read-records.ts';
import { jsonSamples, type SampleFormat } from '../sample-format.ts';

const output = z.object({
  question_id: label,
  code_list: z.array(z.string()).optional(),
  output_list: z.array(z.string()).optional(),
});

/** The file of LiveCodeBench's runner: all outputs of a question in one record. */
export const livecodebenchSampleFormat: SampleFormat = {
  name: 'livecodebench',
  recognises: (record) => 'question_id' in record && ('code_list' in record || 'output_list' in record),
  read: jsonSamples(readRecords, output, ({ question_id: id, code_list: codes, output_list: replies = [] }) => {
    const programs = codes ? codes.map((solution) => ({ solution })) : replies.map((reply) => ({ reply }));
    return programs.map((program, sample) => ({ task: { id }, program, sample }));
  }),
};
