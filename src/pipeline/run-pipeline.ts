import { allOrAbort } from '../core/all-or-abort.ts';
import { BudgetError } from '../core/errors.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import type { OracleVault } from '../core/oracle.ts';
import type { Candidate, GeneratedTest } from '../core/program.ts';
import type { Task } from '../core/task.ts';
import { missingPackages } from '../python-source/syntax/python-words.ts';
import { promptExamples } from '../python-source/tests/prompt-examples.ts';
import type { RunRecord, RunStatus } from '../records/run-record.ts';
import { studyOf } from '../records/study.ts';
import { planTasks } from './2-mutate/plan-tasks.ts';
import { generateCode, generateTests } from './3-generate.ts';
import { executeMatrices, type MatrixInput, taskConditions, toSuite } from './5-execute-matrix.ts';
import { crossPools, rankCandidates } from './6-rank/rank-candidates.ts';
import { rankDraws } from './6-rank/rank-draws.ts';
import { rankRivals } from './6-rank/rank-rivals.ts';
import {
  assertionNote,
  checkReferences,
  findSuspects,
  referenceNote,
  runReferences,
  suspectNote,
} from './7-evaluate/check-official-tests.ts';
import { evaluateOfficially } from './7-evaluate/evaluate-officially.ts';
import { explainFailures } from './7-evaluate/explain-failures.ts';
import { measureEfficiency } from './7-evaluate/measure-efficiency.ts';
import { writeReports } from './8-write-reports.ts';
import { runInRounds } from './adaptive-rounds.ts';
import type { Deps, ExecutedTask, GeneratedTask, PlannedTask } from './deps.ts';
import { planImportedTasks } from './imported-samples.ts';
import { repairPrograms } from './repair-programs.ts';

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
  return { ...taskConditions(task), given: givenExamples ? promptExamples(task) : undefined, candidates, tests };
}

/** Programs and tests of some tasks; asked for at the same time if people wait for them. */
async function generate(tasks: readonly PlannedTask[], given: Deps): Promise<readonly GeneratedTask[]> {
  if (given.atOnce) given.progress.start('generate programs and tests', null);
  const deps = given.atOnce ? { ...given, progress: { ...given.progress, start: () => {} } } : given;
  const code = (signal: AbortSignal) => timed('generate-code', deps, () => generateCode(tasks, { ...deps, signal }));
  const test = (signal: AbortSignal) => timed('generate-tests', deps, () => generateTests(tasks, { ...deps, signal }));
  const { signal } = deps;
  const [candidates, tests] = deps.atOnce
    ? await allOrAbort<[readonly (readonly Candidate[])[], readonly (readonly GeneratedTest[])[]]>(signal, [code, test])
    : [await code(signal), await test(signal)];
  return tasks.map((task, at) => ({ ...task, candidates: candidates[at] ?? [], tests: tests[at] ?? [] }));
}

/** Stage 5 of some tasks. Rows that are on record are not executed again. */
async function execute(tasks: readonly GeneratedTask[], deps: Deps): Promise<readonly ExecutedTask[]> {
  const inputs = tasks.map((each) => toMatrixInput(each, deps.givenExamples));
  const rows = deps.store.log('verdicts');
  const matrices = await timed('execute', deps, () => executeMatrices(inputs, { ...deps, rows }));
  return tasks.map((generated, at) => ({ ...generated, matrix: matrices[at] as ExecutionMatrix }));
}

/** The same for candidates that must pass the user's own tests first: one that fails is out before agreement is counted. */
async function executeRequired(tasks: readonly GeneratedTask[], required: readonly GeneratedTest[], deps: Deps) {
  const inputs = tasks.map(({ task, candidates }) => ({ ...taskConditions(task), candidates, tests: required }));
  const matrices = await executeMatrices(inputs, { ...deps, rows: deps.store.log('verdicts'), probes: 0 });
  const passes = (at: number, row: number) => matrices[at]?.verdicts[row]?.every((verdict) => verdict === 'pass');
  const kept = tasks.map((each, at) => {
    return { ...each, candidates: each.candidates.filter((_, row) => passes(at, row)) };
  });
  return (await execute(kept, deps)).map((executed, at) => {
    const { candidates } = tasks[at] as GeneratedTask;
    return { ...executed, required: { candidates, matrix: matrices[at] as ExecutionMatrix } };
  });
}

/** Stages 2 to 5: variants, programs and tests of every task, and every program on every test; in rounds if adaptive. */
export async function makeMatrices(tasks: readonly Task[], deps: Deps): Promise<readonly ExecutedTask[]> {
  const { adaptive, imported, required } = deps;
  const planned = await timed('mutate', deps, () =>
    imported ? planImportedTasks(tasks, { ...deps, imported }) : planTasks(tasks, deps),
  );
  const runRound = async (round: readonly PlannedTask[]) => {
    const generated = await generate(round, deps);
    return required ? executeRequired(generated, required, deps) : execute(generated, deps);
  };
  return adaptive ? runInRounds(planned, adaptive, deps, runRound) : runRound(planned);
}

/** A package that the sandbox lacks makes programs fail, and tests too, that may be right. */
export function notePackages({ store, progress }: Pick<Deps, 'store' | 'progress'>): void {
  const rows = store.log('verdicts').all();
  const lacking = new Set(rows.flatMap(({ details }) => details.flatMap(missingPackages)));
  if (lacking.size === 0) return;
  const names = [...lacking].sort().join(', ');
  progress.note(
    `the sandbox's Python lacks ${names}: programs that need it count as wrong (give an interpreter that has it)`,
  );
}

/** Stage 7: official tests first, then the comparisons that need their results. */
async function evaluate(inputs: readonly MatrixInput[], oracles: OracleVault, deps: Deps): Promise<void> {
  const { store, limits, progress } = deps;
  const rows = store.log('official');
  const deciding = { ...deps, memoryMib: limits.memoryMib, rows };
  const known = rows.all().length;
  const all = await evaluateOfficially(inputs, oracles, { ...deciding, leavesOut: true });
  const judged = all.filter(({ problem }) => !problem);
  const left = all.filter(({ problem }) => problem);
  const first = left[0]?.problem;
  if (first && judged.length === 0) throw first;
  if (first) {
    const ids = left.map(({ input }) => input.taskId).join(', ');
    const lead = `${left.length}/${all.length} tasks have no official verdicts and are left out of every figure`;
    progress.note(`${lead}, ${ids}: ${first.message}`);
  }
  if (rows.all().length > known) {
    const settled = judged.map(({ input }) => input);
    const opened = settled.flatMap(({ taskId }) => (oracles.has(taskId) ? [oracles.open(taskId)] : []));
    const notes = [
      assertionNote('official test', opened),
      referenceNote(await checkReferences(settled, oracles, deciding)),
      suspectNote(await findSuspects(judged, oracles, deciding)),
    ];
    for (const note of notes) if (note) progress.note(note);
  }
  await explainFailures(judged, oracles, deps);
  const suites = inputs.map((input) => ({ taskId: input.taskId, suite: toSuite(input) }));
  await runReferences(suites, oracles, deps);
  if (deps.efficiency) await measureEfficiency(judged, oracles, deps);
}

export function statusAfter(error: unknown, signal: AbortSignal): RunStatus {
  if (signal.aborted) return 'interrupted';
  return error instanceof BudgetError ? 'budget-reached' : 'failed';
}

async function runStages(tasks: readonly Task[], oracles: OracleVault, deps: Deps): Promise<void> {
  let executed = await makeMatrices(tasks, deps); // 2 to 5
  if (deps.plan.rivals?.some(({ repairMessages }) => repairMessages)) {
    executed = await execute(await timed('repair', deps, () => repairPrograms(executed, deps)), deps);
  }
  await timed('rank', deps, () => rankCandidates(executed, deps)); // 6
  if (deps.plan.rivals?.length) await timed('rank-rivals', deps, () => rankRivals(executed, deps));
  if (deps.imported) await timed('rank-draws', deps, () => rankDraws(executed, deps));
  if (deps.ablate) await timed('ablate', deps, () => crossPools(executed, deps));
  notePackages(deps);
  const inputs = executed.map((each) => toMatrixInput(each));
  const note = assertionNote('generated test', inputs);
  if (note) deps.progress.note(note);
  await timed('evaluate', deps, () => evaluate(inputs, oracles, deps)); // 7
}

/** Stages 2 to 8. All but the last store as they go, so that a run resumes; stage 8 reads only what is stored. */
export async function runPipeline(
  { tasks, oracles }: { readonly tasks: readonly Task[]; readonly oracles: OracleVault },
  deps: Deps & { readonly readRecord: () => Promise<RunRecord> },
): Promise<{ readonly record: RunRecord; readonly reports: readonly string[] }> {
  const { store, signal } = deps;
  try {
    await runStages(tasks, oracles, deps);
    await store.updateManifest({ status: 'finished' });
  } catch (error) {
    await store.updateManifest({ status: statusAfter(error, signal) }).catch(() => {});
    throw error;
  }
  const record = await deps.readRecord();
  return { record, reports: await writeReports(studyOf(record), deps) }; // 8
}
