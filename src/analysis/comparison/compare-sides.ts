import type { Arm } from '../../core/arm.ts';
import { componentsOf, isBy } from '../../core/mutation.ts';
import { oncePer } from '../../core/once-per.ts';
import { createRng, type Rng } from '../../core/random.ts';
import type { Study } from '../../records/study.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { taskResults } from '../arms/task-results.ts';
import { ALL_TASKS, hasLabel, labelsOf, type TaskLabel } from '../attribution/label-results.ts';
import { programLosses } from '../calls/call-outcomes.ts';
import { differingSettings, incomparableReasons } from './comparable.ts';
import { type ConditionOutcomes, conditionOutcomes, type TaskOutcomes } from './conditions.ts';
import { correctTogether, type PairedTasks, pairPicks, pairShares, QUICK_RESAMPLES } from './paired-difference.ts';

/** `arms` leaves the tables of labels and mutators empty. */
type ComparisonDetail = 'arms' | 'everything';

const ORIGINAL = 'original prompt';

/** Of one arm and task: expected pass@1 as the mean over repeats, and whether the pick of each repeat is right. */
export function armValues({ runs, tasks }: ConditionOutcomes, arm: Arm) {
  const perRun = runs.map(
    (run) => new Map(taskResults(run).flatMap((result) => (result.arm === arm ? [[result.taskId, result]] : []))),
  );
  return new Map(
    tasks.flatMap(({ taskId, labels }) => {
      const results = perRun.flatMap((results) => results.get(taskId) ?? []);
      const value = meanOf(results.map(({ passAtK }) => passAtK['1'] ?? 0));
      const picks = results.map(({ pickPassed }) => pickPassed);
      return results.length === 0 ? [] : [[taskId, { labels, value, picks }] as const];
    }),
  );
}

/** The arms that both sides have. */
export const sharedArms = (first: ConditionOutcomes, second: ConditionOutcomes): readonly Arm[] =>
  (first.runs[0]?.manifest.arms ?? []).filter((arm) => second.runs[0]?.manifest.arms.includes(arm));

function armDifferences(first: ConditionOutcomes, second: ConditionOutcomes, rng: Rng, labels: readonly TaskLabel[]) {
  return sharedArms(first, second).flatMap((arm) => {
    const [mine, theirs] = [armValues(first, arm), armValues(second, arm)];
    return labels.map((label) => {
      const pairs = [...mine].flatMap(([taskId, entry]) => {
        const other = theirs.get(taskId);
        return other && hasLabel(entry.labels, label) ? [[entry, other] as const] : [];
      });
      const resamples = label.axis === 'all' ? undefined : QUICK_RESAMPLES;
      const paired = pairPicks(pairs, { rng: rng.fork('arm', arm, label.axis, label.value), resamples });
      return { arm, label, ...paired };
    });
  });
}

function shareOf({ original, variants }: TaskOutcomes, mutator: string): number | null {
  const own = mutator === ORIGINAL ? [original] : variants.filter((variant) => isBy(variant, mutator));
  const outcomes = own.flatMap((prompt) => prompt.outcomes);
  return outcomes.length === 0 ? null : outcomes.filter(Boolean).length / outcomes.length;
}

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
    return [{ mutator, ...pairShares(pairs, { rng: rng.fork('mutator', mutator), resamples: QUICK_RESAMPLES }) }];
  });
}

/** Conditions that belong together: equal names in both studies, or the only one of each. */
function pairSides(first: Study, second: Study): readonly (readonly [ConditionOutcomes, ConditionOutcomes])[] {
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

const sideOf = ({ model, temperature, runs }: ConditionOutcomes) => ({ model, temperature, repeats: runs.length });
export type ComparedSide = ReturnType<typeof sideOf>;

/** The pairs to compare, of two studies or within one, and the reasons why a pair is not comparable. */
export function sidesToCompare(first: Study, second: Study | null) {
  return (second ? pairSides(first, second) : allPairs(first)).map(([mine, theirs]) => {
    const sides = { first: sideOf(mine), second: sideOf(theirs) };
    return { mine, theirs, sides, reasons: incomparableReasons(mine, theirs) };
  });
}

/** The second side against the first, per model or pair of models; Holm over all pairs of sides (docs/studies.md). */
export function compareStudies(first: Study, second: Study | null, detail: ComparisonDetail = 'everything') {
  const rng = createRng(first.runs[0].manifest.seed).fork('comparison');
  const pairs = sidesToCompare(first, second).map((pair, at) => ({ ...pair, rng: rng.fork(at) }));
  const comparable = pairs.filter(({ reasons }) => reasons.length === 0);
  const corrected = <Row extends PairedTasks>(
    rowsOf: (mine: ConditionOutcomes, theirs: ConditionOutcomes, own: Rng) => readonly Row[],
  ) => {
    const tables = comparable.map(({ mine, theirs, rng: own }) => {
      const doubtful = [...mine.runs, ...theirs.runs].some((run) => programLosses(run).alarming);
      return rowsOf(mine, theirs, own).map((row) => ({ ...row, doubtful }));
    });
    const rest = correctTogether(tables.flat());
    return tables.map(({ length }) => rest.splice(0, length));
  };
  const arms = corrected((mine, theirs, own) =>
    armDifferences(mine, theirs, own, [ALL_TASKS]).map(({ label: _, ...row }) => row),
  );
  const isWhole = detail === 'everything';
  const labels = corrected((mine, theirs, own) =>
    armDifferences(mine, theirs, own, isWhole ? labelsOf(mine.tasks).slice(1) : []).filter(({ tasks }) => tasks > 0),
  );
  const mutators = corrected((mine, theirs, own) => (isWhole ? mutatorDifferences(mine, theirs, own) : []));
  return {
    comparisons: comparable.map(({ mine, theirs, sides }, at) => ({
      ...sides,
      settings: differingSettings(mine, theirs),
      tasks: mine.tasks.length,
      samplesPerArm: mine.runs[0]?.manifest.samplesPerArm ?? 0,
      arms: arms[at] ?? [],
      labels: labels[at] ?? [],
      /** `original prompt` means the prompt without a mutation. */
      mutators: mutators[at] ?? [],
    })),
    refused: pairs.flatMap(({ sides, reasons }) => (reasons.length > 0 ? [{ ...sides, reasons }] : [])),
  };
}

export type SideComparison = ReturnType<typeof compareStudies>['comparisons'][number];
export type IncomparableSides = ReturnType<typeof compareStudies>['refused'][number];

/** All pairs of models of one study that are comparable, arms alone; computed once per study, since every report asks. */
export const modelComparisons = oncePer((study: Study) => compareStudies(study, null, 'arms').comparisons);
