import { join, relative } from 'node:path';
import { adaptiveSaving } from '../../core/adaptive-saving.ts';
import { summariseArms } from '../../core/arm-results.ts';
import { costAccount } from '../../core/cost-account.ts';
import { BudgetError, EXIT, type ExitCode, MutagreeError } from '../../core/errors.ts';
import type { Progress } from '../../core/progress.ts';
import type { RunStatus } from '../../core/run-record.ts';
import { writeReports } from '../../pipeline/8-write-reports.ts';
import { savingFigures } from '../../reporters/confidence-figures.ts';
import { reporters } from '../../reporters/index.ts';
import { terminalProgress } from '../../reporters/terminal-progress.ts';
import { renderTerminalSummary } from '../../reporters/terminal-summary.ts';
import { loadStudy } from '../../store/load-study.ts';
import { openStudyDirectory, type StudyStore } from '../../store/study-directory.ts';
import { openEndpoint } from '../build-model.ts';
import { identityOf, modelsOf } from '../config.ts';
import { assertThreshold } from '../fail-under.ts';
import { type Io, printJson } from '../io.ts';
import { openTaskSandbox } from '../open-task-sandbox.ts';
import { armsByPart, partLines } from '../study/official-part-figures.ts';
import { type PreparedStudy, prepareStudy } from '../study/prepare-study.ts';
import type { RunModels } from '../study/run-deps.ts';
import { endsOneModel, type FinishedRun, runOne } from '../study/run-one.ts';
import { studyBudgets } from '../study/study-budgets.ts';
import { differingSettings } from '../study/study-plan.ts';
import { accountLine, studyTable } from '../study/study-summary.ts';

/** Endpoints by model, each opened once. @throws ModelConfigError */
async function openModels({ config }: PreparedStudy, io: Io): Promise<ReadonlyMap<string, RunModels>> {
  const { testModel, mutationModel } = config;
  const tests = testModel ? await openEndpoint(testModel, config, io) : null;
  const mutations = mutationModel ? await openEndpoint(mutationModel, config, io) : null;
  const models = new Map<string, RunModels>();
  let first: RunModels['writer'] | null = null;
  for (const id of modelsOf(config)) {
    const writer = await openEndpoint(id, config, io);
    // The first model writes the mutations for all of them.
    models.set(id, { writer, tests, mutations: mutations ?? first });
    first ??= writer;
  }
  return models;
}

function withResumeHint(error: unknown, directory: string, io: Io): unknown {
  const place = relative(process.cwd(), directory) || '.';
  if (io.signal.aborted)
    io.stderr(`\nInterrupted. What was done is in ${place}; the same command goes on from there.\n`);
  else if (error instanceof MutagreeError) {
    io.stderr(`\nWhat was done is in ${place}; the same command goes on from there.\n`);
  }
  return error;
}

function statusAfter(error: unknown, signal: AbortSignal): RunStatus {
  if (signal.aborted) return 'interrupted';
  return error instanceof BudgetError ? 'budget-reached' : 'failed';
}

/** Every run in turn; one model's budget ends that model's runs only. @throws the first error, after the others ran */
async function runAll(prepared: PreparedStudy, progress: Progress, io: Io): Promise<readonly FinishedRun[]> {
  const models = await openModels(prepared, io);
  const budgets = await studyBudgets(prepared);
  const { config, dataset, tasks } = prepared;
  const opened = await openTaskSandbox(tasks, { name: config.dataset, format: dataset.format }, config, io);
  const { runs } = prepared.plan;
  const finished: FinishedRun[] = [];
  const spentOut = new Map<string, unknown>();
  try {
    for (const run of runs) {
      if (spentOut.has(run.model)) continue;
      if (runs.length > 1) progress.note(`${run.model}, repeat ${run.repeat} of ${prepared.config.repeats}`);
      const own = { models: models.get(run.model) as RunModels, budgets: budgets.of(run.model) };
      try {
        finished.push(await runOne({ prepared, run, opened, progress, ...own }, io));
      } catch (error) {
        // The others take their variants from the first run.
        if (!endsOneModel(error) || run === runs[0]) throw error;
        progress.note(error instanceof Error ? error.message : String(error));
        spentOut.set(run.model, error);
      }
    }
  } finally {
    await opened.sandbox.close();
  }
  for (const error of spentOut.values()) throw error;
  return finished;
}

/** The study's own files, where it has several runs. */
async function openStudy({ config, dataset, plan }: PreparedStudy): Promise<StudyStore | null> {
  const { directory, runs } = plan;
  if (runs.length === 1) return null;
  const settings = { ...identityOf(config), dataset: dataset.sha256 };
  return openStudyDirectory(
    directory,
    { models: modelsOf(config), repeats: config.repeats, settings, runs },
    differingSettings,
  );
}

function printRun({ record, directory, reports }: FinishedRun, json: boolean, io: Io): void {
  const summary = summariseArms(record);
  const saving = adaptiveSaving(record);
  const cost = costAccount(record);
  const parts = armsByPart(record);
  if (json) {
    const passAtKByPart = parts.length > 0 ? { passAtKByPart: Object.fromEntries(parts) } : {};
    printJson(io, { status: 'finished', directory, ...summary, ...passAtKByPart, adaptive: saving, cost, reports });
    return;
  }
  io.stdout(`\n${renderTerminalSummary(record, { color: io.stdoutIsTerminal })}\n`);
  io.stdout(partLines(parts));
  if (saving) io.stdout(`${savingFigures(saving)}\n`);
  io.stdout(`${accountLine([record])}\nReport: ${join(directory, 'report.html')}\n`);
}

function printStudy(finished: readonly FinishedRun[], prepared: PreparedStudy, reports: readonly string[], io: Io) {
  const { directory } = prepared.plan;
  if (prepared.json) {
    const runs = finished.map(({ run, record, directory: own }) => ({
      model: run.model,
      repeat: run.repeat,
      directory: own,
      ...summariseArms(record),
      cost: costAccount(record),
    }));
    printJson(io, { status: 'finished', directory, runs, reports });
    return;
  }
  const records = finished.map(({ record }) => record);
  io.stdout(`\n${studyTable(records)}\n${accountLine(records)}\nReport: ${join(directory, 'report.html')}\n`);
}

/** Some terminals say that they have no columns: a list would be wrapped letter by letter. */
function isWideTerminal({ stderrIsTerminal }: Io): boolean {
  return stderrIsTerminal && (process.stderr.columns ?? 0) >= 40;
}

/** `mutagree run`: the whole pipeline for every model and repeat, resuming where it stopped. */
export async function run(flags: Readonly<Record<string, unknown>>, io: Io): Promise<ExitCode> {
  const prepared = await prepareStudy(flags);
  prepared.requireOfficial();
  const { config, plan, threshold } = prepared;
  const progress = isWideTerminal(io)
    ? (await import('../../reporters/list-progress.ts')).listProgress(process.stderr)
    : terminalProgress({ write: io.stderr, isTerminal: io.stderrIsTerminal });
  const study = await openStudy(prepared);
  try {
    const finished = await runAll(prepared, progress, io);
    let reports: readonly string[] = [];
    if (study) {
      const files = await writeReports(await loadStudy(plan.directory), { reporters, store: study, progress });
      reports = files.map((name) => join(plan.directory, name));
      await study.setStatus('finished');
    }
    await progress.finish();
    const [only] = finished;
    if (study) printStudy(finished, prepared, reports, io);
    else if (only) printRun(only, prepared.json, io);
    for (const { record, run: of } of threshold ? finished : []) {
      if (!threshold) continue;
      const arm = threshold.arm ?? config.arms.at(-1) ?? 'baseline';
      const result = summariseArms(record).arms.find((each) => each.arm === arm);
      const name = study ? `${arm} (${of.model}, repeat ${of.repeat})` : arm;
      assertThreshold(threshold, result?.passAtK[String(threshold.k)]?.value, name);
    }
  } catch (error) {
    await progress.finish();
    if (study && !(error instanceof MutagreeError && error.exitCode === EXIT.threshold)) {
      await study.setStatus(statusAfter(error, io.signal)).catch(() => {});
    }
    throw withResumeHint(error, plan.directory, io);
  } finally {
    await study?.close();
  }
  return EXIT.done;
}
