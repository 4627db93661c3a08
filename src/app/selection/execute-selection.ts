import { stat } from 'node:fs/promises';
import type { Arm } from '../../core/arm.ts';
import { ConfigError } from '../../core/errors.ts';
import type { ExecutionMatrix } from '../../core/matrix.ts';
import { plural } from '../../core/plural.ts';
import type { Candidate, GeneratedTest, TestBody } from '../../core/program.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { readDataset, requireOfficialTests } from '../../datasets/read-dataset.ts';
import { selectTasks } from '../../pipeline/1-load-tasks.ts';
import { executeMatrices } from '../../pipeline/5-execute-matrix.ts';
import { assertionNote } from '../../pipeline/7-evaluate/check-official-tests.ts';
import { evaluateOfficially } from '../../pipeline/7-evaluate/evaluate-officially.ts';
import { armMatrix } from '../../pipeline/plan-samples.ts';
import { processReader } from '../../pipeline/reading/process-reader.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import { answerFolder, answerFolderPath } from '../../store/answer-folder.ts';
import { loadRun } from '../../store/load-run.ts';
import { openTaskSandbox, withKeptResults } from '../assembly/open-sandbox.ts';
import type { Context } from '../context.ts';
import { missingImports, packagesMissing } from '../evaluation/missing-imports.ts';
import { collectSamples } from '../evaluation/read-evaluation-samples.ts';
import type { CheckedOf } from '../settings/check-settings.ts';
import type { selectSettings } from '../settings/verb-settings.ts';
import { type ExecutedTask, readMatrixFile } from './matrix-file.ts';

const keyOf = (taskId: string, id: string) => `${taskId} ${id}`;

const byKey = <T extends { readonly taskId: string; readonly id: string }>(items: readonly T[]) =>
  new Map(items.map((item) => [keyOf(item.taskId, item.id), item]));

/**
 * The executed tasks of a run directory, with official verdicts where all of a task's programs have one.
 *
 * @param arm only the samples of this arm; all of the run for null.
 */
async function readRunMatrices(directory: string, arm: Arm | null): Promise<readonly ExecutedTask[]> {
  const record = await loadRun(directory);
  const candidates = byKey(record.candidates);
  const tests = byKey(record.tests);
  const entryPoints = new Map(record.tasks.map(({ taskId, entryPoint }) => [taskId, entryPoint]));
  const official = byKey(record.official.map((verdict) => ({ ...verdict, id: verdict.candidateId })));
  const planned = new Map(record.armSamples.flatMap((own) => (own.arm === arm ? [[own.taskId, own] as const] : [])));
  return record.matrices.flatMap((whole): ExecutedTask[] => {
    const { taskId } = whole;
    const own = planned.get(taskId);
    if (arm !== null && !own) return [];
    const matrix = own ? armMatrix(whole, own.samples, own.tests) : whole;
    if (matrix.candidates.length === 0) return [];
    const verdicts = matrix.candidates.map(({ id }) => official.get(keyOf(taskId, id)));
    return [
      {
        taskId,
        entryPoint: entryPoints.get(taskId) ?? null,
        candidates: matrix.candidates.map(({ id }) => candidates.get(keyOf(taskId, id)) as Candidate),
        tests: matrix.tests.map(({ id }) => tests.get(keyOf(taskId, id)) as GeneratedTest),
        matrix,
        official: verdicts.includes(undefined) ? null : (verdicts as OfficialRecord[]),
      },
    ];
  });
}

/** The settings of `select`, checked; `probes` as the rules want them. */
export type CheckedSelection = CheckedOf<typeof selectSettings>;

/** Every task with its matrix, and the picked programs' own lines of the sample file where there is one. */
export interface ExecutedSelection {
  readonly tasks: readonly ExecutedTask[];
  readonly recordOf: (taskId: string, candidateId: string) => unknown;
  readonly timings: { readonly matrixMs: number; readonly officialMs?: number };
}

async function fromMatrixFile(file: string, { limit, tasks: ids, official, arm }: CheckedSelection) {
  const started = performance.now();
  const isRun = (await stat(file).catch(() => null))?.isDirectory() === true;
  const all = isRun ? await readRunMatrices(file, arm ?? null) : await readMatrixFile(file);
  const wanted = ids ? new Set(ids) : null;
  const tasks = all.filter(({ taskId }) => wanted === null || wanted.has(taskId)).slice(0, limit ?? all.length);
  if (official && tasks.some((task) => task.official === null)) {
    throw new ConfigError('matrix-unjudged', `${file} holds no official verdicts`, {
      hint: 'Write it again with --official, or do without.',
    });
  }
  const matrixMs = Math.round(performance.now() - started);
  const codes = byKey(tasks.flatMap(({ candidates }) => candidates));
  const recordOf = (taskId: string, id: string) => ({ task_id: taskId, solution: codes.get(keyOf(taskId, id))?.code });
  return { tasks, recordOf, timings: { matrixMs } };
}

/** @throws ConfigError naming the missing file */
function sampleFilesOf({ dataset, solutions, tests }: CheckedSelection) {
  if (dataset !== undefined && solutions !== undefined && tests !== undefined) return { dataset, solutions, tests };
  const named = { 'a task file': dataset, solutions, tests };
  const missing = Object.entries(named).flatMap(([name, path]) => (path === undefined ? [name] : []));
  throw new ConfigError('select-input-missing', `missing: ${missing.join(', ')}`, {
    hint: 'Give --dataset, --solutions and --tests (assertions by people or a model), or --matrix of an earlier selection.',
  });
}

/** The programs and tests of the sample files, for each task that has programs. */
async function collect(flags: CheckedSelection, context: Context) {
  const files = sampleFilesOf(flags);
  const dataset = await readDataset(files.dataset);
  const wanted = selectTasks(dataset.tasks, flags);
  if (flags.official) requireOfficialTests(dataset, wanted);
  const reader = processReader(context.signal);
  const reading = collectSamples(dataset.tasks, wanted, { ...flags, ...files }, { ...context, reader });
  const collected = (await reading.finally(() => reader.close())).filter(({ candidates }) => candidates.length > 0);
  return { collected, wanted, dataset, named: { name: files.dataset, format: dataset.format } };
}

type Collected = Awaited<ReturnType<typeof collect>>;

const codeOf = ({ body }: { readonly body: TestBody }) => ({
  code: 'code' in body ? body.code : 'module' in body ? body.module : '',
});

/**
 * Without the programs and tests that need a package which the sandbox lacks.
 *
 * @throws SandboxError `packages-missing` if there are some, unless `partial`, or if nothing else is left
 */
async function withoutMissing(
  { collected }: Collected,
  { partial }: CheckedSelection,
  sandbox: Sandbox,
  { progress, signal }: Context,
) {
  const programs = collected.flatMap(({ candidates, repository }) => (repository ? [] : candidates));
  const tests = collected.flatMap((task) => (task.repository ? [] : task.tests));
  const { names, isNeededBy } = await missingImports([...programs, ...tests.map(codeOf)], sandbox, signal);
  if (names.length === 0) return collected;
  const kept = collected
    .map((task) => ({
      ...task,
      candidates: task.candidates.filter((program) => !isNeededBy(program)),
      tests: task.tests.filter((test) => !isNeededBy(codeOf(test))),
    }))
    .filter((task) => task.candidates.length > 0 && task.tests.length > 0);
  if (!partial || kept.length === 0) {
    const counts = [
      plural(programs.filter(isNeededBy).length, 'program'),
      plural(tests.map(codeOf).filter(isNeededBy).length, 'test'),
    ];
    throw packagesMissing(`${counts.join(' and ')} cannot be run`, names);
  }
  progress.note(`the sandbox lacks ${names.join(', ')}: programs and tests that need it are left out`);
  return kept;
}

async function executeSamples(samples: Collected, flags: CheckedSelection, sandbox: Sandbox, context: Context) {
  const { dataset } = samples;
  const collected = await withoutMissing(samples, flags, sandbox, context);
  const { timeoutMs, memoryMib, probes = 0, official: judged, extract } = flags;
  const { progress, signal } = context;
  const common = { sandbox, progress, signal, rows: null, probes };
  const limits = { timeoutMs, memoryMib };
  const note = assertionNote('generated test', collected);
  if (note) progress.note(note);
  const started = performance.now();
  const matrices = await executeMatrices(collected, { ...common, limits });
  const judging = performance.now();
  const answers = answerFolder(answerFolderPath());
  const judge = { ...common, memoryMib: Math.max(memoryMib, 1024), answers };
  const verdicts = judged ? await evaluateOfficially(collected, dataset.oracles, judge) : [];
  const officialMs = Math.round(performance.now() - judging);
  const sampleOf = new Map(collected.map((task) => [task.taskId, task.sampleOf]));
  return {
    tasks: collected.map((task, at) => ({
      ...task,
      matrix: matrices[at] as ExecutionMatrix,
      official: verdicts[at]?.official ?? null,
    })),
    recordOf: (taskId: string, candidateId: string) => {
      const sample = sampleOf.get(taskId)?.get(candidateId);
      return extract ? { task_id: taskId, solution: sample?.code } : sample?.record;
    },
    timings: { matrixMs: Math.round(judging - started), ...(judged ? { officialMs } : {}) },
  };
}

/**
 * Executes existing generations, or reads an earlier execution, and has `use` write the result; the sandbox's results
 * are kept until then.
 */
export async function withExecutedSelection<T>(
  flags: CheckedSelection,
  context: Context,
  use: (executed: ExecutedSelection) => Promise<T>,
): Promise<T> {
  if (flags.matrix !== undefined) return use(await fromMatrixFile(flags.matrix, flags));
  const { output = flags.matrixOut, fresh } = flags;
  const samples = await collect(flags, context);
  const place = { file: output ?? sampleFilesOf(flags).solutions, fresh };
  const opening = () => openTaskSandbox(samples.wanted, samples.named, flags, context);
  return withKeptResults(place, context, opening, async (sandbox) =>
    use(await executeSamples(samples, flags, sandbox, context)),
  );
}
