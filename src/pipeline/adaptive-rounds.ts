import { createRng } from '../core/random.ts';
import type { ArmSamples } from '../records/run-record.ts';
import {
  type AdaptivePlan,
  type Deps,
  type ExecutedTask,
  type PlannedTask,
  plannedKey,
  type SamplingPlan,
  type StageStore,
} from './deps.ts';
import { armMatrix, budgetOf } from './plan-samples.ts';

/** Rounds that a budget is asked for in, and the fewest samples of one: fewer show no agreement. */
const ROUNDS = 10;
const SMALLEST_ROUND = 4;

/** Sample counts at which an arm of `budget` samples is looked at, ascending; the last is the budget. */
export function roundEnds(budget: number): readonly number[] {
  const size = Math.max(SMALLEST_ROUND, Math.ceil(budget / ROUNDS));
  const ends: number[] = [];
  for (let end = size; end < budget; end += size) ends.push(end);
  return [...ends, budget];
}

/** Whether every arm that selects is decided; one that doesn't select never ends a task. */
function isDecided({ task, arms, matrix }: ExecutedTask, adaptive: AdaptivePlan, plan: SamplingPlan, asked: number) {
  const selecting = arms.filter(({ arm }) => arm !== 'baseline');
  const left = budgetOf(plan) - asked;
  const remaining = { programs: left, testReplies: left, testsPerReply: plan.testsPerSample };
  const undecided = selecting.filter(({ arm, samples }) => {
    const rng = createRng(plan.seed).fork('adaptive', task.id, arm, asked);
    return adaptive.stopReason(armMatrix(matrix, samples), { testReplies: asked, remaining, rng }) === null;
  });
  return selecting.length > 0 && undecided.length === 0;
}

/**
 * Asks for the budget in rounds and leaves a task when its pick is decided, in every arm alike; the samples that it
 * was left with become its plan on record. Interrupted and run again, the same replies lead to the same decisions.
 *
 * @param runRound stages 3 to 5 for the tasks that still run
 */
export async function runInRounds(
  tasks: readonly PlannedTask[],
  adaptive: AdaptivePlan,
  { plan, store, onRound }: Pick<Deps, 'plan' | 'onRound'> & StageStore,
  runRound: (tasks: readonly PlannedTask[]) => Promise<readonly ExecutedTask[]>,
): Promise<readonly ExecutedTask[]> {
  const done = new Map<string, ExecutedTask>();
  const log = store.log('tasks');
  for (const asked of roundEnds(budgetOf(plan))) {
    const active = tasks.filter(({ task }) => !done.has(task.id));
    if (active.length === 0) break;
    // Only the first so many samples of every arm, so that all arms spend alike.
    const first = ({ arm, samples }: ArmSamples) => ({ arm, samples: samples.slice(0, asked) });
    const results = await runRound(active.map((task) => ({ ...task, arms: task.arms.map(first) })));
    onRound?.(results);
    for (const [at, result] of results.entries()) {
      const isLast = active[at]?.arms.every(({ samples }) => asked >= samples.length);
      if (!isLast && !isDecided(result, adaptive, plan, asked)) continue;
      done.set(result.task.id, result);
      const known = log.get(plannedKey(result.task));
      if (!isLast && known) await log.append({ ...known, armSamples: result.arms });
    }
  }
  return tasks.flatMap(({ task }) => done.get(task.id) ?? []);
}
