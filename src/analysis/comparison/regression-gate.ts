import type { Arm } from '../../core/arm.ts';
import { createRng } from '../../core/random.ts';
import type { Study } from '../../records/study.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { pairedBootstrap } from '../../statistics/paired-bootstrap.ts';
import { worstCase } from '../robustness/worst-case.ts';
import { armValues, type IncomparableSides, sharedArms, sidesToCompare } from './compare-sides.ts';
import type { ConditionOutcomes, TaskOutcomes } from './conditions.ts';
import { QUICK_RESAMPLES } from './paired-difference.ts';

/** The measures of a gate: expected pass@1 of an arm, or RobustPass over the variants of a task. */
export const GATE_MEASURES = ['pass@1', 'robust-pass'] as const;

export interface GateOptions {
  readonly measure: (typeof GATE_MEASURES)[number];
  /** The arm of `pass@1`; the last one that both sides have by default. */
  readonly arm?: Arm | undefined;
  /** The smallest drop that fails the gate, as a fraction. */
  readonly drop: number;
}

/** Standard errors in a 95 % interval, and between zero and a difference that is found with a power of 80 %. */
const INTERVAL_ERRORS = 2 * 1.96;
const POWER_ERRORS = 1.96 + 0.84;

/**
 * Compares values of the same tasks. Worse means: the drop is at least the wanted one and its interval leaves out zero.
 *
 * @param first, second one value in [0, 1] per task
 */
export function gateDecision(first: readonly number[], second: readonly number[], drop: number, seed: number) {
  const rng = createRng(seed).fork('gate');
  const difference = pairedBootstrap(second, first, { rng, resamples: QUICK_RESAMPLES });
  const error = (difference.high - difference.low) / INTERVAL_ERRORS;
  return {
    tasks: first.length,
    first: meanOf(first),
    second: meanOf(second),
    difference,
    /** The smallest drop that so many tasks with such differences find in four of five comparisons. */
    smallestDrop: Math.max(drop, POWER_ERRORS * error),
    worse: difference.value <= -drop && difference.high < 0,
  };
}

type Values = ReadonlyMap<string, number>;

/** RobustPass@1 per task over as many variants as it has on both sides. */
function robustValues({ tasks }: ConditionOutcomes, others: readonly TaskOutcomes[], seed: number): Values {
  const sizes = new Map(others.map(({ taskId, variants }) => [taskId, variants.length]));
  const rng = createRng(seed).fork('gate', 'robust-pass');
  return new Map(
    tasks.flatMap(({ taskId, original, variants }) => {
      const s = Math.min(variants.length, sizes.get(taskId) ?? 0);
      if (s === 0) return [];
      const outcomes = variants.map((variant) => variant.outcomes);
      return [[taskId, worstCase(original.outcomes, outcomes, { s, k: 1, rng: rng.fork(taskId) }).robustPass] as const];
    }),
  );
}

/** Per task, the expected pass@1 of an arm; and the tasks whose picks differ between repeats. */
function armSide(outcomes: ConditionOutcomes, arm: Arm) {
  const found = [...armValues(outcomes, arm)];
  const values: Values = new Map(found.map(([taskId, { value }]) => [taskId, value]));
  return { values, flaky: found.flatMap(([taskId, { picks }]) => (new Set(picks).size > 1 ? [taskId] : [])) };
}

/** Whether the second side is worse than the first, and the smallest detectable drop. Shares are fractions. */
function gateOf(first: ConditionOutcomes, second: ConditionOutcomes, options: GateOptions) {
  const { measure, drop } = options;
  const arm = measure === 'pass@1' ? (options.arm ?? sharedArms(first, second).at(-1)) : undefined;
  const seed = first.runs[0]?.manifest.seed ?? 0;
  const sideOf = (side: ConditionOutcomes, { tasks }: ConditionOutcomes) =>
    arm === undefined ? { values: robustValues(side, tasks, seed), flaky: [] } : armSide(side, arm);
  const [mine, theirs] = [sideOf(first, second), sideOf(second, first)];
  const taskIds = [...mine.values.keys()].filter((taskId) => theirs.values.has(taskId));
  if (taskIds.length === 0) return null;
  const valuesOf = ({ values }: { readonly values: Values }) => taskIds.map((taskId) => values.get(taskId) ?? 0);
  return {
    model: { first: first.model, second: second.model },
    measure,
    arm: arm ?? null,
    ...gateDecision(valuesOf(mine), valuesOf(theirs), drop, seed),
    /** Tasks whose pick is right in some repeats of one side and wrong in others; empty without repeats. */
    flaky: { first: mine.flaky, second: theirs.flaky },
  };
}

export type GateResult = NonNullable<ReturnType<typeof gateOf>>;

/** A gate for each pair of sides, and why the other pairs cannot be compared. */
export function regressionGates(first: Study, second: Study, options: GateOptions) {
  const gates: GateResult[] = [];
  const refused: IncomparableSides[] = [];
  for (const { mine, theirs, sides, reasons } of sidesToCompare(first, second)) {
    const gate = reasons.length > 0 ? null : gateOf(mine, theirs, options);
    const lack = options.measure === 'pass@1' ? `the arm ${options.arm}` : 'variants of a task';
    if (gate) gates.push(gate);
    else refused.push({ ...sides, reasons: reasons.length > 0 ? reasons : [`they do not both have ${lack}`] });
  }
  return { gates, refused };
}
