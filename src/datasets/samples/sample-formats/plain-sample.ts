import type { SampleLine } from '../sample-format.ts';

/** A sample of a file that knows of one model and of the original prompt alone. */
export const withoutStudyFields: Omit<SampleLine, 'place' | 'task' | 'program'> = {
  model: null,
  variant: null,
  mutator: null,
  prompt: null,
  sample: null,
};
