import { componentsOf, isBy, type MutationComponent } from '../../core/mutation.ts';
import { oncePer } from '../../core/once-per.ts';
import { createRng } from '../../core/random.ts';
import type { Study } from '../../records/study.ts';
import { holmAdjust } from '../../statistics/holm.ts';
import { meanDifference } from '../../statistics/mean-difference.ts';
import { signFlipTest } from '../../statistics/sign-flip-test.ts';
import { stratifiedExactTest } from '../../statistics/stratified-exact-test.ts';
import { CELL_RESAMPLES, drawTaskResamples, type TaskResamples } from '../../statistics/task-resamples.ts';
import { hasLabel, labelsOf, type TaskLabel } from '../attribution/label-results.ts';
import { mutatorContributions } from '../attribution/mutator-contribution.ts';
import { type ConditionOutcomes, conditionOutcomes, countRight, type TaskOutcomes } from '../comparison/conditions.ts';

/** Fewer tasks cannot reach p < 0.05 even where all of them change the same way: 2 * 0.5^5 = 0.0625. */
export const FEWEST_TASKS = 6;

const LEVEL = 0.05;

function differenceOf(task: TaskOutcomes, position: number, mutator: string) {
  const original = countRight(task.original.outcomes);
  const variants = task.variants.filter((entry) => isBy(entry, mutator));
  const variant = countRight(variants.flatMap(({ outcomes }) => outcomes));
  if (original.samples === 0 || variant.samples === 0) return null;
  const difference = variant.right / variant.samples - original.right / original.samples;
  return { position, task, original, variant, difference };
}

type TaskDifference = NonNullable<ReturnType<typeof differenceOf>>;

/** The larger p of samples that change places within tasks and of whole tasks that change sign. */
function pairedP(differences: readonly TaskDifference[]): number {
  return Math.max(stratifiedExactTest(differences), signFlipTest(differences.map(({ difference }) => difference)));
}

/** One mutator on one group of tasks, for one model; `effectSize` is Cohen's d of paired values. */
function toCell(
  { mutator, family }: Pick<MutationComponent, 'mutator' | 'family'>,
  label: TaskLabel,
  all: readonly TaskOutcomes[],
  differences: readonly TaskDifference[],
  resamples: TaskResamples,
) {
  const own = differences.filter(({ task }) => hasLabel(task.labels, label));
  const values = own.map(({ difference }) => difference);
  const { effectSize, ...difference } = meanDifference(
    values,
    own.map(({ position }) => position),
    resamples,
  );
  return {
    mutator,
    family,
    label,
    tasks: all.filter(({ labels }) => hasLabel(labels, label)).length,
    applicable: own.length,
    difference,
    effectSize,
    better: values.filter((value) => value > 0).length,
    worse: values.filter((value) => value < 0).length,
    pValue: own.length >= FEWEST_TASKS ? pairedP(own) : null,
  };
}

type UntestedCell = ReturnType<typeof toCell>;

function cellsOf({ model, temperature, runs, tasks }: ConditionOutcomes, draws: number): UntestedCell[] {
  const rng = createRng(runs[0]?.manifest.seed ?? 0).fork('taxonomy', model, String(temperature));
  const resamples = drawTaskResamples(tasks.length, rng, draws);
  const labels = labelsOf(tasks);
  const families = new Map(
    tasks.flatMap(({ variants }) =>
      variants.flatMap(componentsOf).map(({ mutator, family }) => [mutator, family] as const),
    ),
  );
  return [...families].sort().flatMap(([mutator, family]) => {
    const differences = tasks.flatMap((task, position) => differenceOf(task, position, mutator) ?? []);
    return labels.map((label) => toCell({ mutator, family }, label, tasks, differences, resamples));
  });
}

/** `neutral`: no effect is shown, not that there is none; `too-few-tasks`: no outcome could have shown one. */
function effectOf({ difference }: UntestedCell, adjustedP: number | null) {
  if (adjustedP === null) return 'too-few-tasks';
  if (adjustedP > LEVEL) return 'neutral';
  return difference.value > 0 ? 'helps' : 'harms';
}

/** The cells of every condition, corrected together; p values need no `draws` of resamples. */
export function taxonomyCells(conditions: readonly ConditionOutcomes[], draws: number = CELL_RESAMPLES) {
  const untested = conditions.map((condition) => cellsOf(condition, draws));
  const adjusted = holmAdjust(untested.flat().flatMap(({ pValue }) => pValue ?? []));
  let next = 0;
  return untested.map((cells) =>
    cells.map((cell) => {
      const adjustedP = cell.pValue === null ? null : (adjusted[next++] as number);
      return { ...cell, adjustedP, effect: effectOf(cell, adjustedP) };
    }),
  );
}

export type TaxonomyCell = ReturnType<typeof taxonomyCells>[number][number];

/** Paired exact tests over tasks, Holm over all cells of the study. Computed once per study. */
export const taxonomy = oncePer((study: Study) => {
  const conditions = conditionOutcomes(study);
  const cells = taxonomyCells(conditions);
  const tested = cells.flat().filter(({ pValue }) => pValue !== null).length;
  return conditions.map((condition, at) => {
    const { model, temperature, runs, tasks } = condition;
    return {
      model,
      temperature,
      repeats: runs.length,
      tasks: tasks.length,
      tested,
      cells: cells[at] ?? [],
      contributions: mutatorContributions(condition),
    };
  });
});
