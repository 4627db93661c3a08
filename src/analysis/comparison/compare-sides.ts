import type { Arm } from '../../core/arm.ts';
import { componentsOf, isBy } from '../../core/mutation.ts';
import { oncePer } from '../../core/once-per.ts';
import { createRng, type Rng } from '../../core/random.ts';
import type { ComparedSide } from '../../records/report/report-schema.ts';
import type { TaskLabel } from '../../records/report/schema-parts.ts';
import type { Study } from '../../records/study.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { taskResults } from '../arms/task-results.ts';
import { ALL_TASKS, hasLabel, labelsOf } from '../attribution/task-label.ts';
import { programLosses } from '../calls/program-losses.ts';
import { differingSettings, incomparableReasons } from './comparable.ts';
import { type ConditionOutcomes, conditionOutcomes, type TaskOutcomes } from './conditions.ts';
import {
  correctTogether,
  type PairedDifference,
  type PairedTasks,
  pairPicks,
  pairShares,
  QUICK_RESAMPLES,
} from './paired-difference.ts';

/** Two sides on the same tasks; each table is corrected together. */
export interface SideComparison {
  readonly first: ComparedSide;
  readonly second: ComparedSide;
  readonly settings: ReturnType<typeof differingSettings>;
  readonly tasks: number;
  readonly samplesPerArm: number;
  readonly arms: readonly (PairedDifference & { readonly arm: Arm })[];
  readonly labels: readonly (PairedDifference & { readonly arm: Arm; readonly label: TaskLabel })[];
  /** `original prompt` means the prompt without a mutation. */
  readonly mutators: readonly (PairedDifference & { readonly mutator: string })[];
}

export interface IncomparableSides {
  readonly comparable: false;
  readonly first: ComparedSide;
  readonly second: ComparedSide;
  readonly reasons: readonly string[];
}

type ComparisonOutcome = { readonly comparable: true; readonly comparison: SideComparison } | IncomparableSides;

/** `arms` leaves the tables of labels and mutators empty. */
type ComparisonDetail = 'arms' | 'everything';

const ORIGINAL = 'original prompt';

export const sideOf = ({ model, temperature, runs }: ConditionOutcomes): ComparedSide => ({
  model,
  temperature,
  repeats: runs.length,
});

/** Of one arm and task: expected pass@1 as the mean over repeats, and whether the pick of each repeat is right. */
export function armValues({ runs, tasks }: ConditionOutcomes, arm: Arm) {
  const perRun = runs.map(
    (run) => new Map(taskResults(run).flatMap((result) => (result.arm === arm ? [[result.taskId, result]] : []))),
  );
  const known = tasks.flatMap(({ taskId, labels }) => {
    const results = perRun.flatMap((results) => results.get(taskId) ?? []);
    if (results.length === 0) return [];
    return [
      {
        taskId,
        labels,
        value: meanOf(results.map(({ passAtK }) => passAtK['1'] ?? 0)),
        picks: results.map((result) => result.pickPassed),
      },
    ];
  });
  return new Map(known.map((entry) => [entry.taskId, entry]));
}

function armDifferences(first: ConditionOutcomes, second: ConditionOutcomes, rng: Rng, detail: ComparisonDetail) {
  const doubtful = isDoubtful(first) || isDoubtful(second);
  const arms = (first.runs[0]?.manifest.arms ?? []).filter((arm) => second.runs[0]?.manifest.arms.includes(arm));
  const rows = arms.flatMap((arm) => {
    const [mine, theirs] = [armValues(first, arm), armValues(second, arm)];
    const pairs = [...mine.values()].flatMap((entry) => {
      const other = theirs.get(entry.taskId);
      return other ? [{ labels: entry.labels, first: entry, second: other }] : [];
    });
    const labels = detail === 'arms' ? [ALL_TASKS] : labelsOf(first.tasks);
    return labels.map((label) => {
      const own = pairs.filter(({ labels }) => hasLabel(labels, label));
      const options = {
        rng: rng.fork('arm', arm, label.axis, label.value),
        resamples: label.axis === 'all' ? undefined : QUICK_RESAMPLES,
      };
      const paired = pairPicks(
        own.map(({ first }) => first),
        own.map(({ second }) => second),
        options,
      );
      return { arm, label, ...paired, doubtful };
    });
  });
  return {
    arms: rows.filter(({ label }) => label.axis === ALL_TASKS.axis).map(({ label: _, ...row }) => row),
    labels: rows.filter(({ label, tasks }) => label.axis !== ALL_TASKS.axis && tasks > 0),
  };
}

function shareOf({ original, variants }: TaskOutcomes, mutator: string): number | null {
  const own = mutator === ORIGINAL ? [original] : variants.filter((variant) => isBy(variant, mutator));
  const outcomes = own.flatMap((prompt) => prompt.outcomes);
  return outcomes.length === 0 ? null : outcomes.filter(Boolean).length / outcomes.length;
}

const isDoubtful = ({ runs }: ConditionOutcomes): boolean => runs.some((run) => programLosses(run).alarming);

function mutatorDifferences(first: ConditionOutcomes, second: ConditionOutcomes, rng: Rng) {
  const theirs = new Map(second.tasks.map((task) => [task.taskId, task]));
  const mutators = new Set(
    first.tasks.flatMap(({ variants }) => variants.flatMap(componentsOf).map(({ mutator }) => mutator)),
  );
  return [ORIGINAL, ...[...mutators].sort()].flatMap((mutator) => {
    const pairs = first.tasks.flatMap((task): [number, number][] => {
      const other = theirs.get(task.taskId);
      const [mine, its] = [shareOf(task, mutator), other ? shareOf(other, mutator) : null];
      return mine === null || its === null ? [] : [[mine, its]];
    });
    if (pairs.length === 0) return [];
    const paired = pairShares(
      pairs.map(([mine]) => mine),
      pairs.map(([, its]) => its),
      { rng: rng.fork('mutator', mutator), resamples: QUICK_RESAMPLES },
    );
    return [{ mutator, ...paired, doubtful: isDoubtful(first) || isDoubtful(second) }];
  });
}

/** Conditions that belong together: equal names in both studies, or the only one of each. */
export function pairSides(first: Study, second: Study): readonly (readonly [ConditionOutcomes, ConditionOutcomes])[] {
  const [mine, theirs] = [conditionOutcomes(first), conditionOutcomes(second)];
  const [onlyMine, onlyTheirs] = [mine[0], theirs[0]];
  if (mine.length === 1 && theirs.length === 1 && onlyMine && onlyTheirs) return [[onlyMine, onlyTheirs]];
  return mine.flatMap((side) => {
    const sameModel = theirs.filter(({ model }) => model === side.model);
    const other = sameModel.find(({ temperature }) => temperature === side.temperature) ?? sameModel[0];
    return other ? [[side, other] as const] : [];
  });
}

function allPairs(study: Study): readonly (readonly [ConditionOutcomes, ConditionOutcomes])[] {
  const sides = conditionOutcomes(study);
  return sides.flatMap((first, at) => sides.slice(at + 1).map((second) => [first, second] as const));
}

function correctedByPair<T extends PairedTasks>(tables: readonly (readonly T[])[]) {
  const rest = [...correctTogether(tables.flat())];
  return tables.map(({ length }) => rest.splice(0, length));
}

/** The second side against the first, per model or pair of models; Holm over all pairs of sides (docs/studies.md). */
export function compareStudies(
  first: Study,
  second: Study | null,
  detail: ComparisonDetail = 'everything',
): readonly ComparisonOutcome[] {
  const pairs = second ? pairSides(first, second) : allPairs(first);
  const rng = createRng(first.runs[0].manifest.seed).fork('comparison');
  const rows = pairs.map(([mine, theirs], at) => {
    const reasons = incomparableReasons(mine, theirs);
    const own = rng.fork(at);
    const tables =
      reasons.length > 0
        ? null
        : {
            ...armDifferences(mine, theirs, own, detail),
            mutators: detail === 'arms' ? [] : mutatorDifferences(mine, theirs, own),
          };
    return { mine, theirs, reasons, tables };
  });
  const arms = correctedByPair(rows.map(({ tables }) => tables?.arms ?? []));
  const labels = correctedByPair(rows.map(({ tables }) => tables?.labels ?? []));
  const mutators = correctedByPair(rows.map(({ tables }) => tables?.mutators ?? []));
  return rows.map(({ mine, theirs, reasons, tables }, at): ComparisonOutcome => {
    const sides = { first: sideOf(mine), second: sideOf(theirs) };
    if (tables === null) return { comparable: false, ...sides, reasons };
    const comparison = {
      ...sides,
      settings: differingSettings(mine, theirs),
      tasks: mine.tasks.length,
      samplesPerArm: mine.runs[0]?.manifest.samplesPerArm ?? 0,
      arms: arms[at] ?? [],
      labels: labels[at] ?? [],
      mutators: mutators[at] ?? [],
    };
    return { comparable: true, comparison };
  });
}

/** All pairs of models of one study that are comparable, arms alone; computed once per study, since every report asks. */
export const modelComparisons: (study: Study) => readonly SideComparison[] = oncePer((study: Study) =>
  compareStudies(study, null, 'arms').flatMap((outcome) => (outcome.comparable ? [outcome.comparison] : [])),
);
