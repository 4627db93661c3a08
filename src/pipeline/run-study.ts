import { BudgetError } from '../core/errors.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import type { OracleVault } from '../core/oracle.ts';
import type { RunStatus } from '../core/run-record.ts';
import type { Task } from '../core/task.ts';
import { groupByTask } from '../core/task-results.ts';
import { generateCode } from './3-generate-code.ts';
import { generateTests } from './4-generate-tests.ts';
import { executeMatrices, type MatrixInput, toSuite } from './5-execute-matrix.ts';
import { rankCandidates } from './6-rank-candidates.ts';
import { evaluateOfficially } from './7-evaluate-officially.ts';
import { measureEfficiency } from './7-measure-efficiency.ts';
import { runReferences } from './7-run-references.ts';
import { runInRounds } from './adaptive-rounds.ts';
import { crossPools } from './cross-pools.ts';
import type { Deps } from './deps.ts';
import { matchArms, recordMatch, spendingOf } from './match-arms.ts';
import type { ArmPlan } from './plan-samples.ts';
import { planTasks } from './plan-tasks.ts';
import type { GeneratedTask, PlannedTask } from './planned-task.ts';

/** Runs a stage and adds its wall time to the manifest. */
async function timed<T>(stage: string, { store }: Pick<Deps, 'store'>, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  const { stageMs } = store.manifest;
  await store.updateManifest({
    stageMs: { ...stageMs, [stage]: Math.round((stageMs[stage] ?? 0) + performance.now() - started) },
  });
  return result;
}

function toMatrixInput({ task, candidates, tests }: GeneratedTask): MatrixInput {
  const { id: taskId, entryPoint, preload, setup, sharesProcess, repository } = task;
  const conditions = {
    ...(preload ? { preload } : {}),
    ...(setup ? { setup } : {}),
    ...(sharesProcess ? { sharesProcess, repository } : {}),
    ...(repository ? { repository } : {}),
  };
  return { taskId, entryPoint, ...conditions, candidates, tests };
}

/** Stages 3, 4 and 5. */
async function generateAndExecute(planned: readonly PlannedTask[], deps: Deps) {
  const withCandidates = await timed('generate-code', deps, () => generateCode(planned, deps));
  const generated = await timed('generate-tests', deps, () => generateTests(withCandidates, deps));
  const matrices = await timed('execute', deps, () =>
    executeMatrices(generated.map(toMatrixInput), { ...deps, rows: deps.store.log('verdicts') }),
  );
  return generated.map((task, at) => ({ generated: task, matrix: matrices[at] as ExecutionMatrix }));
}

/** The arms of each task, cut to equal spending where the run says so; what was cut stays on record. */
async function matchedArms(
  generated: readonly GeneratedTask[],
  { match, store }: Pick<Deps, 'match' | 'store'>,
): Promise<ReadonlyMap<string, readonly ArmPlan[]>> {
  if (!match) return new Map(generated.map(({ task, arms }) => [task.id, arms]));
  const replies = groupByTask(store.log('replies').all());
  const matched = new Map<string, readonly ArmPlan[]>();
  for (const { task, arms } of generated) {
    const { spent, writing } = spendingOf(replies.get(task.id) ?? [], match);
    const cut = matchArms(arms, spent, writing);
    matched.set(task.id, cut);
    await recordMatch(task, cut, store);
  }
  return matched;
}

/** Stage 7: official tests first, then what they are compared with. */
async function evaluate(inputs: readonly MatrixInput[], oracles: OracleVault, deps: Deps): Promise<void> {
  const { store, limits } = deps;
  const rows = store.log('official');
  const official = await evaluateOfficially(inputs, oracles, { ...deps, memoryMib: limits.memoryMib, rows });
  const suites = inputs.map((input) => ({ taskId: input.taskId, suite: toSuite(input) }));
  await runReferences(suites, oracles, deps);
  if (!deps.efficiency) return;
  const programs = inputs.map(({ candidates, ...input }) => ({ ...input, programs: candidates }));
  await measureEfficiency(programs, official, oracles, deps);
}

function statusAfter(error: unknown, signal: AbortSignal): RunStatus {
  if (signal.aborted) return 'interrupted';
  return error instanceof BudgetError ? 'budget-reached' : 'failed';
}

/**
 * The run loop: stages 2 to 7 in order, each stored as it goes, so that running it again goes on where it stopped.
 * The official tests are handed to stage 7 alone, after every pick is on record.
 */
export async function runStudy(tasks: readonly Task[], oracles: OracleVault, deps: Deps): Promise<void> {
  const { store } = deps;
  try {
    const planned = await timed('mutate', deps, () => planTasks(tasks, deps));
    const { adaptive } = deps;
    const results = adaptive
      ? await runInRounds(planned, adaptive, deps, (round) => generateAndExecute(round, deps))
      : await generateAndExecute(planned, deps);
    const generated = results.map((result) => result.generated);
    const matrices = results.map((result) => result.matrix);
    const inputs = generated.map(toMatrixInput);
    const arms = await matchedArms(generated, deps);
    const ranked = matrices.map((matrix) => ({ matrix, arms: arms.get(matrix.taskId) ?? [] }));
    await timed('rank', deps, () => rankCandidates(ranked, deps));
    if (deps.ablate) await timed('ablate', deps, () => crossPools(ranked, deps));
    await timed('evaluate', deps, () => evaluate(inputs, oracles, deps));
    await store.updateManifest({ status: 'finished' });
  } catch (error) {
    await store.updateManifest({ status: statusAfter(error, deps.signal) }).catch(() => {});
    throw error;
  }
}
