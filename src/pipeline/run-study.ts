import { BudgetError } from '../core/errors.ts';
import type { OracleVault } from '../core/oracle.ts';
import type { RunStatus } from '../core/run-record.ts';
import type { Task } from '../core/task.ts';
import { generateCode } from './3-generate-code.ts';
import { generateTests } from './4-generate-tests.ts';
import { executeMatrices } from './5-execute-matrix.ts';
import { rankCandidates } from './6-rank-candidates.ts';
import { evaluateOfficially } from './7-evaluate-officially.ts';
import type { Deps } from './deps.ts';
import { planTasks } from './plan-tasks.ts';

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
    const withCandidates = await timed('generate-code', deps, () => generateCode(planned, deps));
    const generated = await timed('generate-tests', deps, () => generateTests(withCandidates, deps));
    const inputs = generated.map(({ task, candidates, tests }) => ({
      taskId: task.id,
      entryPoint: task.entryPoint,
      ...(task.preload ? { preload: task.preload } : {}),
      candidates,
      tests,
    }));
    const matrices = await timed('execute', deps, () =>
      executeMatrices(inputs, { ...deps, rows: store.log('verdicts') }),
    );
    const arms = new Map(generated.map((task) => [task.task.id, task.arms]));
    await timed('rank', deps, () =>
      rankCandidates(
        matrices.map((matrix) => ({ matrix, arms: arms.get(matrix.taskId) ?? [] })),
        deps,
      ),
    );
    await timed('evaluate', deps, () =>
      evaluateOfficially(inputs, oracles, { ...deps, memoryMib: deps.limits.memoryMib, rows: store.log('official') }),
    );
    await store.updateManifest({ status: 'finished' });
  } catch (error) {
    await store.updateManifest({ status: statusAfter(error, deps.signal) }).catch(() => {});
    throw error;
  }
}
