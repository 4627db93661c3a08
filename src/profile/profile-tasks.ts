import { mean, quantile, sampleStandardDeviation } from 'simple-statistics';
import { countsOf } from '../core/counts-of.ts';
import { cohensD, fisherRatio } from '../statistics/two-samples.ts';
import { byFigure, type FigureName, measureTask, type ProfiledTask } from './measure-task.ts';
import { nearestNeighbours } from './text-similarity.ts';

export type TaskSetProfile = ReturnType<typeof profileTasks>;

function valuesOf(figures: readonly ReturnType<typeof measureTask>[], name: FigureName): number[] {
  return figures.flatMap((own) => own[name] ?? []);
}

export function profileTasks(tasks: readonly ProfiledTask[]) {
  const figures = tasks.map(measureTask);
  return {
    tasks: tasks.length,
    /** Of each figure, over the tasks that have it. */
    figures: byFigure((name) => {
      const values = valuesOf(figures, name);
      if (values.length === 0) return null;
      return {
        tasks: values.length,
        mean: mean(values),
        /** With n - 1; 0 for a single task. */
        standardDeviation: values.length < 2 ? 0 : sampleStandardDeviation(values),
        median: quantile(values, 0.5),
        max: Math.max(...values),
      };
    }),
    labels: Object.fromEntries(countsOf(tasks.flatMap((task) => task.labels))),
  };
}

const promptsOf = (tasks: readonly ProfiledTask[]) => tasks.map(({ id, prompt }) => ({ id, text: prompt }));
const codeOf = (tasks: readonly ProfiledTask[]) =>
  tasks.flatMap(({ id, reference }) => (reference === null ? [] : [{ id, text: reference }]));

/** Compares two sets figure by figure and prompt by prompt. */
export function compareProfiles(first: readonly ProfiledTask[], second: readonly ProfiledTask[]) {
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
    neighbours: nearestNeighbours(promptsOf(first), promptsOf(second)),
    codeNeighbours: nearestNeighbours(codeOf(first), codeOf(second)),
  };
}
