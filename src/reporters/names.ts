import type { TaskLabel } from '../analysis/attribution/label-results.ts';
import type { ComparedSide } from '../analysis/comparison/compare-sides.ts';
import type { Condition } from '../analysis/comparison/conditions.ts';
import type { RunManifest } from '../records/run-record.ts';
import type { Study } from '../records/study.ts';
import { plainText } from './columns.ts';

/** One short name per run, in the study's order: its model, and which repeat where the model has several runs. */
export function runNames({ runs }: Study): readonly string[] {
  const models = runs.map(({ manifest }) => manifest.model.id);
  return models.map((model, at) => {
    if (models.filter((other) => other === model).length === 1) return model;
    const repeat = models.slice(0, at + 1).filter((other) => other === model).length;
    return `${model}, repeat ${repeat}`;
  });
}

/** The runs of a study with their names (null where there is one run) and the folders of their own reports, if they have any. */
export function namedRuns(study: Study) {
  const names = runNames(study);
  return study.runs.map((record, at) => ({
    name: study.runs.length === 1 ? null : (names[at] ?? ''),
    record,
    folder: study.folders?.[at] ?? null,
  }));
}

/** A sentence about one run of several. */
export const prefixed = (name: string | null, sentence: string) => (name === null ? sentence : `${name}: ${sentence}`);

/** A dataset's name for a title: that of its file without extensions. */
const datasetTitle = (name: string): string => name.replace(/\.(?:jsonl?|csv|parquet)(?:\.gz)?$/, '');

/** The title of a study, such as `starter on gpt-4o-mini` or `starter on 3 models`, unless it was given a title. */
export function studyTitle({ runs, heading }: Study): string {
  if (heading?.title !== undefined) return heading.title;
  const models = new Set(runs.map(({ manifest }) => manifest.model.id));
  const [first] = models;
  return `${datasetTitle(runs[0].manifest.dataset.name)} on ${models.size === 1 ? first : `${models.size} models`}`;
}

/** The rule that picked, with the condition in front of it where there was one. */
export function ruleName({ scorer, config }: Pick<RunManifest, 'scorer' | 'config'>): string {
  return config['given'] === 'examples' ? `${scorer} after the examples of the prompts` : scorer;
}

export type NamedRun = ReturnType<typeof namedRuns>[number];

/** The axes of task labels as people call them. */
export const LABEL_AXIS_NAMES: Readonly<Record<TaskLabel['axis'], string>> = {
  all: '',
  stage: 'stage',
  mlTask: 'ML task',
  dataType: 'input data type',
};

/** One short name per condition; the temperature where models were asked at several. */
export function conditionNames(conditions: readonly Condition[]): readonly string[] {
  return conditions.map(({ model, temperature }) => {
    const isOnly = conditions.filter((other) => other.model === model).length === 1;
    return isOnly || temperature === null ? model : `${model} at temperature ${temperature}`;
  });
}

/** A side of a comparison as people read it, such as `gpt-4o, T 0.8, 3 repeats`. */
export const sideName = ({ model, temperature, repeats }: ComparedSide) =>
  `${plainText(model)}${temperature === null ? '' : `, T ${temperature}`}${repeats > 1 ? `, ${repeats} repeats` : ''}`;
