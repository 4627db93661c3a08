import type { DATA_TYPES, ML_TASKS, STAGES, TaskLabels } from '../../core/task.ts';

/** Beginnings (squeezed) by which the published files name a label; they spell some of them in several ways. */
const STAGE_WORDS: readonly (readonly [RegExp, (typeof STAGES)[number]])[] = [
  [/^(?:pre|post|data)?(?:and|or)?(?:pre|post)?process/, 'Pre/Post Processing'],
  [/^model/, 'Model Construction'],
  [/^train/, 'Training'],
  [/^infer/, 'Inference'],
  [/^(?:eval|metric)/, 'Evaluation & Metrics'],
];

const TASK_WORDS: readonly (readonly [RegExp, (typeof ML_TASKS)[number]])[] = [
  [/^classif/, 'Classification'],
  [/^regress/, 'Regression'],
  [/^(?:object)?detect/, 'Object Detection'],
  [/^(?:image|semantic)?segment/, 'Image Segmentation'],
  [/^timeseries/, 'Time Series Prediction'],
  [/^recommend/, 'Recommendation'],
  [/^general/, 'General'],
];

const DATA_WORDS: readonly (readonly [RegExp, (typeof DATA_TYPES)[number]])[] = [
  [/^imag/, 'Image'],
  [/^text/, 'Text'],
  [/^(?:structured|tabular|array)/, 'Structured Array'],
  [/^other/, 'Others'],
];

function named<Name>(text: unknown, words: readonly (readonly [RegExp, Name])[]): Name | undefined {
  // Letters and digits alone, so that spelling and spacing do not matter.
  const squeezed = String(text)
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '');
  return typeof text === 'string' ? words.find(([pattern]) => pattern.test(squeezed))?.[1] : undefined;
}

/** The benchmark's labels by their exact names; undefined where they are missing or unrecognisable. */
export const dlBenchLabels = ({ stage, task, data }: Readonly<Record<string, unknown>>): TaskLabels => ({
  stage: named(stage, STAGE_WORDS),
  mlTask: named(task, TASK_WORDS),
  dataType: named(data, DATA_WORDS),
});
