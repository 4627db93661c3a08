import type { Study } from '../../records/study.ts';
import { meanOf, varianceOf } from '../../statistics/bootstrap.ts';
import { type ConditionOutcomes, conditionOutcomes, countRight } from '../comparison/conditions.ts';
import { wordingCounts } from '../draws/wordings.ts';

type PromptCount = ReturnType<typeof countRight>;
type TaskCounts = ReadonlyMap<string, readonly PromptCount[]>;

const rateOf = ({ right, samples }: PromptCount) => right / samples;

const samplingOf = (count: PromptCount) => (rateOf(count) * (1 - rateOf(count)) * count.samples) / (count.samples - 1);

/**
 * Splits the variance of a sample's being right into model, task, model on task, wording (of a model and task) and
 * sampling, by the method of moments of the two-way layout with random effects and nested wordings; a negative
 * component counts as 0. Of one model nothing is the model's (nested analysis of variance).
 *
 * Source: Searle, Casella and McCulloch 1992, "Variance Components", chapters 3 and 4.
 *
 * @param cells [models][tasks][wordings]; each cell with at least two wordings of at least two samples
 * @returns shares, which add up to 1; null for fewer than two tasks, or where nothing varies
 */
export function splitVariance(cells: readonly (readonly (readonly PromptCount[])[])[]) {
  const [models, tasks] = [cells.length, cells[0]?.length ?? 0];
  if (tasks < 2) return null;
  const flat = cells.flat();
  const sampling = meanOf(flat.map((wordings) => meanOf(wordings.map(samplingOf))));
  const between = flat.map((wordings) => varianceOf(wordings.map(rateOf)));
  const noise = flat.map((wordings) => meanOf(wordings.map((count) => samplingOf(count) / count.samples)));
  const wording = Math.max(0, meanOf(between.map((variance, at) => variance - (noise[at] ?? 0))));
  const ofCellMean = meanOf(between.map((variance, at) => variance / (flat[at]?.length ?? 1)));
  const means = cells.map((row) => row.map((wordings) => meanOf(wordings.map(rateOf))));
  const modelMeans = means.map(meanOf);
  const taskMeans = Array.from({ length: tasks }, (_, at) => meanOf(means.map((row) => row[at] ?? 0)));
  const all = meanOf(modelMeans);
  const residuals = means.flatMap((row, m) =>
    row.map((value, t) => (value - (modelMeans[m] ?? 0) - (taskMeans[t] ?? 0) + all) ** 2),
  );
  const interaction =
    models === 1 ? ofCellMean : residuals.reduce((sum, value) => sum + value, 0) / ((models - 1) * (tasks - 1));
  const parts = {
    task: Math.max(0, varianceOf(taskMeans) - interaction / models),
    model: models === 1 ? 0 : Math.max(0, varianceOf(modelMeans) - interaction / tasks),
    modelOnTask: Math.max(0, interaction - ofCellMean),
    wording,
    sampling,
  };
  const sum = Object.values(parts).reduce((total, part) => total + part, 0);
  const shares = Object.entries(parts).map(([source, part]) => [source, part / sum]);
  return sum === 0 ? null : (Object.fromEntries(shares) as typeof parts);
}

/** Of every task that has them, the prompts with two samples or more, where there are two such prompts. */
function countsOf({ runs, tasks }: ConditionOutcomes): TaskCounts {
  // The arms of imported samples are one draw of them.
  const imported = runs[0] && wordingCounts(runs[0]);
  if (imported) return new Map([...imported].filter(([, prompts]) => prompts.length > 1));
  return new Map(
    tasks.flatMap(({ taskId, original, variants }) => {
      const prompts = [original, ...variants]
        .map(({ outcomes }) => countRight(outcomes))
        .filter(({ samples }) => samples > 1);
      return prompts.length > 1 ? [[taskId, prompts] as const] : [];
    }),
  );
}

/**
 * Where the variance of a sample's being right comes from: a row for each model, then one over all models on the tasks
 * that each of them has. Models without two prompts of two samples on two tasks have no row.
 *
 * @param names of the study's conditions, in their order
 */
export function varianceBySource(study: Study, names: readonly string[]) {
  const counts = conditionOutcomes(study).map(countsOf);
  const rows = counts.flatMap((tasks, at) => {
    const shares = splitVariance([[...tasks.values()]]);
    return shares ? [{ name: names[at] ?? '', tasks: tasks.size, shares }] : [];
  });
  const common = [...(counts[0]?.keys() ?? [])].filter((taskId) => counts.every((tasks) => tasks.has(taskId)));
  const shares =
    counts.length > 1 ? splitVariance(counts.map((tasks) => common.map((taskId) => tasks.get(taskId) ?? []))) : null;
  return [...rows, ...(shares ? [{ name: null, tasks: common.length, shares }] : [])];
}
