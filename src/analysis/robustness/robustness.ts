import { componentsOf, type MutatorFamily } from '../../core/mutation.ts';
import { oncePer } from '../../core/once-per.ts';
import { createRng, type Rng } from '../../core/random.ts';
import type { Study } from '../../records/study.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { passAtK } from '../../statistics/pass-at-k.ts';
import { relativeDrop } from '../../statistics/relative-drop.ts';
import { drawTaskResamples, type TaskResamples } from '../../statistics/task-resamples.ts';
import { reportedK } from '../arms/task-results.ts';
import { hasLabel, labelsOf, type TaskLabel } from '../attribution/label-results.ts';
import {
  type ConditionOutcomes,
  conditionOutcomes,
  countRight,
  type TaskOutcomes,
  type VariantOutcomes,
} from '../comparison/conditions.ts';
import { chanceAllRight, worstCase } from './worst-case.ts';

/** Variants that are looked at together: those that a mutator or a family has a hand in, or all. */
export interface VariantGroup {
  readonly kind: 'mutator' | 'family' | 'all';
  readonly name: string;
  readonly family: MutatorFamily | null;
}

export const ALL_VARIANTS: VariantGroup = { kind: 'all', name: 'all variants', family: null };

export function variantsIn({ kind, name }: VariantGroup, task: TaskOutcomes): readonly VariantOutcomes[] {
  if (kind === 'all') return task.variants;
  return task.variants.filter((variant) =>
    componentsOf(variant).some((part) => (kind === 'family' ? part.family : part.mutator) === name),
  );
}

/** All variants, then the families, then the mutators, by name. */
export function variantGroups(tasks: readonly TaskOutcomes[]): readonly VariantGroup[] {
  const parts = tasks.flatMap(({ variants }) => variants.flatMap(componentsOf));
  const families = new Map(parts.map(({ mutator, family }) => [mutator, family]));
  const byName = (a: VariantGroup, b: VariantGroup) => (a.name < b.name ? -1 : 1);
  const ofFamilies = [...new Set(families.values())].map((family) => ({
    kind: 'family' as const,
    name: family,
    family,
  }));
  const ofMutators = [...families].map(([name, family]) => ({ kind: 'mutator' as const, name, family }));
  return [ALL_VARIANTS, ...ofFamilies.sort(byName), ...ofMutators.sort(byName)];
}

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

function flipsOf(task: TaskOutcomes, group: VariantGroup) {
  const pairs = variantsIn(group, task).flatMap(({ outcomes }) =>
    outcomes.flatMap((after, sample) => {
      const before = task.original.outcomes[sample];
      return before === undefined ? [] : [{ before, after }];
    }),
  );
  return {
    pairs: pairs.length,
    passToFail: pairs.filter(({ before, after }) => before && !after).length,
    failToPass: pairs.filter(({ before, after }) => !before && after).length,
  };
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

/**
 * The effect of a group of variants on a group of tasks: of `tasks` with at least s variants of the group and k samples
 * of each, `nominal` is pass@k of the original prompt, `variant` that of one variant, `robustDrop` the lost share of
 * `nominal`, `robustRelative` flips in either direction. `resampled` is RobustPass_s@1 if the variants changed nothing;
 * null for larger k or with too few samples.
 */
function toCell(figures: readonly TaskFigures[], label: TaskLabel, setting: Setting, resamples: TaskResamples) {
  const of = (field: 'nominal' | 'variant' | 'robustPass' | 'relative') => figures.map((task) => task[field]);
  const flips = (field: keyof TaskFigures['flips']) => figures.reduce((sum, task) => sum + task.flips[field], 0);
  const resampled = figures.flatMap((task) => task.resampled ?? []);
  const positions = figures.map(({ position }) => position);
  // The interval of a mean wants values in [0, 1].
  const most = setting.k === 1 ? 1 : 2;
  const relative = meanInterval(of('relative').map((value) => value / most));
  return {
    ...setting,
    label,
    tasks: figures.length,
    nominal: meanInterval(of('nominal')),
    variant: meanInterval(of('variant')),
    robustPass: meanInterval(of('robustPass')),
    robustDrop: relativeDrop({ before: of('nominal'), after: of('robustPass'), positions }, resamples),
    robustRelative: { value: relative.value * most, low: relative.low * most, high: relative.high * most },
    resampled: figures.length > 0 && resampled.length === figures.length ? meanOf(resampled) : null,
    flips: { pairs: flips('pairs'), passToFail: flips('passToFail'), failToPass: flips('failToPass') },
  };
}

function robustnessOf({ model, temperature, runs, tasks }: ConditionOutcomes) {
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
export const robustness = oncePer((study: Study) => conditionOutcomes(study).map(robustnessOf));
