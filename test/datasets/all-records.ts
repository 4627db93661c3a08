import type { ReadOptions } from '../../src/datasets/dataset-format.ts';
import { liveRecord, tableRow } from './dl-bench-files.ts';
import {
  exampleRecords,
  humanEvalRRecords,
  type JsonObject,
  plainTestedRecord,
  sanitizedMbppRecord,
} from './example-files.ts';

/** Records of tasks in repositories, whose references need an image. */
const repositoryRecords: Readonly<Record<string, readonly JsonObject[]>> = {
  'dl-bench-live': [liveRecord, { ...liveRecord, id: 'processed_example2' }],
  'dl-bench': [
    tableRow,
    {
      ...tableRow,
      filename: 'processed_korniaflip8.txt',
      class: 'Flip',
      function: 'forward',
      prompt: 'Write the method forward of the class Flip, which turns the rows of an image around.',
    },
  ],
};

/** Example records of any format of the registry. */
export const recordsOfFormat = (name: string): readonly JsonObject[] =>
  exampleRecords[name] ?? repositoryRecords[name] ?? [];

/** Records that are asked for in another way than those of their format's example. */
export const otherForms: Readonly<Record<string, ReadOptions & { readonly records: readonly JsonObject[] }>> = {
  'big-code-bench (instruct)': { records: recordsOfFormat('big-code-bench'), prompt: 'instruct' },
  'mbpp (sanitized)': { records: [sanitizedMbppRecord] },
  'mbpp (no test shown)': { records: recordsOfFormat('mbpp'), shownTest: 'none' },
  'nl-perturbator (HumanEval-R)': { records: humanEvalRRecords },
  'plain (tested)': {
    records: [plainTestedRecord, { id: 'd', prompt: 'Triple it.', tests: ['assert triple(1) == 3'] }],
  },
  'plain (script)': { records: [{ id: 'e', prompt: 'Double a number.', tests: [{ stdin: '2\n', stdout: '4\n' }] }] },
};
