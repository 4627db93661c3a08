import { groupByTask } from '../analysis/by-key.ts';
import type { MutagreeError } from '../core/errors.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import type { OracleVault } from '../core/oracle.ts';
import type { Task } from '../core/task.ts';
import { promptExamples } from '../python-source/tests/prompt-examples.ts';
import type { RunRecord } from '../records/run-record.ts';
import { studyOf } from '../records/study.ts';
import { selectTasks, type TaskSelection } from './1-load-tasks.ts';
import { planTasks } from './2-mutate/plan-tasks.ts';
import { generateCode } from './3-generate-code.ts';
import { generateTests } from './4-generate-tests.ts';
import { executeMatrices, type MatrixInput, toSuite } from './5-execute-matrix.ts';
import { crossPools } from './6-rank/cross-pools.ts';
import { matchArms, recordMatch, spendingOf } from './6-rank/match-arms.ts';
import { rankCandidates } from './6-rank/rank-candidates.ts';
import { rankCrossed } from './6-rank/rank-crossed.ts';
import { rankRivals } from './6-rank/rank-rivals.ts';
import { checkReferences, referenceNote } from './7-evaluate/check-references.ts';
import { evaluateOfficially } from './7-evaluate/evaluate-officially.ts';
import { explainFailures } from './7-evaluate/explain-failures.ts';
import { measureEfficiency } from './7-evaluate/measure-efficiency.ts';
import { runReferences } from './7-evaluate/run-references.ts';
import { trustVerdicts } from './7-evaluate/trust-verdicts.ts';
import { writeReports } from './8-write-reports.ts';
import { runInRounds } from './adaptive-rounds.ts';
import { prefetchSamples } from './ask-model.ts';
import type { Deps } from './deps.ts';
import { planGivenTasks } from './given/plan-given.ts';
import type { ArmPlan } from './plan-samples.ts';
import type { GeneratedTask, PlannedTask } from './planned-task.ts';
import { repairPrograms } from './repair-programs.ts';
import { statusAfter } from './status-after.ts';
import { taskConditions } from './task-conditions.ts';

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

function toMatrixInput({ task, candidates, tests }: GeneratedTask, givenExamples = false): MatrixInput {
  const given = givenExamples ? { given: promptExamples(task) } : {};
  return { ...taskConditions(task), ...given, candidates, tests };
}

interface ExecutedTask {
  readonly generated: GeneratedTask;
  readonly matrix: ExecutionMatrix;
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
  const deciding = { ...deps, memoryMib: limits.memoryMib, rows };
  const known = rows.all().length;
  const unsettled = new Map<string, MutagreeError>();
  const leaveOut = (taskId: string, error: MutagreeError) => void unsettled.set(taskId, error);
  const official = deps.given?.trusted
    ? await trustVerdicts(inputs, deps.given.tasks, rows)
    : await evaluateOfficially(inputs, oracles, { ...deciding, unsettled: leaveOut });
  const [first] = unsettled.values();
  if (first && unsettled.size === inputs.length) throw first;
  if (first) {
    const left = `${unsettled.size}/${inputs.length} tasks have no official verdicts and are left out of every figure`;
    deps.progress.note(`${left}, ${[...unsettled.keys()].join(', ')}: ${first.message}`);
  }
  if (rows.all().length > known && !deps.given?.trusted) {
    const settled = inputs.filter(({ taskId }) => !unsettled.has(taskId));
    const note = referenceNote(await checkReferences(settled, oracles, deciding));
    if (note) deps.progress.note(note);
  }
  const suites = inputs
    .filter(({ taskId }) => oracles.has(taskId))
    .map((input) => ({ taskId: input.taskId, suite: toSuite(input) }));
  await explainFailures(inputs, official, oracles, deps);
  await runReferences(suites, oracles, deps);
  if (!deps.efficiency) return;
  const programs = inputs.map(({ candidates, ...input }) => ({ ...input, programs: candidates }));
  await measureEfficiency(programs, official, oracles, deps);
}

/** What stage 5 made, with the programs that rivals had mended, executed like the others. */
async function withRepairs(executed: readonly ExecutedTask[], deps: Deps): Promise<readonly ExecutedTask[]> {
  if (!deps.plan.rivals?.some(({ repairMessages }) => repairMessages)) return executed;
  const mended = await timed('repair', deps, () => repairPrograms(executed, deps));
  const rows = deps.store.log('verdicts');
  const inputs = mended.map((each) => toMatrixInput(each, deps.givenExamples));
  // Rows of programs that were there are on record and are not executed again.
  const matrices = await timed('execute', deps, () => executeMatrices(inputs, { ...deps, rows }));
  return mended.map((generated, at) => ({ generated, matrix: matrices[at] as ExecutionMatrix }));
}

/** Does the work of a run, and leaves in its manifest how that ended. */
async function keepingStatus<T>({ store, signal }: Pick<Deps, 'store' | 'signal'>, work: () => Promise<T>): Promise<T> {
  try {
    const done = await work();
    await store.updateManifest({ status: 'finished' });
    return done;
  } catch (error) {
    await store.updateManifest({ status: statusAfter(error, signal) }).catch(() => {});
    throw error;
  }
}

/** What a run reads: a task set with its official tests, and which of the tasks. */
export interface PipelineInput {
  readonly tasks: readonly Task[];
  readonly oracles: OracleVault;
  readonly selection?: TaskSelection;
}

/**
 * The run: stages 1 to 8 in order. What stages 2 to 7 find is stored as they go, so that running it again goes on where
 * it stopped, and stage 8 reads that alone. The official tests are handed to stage 7 alone, after every pick is on record.
 *
 * @returns the run as it is stored, and the names of its reports
 */
export async function runPipeline(
  { tasks: all, oracles, selection = {} }: PipelineInput,
  deps: Deps & { readonly readRecord: () => Promise<RunRecord> },
): Promise<{ readonly record: RunRecord; readonly reports: readonly string[] }> {
  const { adaptive, ablate = false, given, store } = deps;
  const tasks = selectTasks(all, selection); // 1
  await keepingStatus(deps, async () => {
    const planned = await timed('mutate', deps, () =>
      given ? planGivenTasks(tasks, { ...deps, given }) : planTasks(tasks, deps),
    ); // 2
    const execute = async (round: readonly PlannedTask[]) => {
      if (deps.prefetch && !given) await timed('batch', deps, () => prefetchSamples(round, deps));
      const programs = await timed('generate-code', deps, () => generateCode(round, deps)); // 3
      const generated = await timed('generate-tests', deps, () => generateTests(programs, deps)); // 4
      const rows = store.log('verdicts');
      const inputs = generated.map((each) => toMatrixInput(each, deps.givenExamples));
      const matrices = await timed('execute', deps, () => executeMatrices(inputs, { ...deps, rows })); // 5
      return generated.map((task, at) => ({ generated: task, matrix: matrices[at] as ExecutionMatrix }));
    };
    const results = adaptive ? await runInRounds(planned, adaptive, deps, execute) : await execute(planned);
    const mended = await withRepairs(results, deps);
    const generated = mended.map((result) => result.generated);
    const arms = await matchedArms(generated, deps);
    const ranked = mended.map(({ matrix }) => ({ matrix, arms: arms.get(matrix.taskId) ?? [] }));
    await timed('rank', deps, () => rankCandidates(ranked, deps)); // 6
    if (deps.plan.rivals?.length) {
      const asking = mended.map(({ generated: { task, candidates }, matrix }, at) => {
        return { task, candidates, matrix, arms: ranked[at]?.arms ?? [] };
      });
      await timed('rank-rivals', deps, () => rankRivals(asking, deps));
    }
    if (given)
      await timed('rank-draws', deps, () =>
        rankCrossed(
          ranked.map(({ matrix }) => matrix),
          deps,
        ),
      );
    if (ablate) await timed('ablate', deps, () => crossPools(ranked, deps));
    await timed('evaluate', deps, () =>
      evaluate(
        generated.map((each) => toMatrixInput(each)),
        oracles,
        deps,
      ),
    ); // 7
  });
  const record = await deps.readRecord();
  return { record, reports: await writeReports(studyOf(record), deps) }; // 8
}
