import { oncePer } from '../../core/once-per.ts';
import { createRng, type Rng } from '../../core/random.ts';
import type { Flips, RobustnessCell, RobustnessResult, VariantGroup } from '../../records/report/mutators-schema.ts';
import type { TaskLabel } from '../../records/report/schema-parts.ts';
import type { Study } from '../../records/study.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { passAtK } from '../../statistics/pass-at-k.ts';
import { relativeDrop } from '../../statistics/relative-drop.ts';
import { drawTaskResamples, type TaskResamples } from '../../statistics/task-resamples.ts';
import { reportedK } from '../arms/task-results.ts';
import { hasLabel, labelsOf } from '../attribution/task-label.ts';
import { type ConditionOutcomes, conditionOutcomes, countRight, type TaskOutcomes } from '../comparison/conditions.ts';
import { variantGroups, variantsIn } from './variant-group.ts';
import { chanceAllRight, worstCase } from './worst-case.ts';

interface Setting {
  readonly group: VariantGroup;
  readonly s: number;
  readonly k: number;
}

const samplesIn = (task: TaskOutcomes, group: VariantGroup) =>
  Math.min(task.original.outcomes.length, ...variantsIn(group, task).map(({ outcomes }) => outcomes.length));

const chanceOf = (outcomes: readonly boolean[], k: number) => passAtK(outcomes.length, countRight(outcomes).right, k);

/** 1, and the largest number of variants that at least half of the group's tasks have. */
function reportedS(tasks: readonly TaskOutcomes[], group: VariantGroup): readonly number[] {
  const counts = tasks.map((task) => variantsIn(group, task).length).filter((count) => count > 0);
  counts.sort((a, b) => b - a);
  const most = counts[Math.ceil(counts.length / 2) - 1] ?? 0;
  return most === 0 ? [] : [...new Set([1, most])];
}

function flipsOf(task: TaskOutcomes, group: VariantGroup): Flips {
  const flips = { pairs: 0, passToFail: 0, failToPass: 0 };
  for (const { outcomes } of variantsIn(group, task)) {
    for (const [sample, right] of outcomes.entries()) {
      const before = task.original.outcomes[sample];
      if (before === undefined) continue;
      flips.pairs++;
      if (before && !right) flips.passToFail++;
      if (!before && right) flips.failToPass++;
    }
  }
  return flips;
}

/** @param position place among the evaluated tasks */
function figuresOf(task: TaskOutcomes, position: number, { group, s, k }: Setting, rng: Rng) {
  const variants = variantsIn(group, task).map(({ outcomes }) => outcomes);
  if (variants.length < s || samplesIn(task, group) < k) return null;
  const original = task.original.outcomes;
  const { robustPass, relative } = worstCase(original, variants, { s, k, rng: rng.fork(task.taskId, group.name, s) });
  return {
    position,
    labels: task.labels,
    nominal: chanceOf(original, k),
    variant: meanOf(variants.map((outcomes) => chanceOf(outcomes, k))),
    robustPass,
    relative,
    resampled: k === 1 ? chanceAllRight(original, s) : null,
    flips: flipsOf(task, group),
  };
}

type TaskFigures = NonNullable<ReturnType<typeof figuresOf>>;

/** Mean of values in [0, most]. */
function intervalUpTo(most: number, values: readonly number[]): Estimate {
  const { value, low, high } = meanInterval(values.map((entry) => entry / most));
  return { value: value * most, low: low * most, high: high * most };
}

function sumFlips(all: readonly Flips[]): Flips {
  const sum = (of: (flips: Flips) => number) => all.reduce((total, flips) => total + of(flips), 0);
  return {
    pairs: sum(({ pairs }) => pairs),
    passToFail: sum(({ passToFail }) => passToFail),
    failToPass: sum(({ failToPass }) => failToPass),
  };
}

function toCell(
  figures: readonly TaskFigures[],
  label: TaskLabel,
  setting: Setting,
  resamples: TaskResamples,
): RobustnessCell {
  const nominal = figures.map((task) => task.nominal);
  const robust = figures.map((task) => task.robustPass);
  const resampled = figures.flatMap((task) => task.resampled ?? []);
  return {
    ...setting,
    label,
    tasks: figures.length,
    nominal: meanInterval(nominal),
    variant: meanInterval(figures.map((task) => task.variant)),
    robustPass: meanInterval(robust),
    robustDrop: relativeDrop(
      { before: nominal, after: robust, positions: figures.map((task) => task.position) },
      resamples,
    ),
    robustRelative: intervalUpTo(
      setting.k === 1 ? 1 : 2,
      figures.map((task) => task.relative),
    ),
    resampled: figures.length > 0 && resampled.length === figures.length ? meanOf(resampled) : null,
    flips: sumFlips(figures.map((task) => task.flips)),
  };
}

function robustnessOf({ model, temperature, runs, tasks }: ConditionOutcomes): RobustnessResult {
  const manifest = runs[0]?.manifest;
  const rng = createRng(manifest?.seed ?? 0).fork('robustness', model, String(temperature));
  const resamples = drawTaskResamples(tasks.length, rng.fork('resamples'));
  const labels = labelsOf(tasks);
  const ks = manifest ? reportedK(manifest) : [1];
  const cells = variantGroups(tasks).flatMap((group) => {
    const settings = reportedS(tasks, group).flatMap((s) => ks.map((k): Setting => ({ group, s, k })));
    const perSetting = settings.flatMap((setting) => {
      const figures = tasks.flatMap((task, position) => figuresOf(task, position, setting, rng) ?? []);
      const enough = tasks.filter((task) => variantsIn(group, task).length >= setting.s).length / 2;
      return figures.length >= enough ? [{ setting, figures }] : [];
    });
    return labels.flatMap((label) =>
      perSetting.map(({ setting, figures }) => {
        const own = figures.filter((task) => hasLabel(task.labels, label));
        return toCell(own, label, setting, resamples);
      }),
    );
  });
  return { model, temperature, repeats: runs.length, tasks: tasks.length, cells };
}

/**
 * Robustness of every model, per mutator, family and label, from the official outcomes of each variant's samples.
 *
 * Source: Wang et al. 2022, "ReCode" (arXiv 2212.10264), section 4.1. In addition: intervals over tasks, every set of s
 * variants instead of one, and the result of resampling alone, since at a temperature above 0 the worst of s samples is
 * worse than one sample even under the same prompt. Computed once per study.
 */
export const robustness: (study: Study) => readonly RobustnessResult[] = oncePer((study: Study) =>
  conditionOutcomes(study).map(robustnessOf),
);
