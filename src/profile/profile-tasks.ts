import { mean, quantile, sampleStandardDeviation } from 'simple-statistics';
import { cohensD, fisherRatio } from '../statistics/two-samples.ts';
import { measureTask, type ProfiledTask, type TaskFigures } from './measure-task.ts';
import { type Neighbour, nearestNeighbours } from './text-similarity.ts';

export type FigureName = keyof TaskFigures;

/** The figures of a profile, in the order of its table. */
export const FIGURES: readonly FigureName[] = [
  'promptTokens',
  'promptLines',
  'deepLearningShare',
  'tests',
  'referenceTokens',
  'referenceLines',
  'referenceCodeLines',
  'referenceDeepLearningShare',
];

/** One figure over the tasks that have it. */
export interface FigureSummary {
  readonly tasks: number;
  readonly mean: number;
  /** n - 1; 0 for a single task. */
  readonly standardDeviation: number;
  readonly median: number;
  readonly max: number;
}

export interface TaskSetProfile {
  readonly tasks: number;
  readonly figures: Readonly<Record<FigureName, FigureSummary | null>>;
  readonly labels: Readonly<Record<string, number>>;
}

/** Two sets side by side; a figure that one of them lacks is null. */
export interface ProfileComparison {
  /** First set minus second. */
  readonly cohensD: Readonly<Record<FigureName, number | null>>;
  readonly fisherRatio: Readonly<Record<FigureName, number | null>>;
  /** Each task of the first set, nearest first. */
  readonly neighbours: readonly Neighbour[];
  /** The same of references, of tasks that have one; nearest first. */
  readonly codeNeighbours: readonly Neighbour[];
}

function valuesOf(figures: readonly TaskFigures[], name: FigureName): number[] {
  return figures.flatMap((own) => own[name] ?? []);
}

const byFigure = <T>(make: (name: FigureName) => T) =>
  Object.fromEntries(FIGURES.map((name) => [name, make(name)])) as Record<FigureName, T>;

export function profileTasks(tasks: readonly ProfiledTask[]): TaskSetProfile {
  const figures = tasks.map(measureTask);
  const labels: Record<string, number> = {};
  for (const label of tasks.flatMap((task) => task.labels)) labels[label] = (labels[label] ?? 0) + 1;
  return {
    tasks: tasks.length,
    figures: byFigure((name) => {
      const values = valuesOf(figures, name);
      if (values.length === 0) return null;
      return {
        tasks: values.length,
        mean: mean(values),
        standardDeviation: values.length < 2 ? 0 : sampleStandardDeviation(values),
        median: quantile(values, 0.5),
        max: Math.max(...values),
      };
    }),
    labels,
  };
}

const nearestFirst = (a: Neighbour, b: Neighbour) => b.cosine - a.cosine;
const promptsOf = (tasks: readonly ProfiledTask[]) => tasks.map(({ id, prompt }) => ({ id, text: prompt }));
const codeOf = (tasks: readonly ProfiledTask[]) =>
  tasks.flatMap(({ id, reference }) => (reference === null ? [] : [{ id, text: reference }]));

/** Compares two sets figure by figure and prompt by prompt. */
export function compareProfiles(first: readonly ProfiledTask[], second: readonly ProfiledTask[]): ProfileComparison {
  const [own, other] = [first.map(measureTask), second.map(measureTask)];
  const compared = (measure: (a: readonly number[], b: readonly number[]) => number) =>
    byFigure((name) => {
      const [a, b] = [valuesOf(own, name), valuesOf(other, name)];
      if (a.length < 2 || b.length < 2) return null;
      const value = measure(a, b);
      return Number.isFinite(value) ? value : null;
    });
  return {
    cohensD: compared(cohensD),
    fisherRatio: compared(fisherRatio),
    neighbours: nearestNeighbours(promptsOf(first), promptsOf(second)).sort(nearestFirst),
    codeNeighbours: nearestNeighbours(codeOf(first), codeOf(second)).sort(nearestFirst),
  };
}
