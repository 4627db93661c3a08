import type { DatasetFormat } from '../dataset-format.ts';
import { loadMbpp, rewriteMbpp } from './mbpp-task.ts';

/** One sentence that asks for a function, three asserts as the official tests; raw and sanitized files. */
export const mbppFormat: DatasetFormat = {
  name: 'mbpp',
  title: 'MBPP',
  source: {
    title: 'Austin et al. 2021, "Program Synthesis with Large Language Models"',
    url: 'https://github.com/google-research/google-research/tree/master/mbpp',
    licence: 'CC-BY-4.0',
  },
  fields: ['task_id', 'text', 'code', 'test_list'],
  recognises: (value) => 'test_list' in value && ('code' in value || 'text' in value || 'prompt' in value),
  load: loadMbpp,
  rewrite: rewriteMbpp,
};
