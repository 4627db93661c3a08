import { join } from 'node:path';
import { adaptiveSaving } from '../analysis/arms/adaptive-saving.ts';
import { summariseArms } from '../analysis/arms/arm-results.ts';
import { type PartResults, resultsByPart } from '../analysis/arms/official-parts.ts';
import { callOutcomes } from '../analysis/calls/call-outcomes.ts';
import { costAccount } from '../analysis/cost/cost-account.ts';
import { EXIT, MutagreeError } from '../core/errors.ts';
import { requireOfficialTests } from '../datasets/require-official-tests.ts';
import { processReader } from '../pipeline/reading/process-reader.ts';
import { runPipeline, statusAfter } from '../pipeline/run-pipeline.ts';
import type { RunRecord } from '../records/run-record.ts';
import type { RunStore } from '../records/run-store.ts';
import type { StudyRun } from '../records/study.ts';
import { reporters } from '../reporters/index.ts';
import { answerFolder, answerFolderPath } from '../store/answer-folder.ts';
import { loadRun } from '../store/load-run.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { requireOwnFolder } from '../store/require-own-folder.ts';
import { openRunDirectory } from '../store/run-directory.ts';
import type { StudyStore } from '../store/study-directory.ts';
import { composeDeps, type Ports, type RunModels } from './assembly/compose.ts';
import { manifestOf } from './assembly/manifest.ts';
import { openTaskSandbox, type TaskSandbox } from './assembly/open-task-sandbox.ts';
import { failureExplainer } from './classify-failures.ts';
import { type Context, type UseOptions, withContext } from './context.ts';
import type { StudySettings } from './settings/config.ts';
import { openModels } from './study/open-models.ts';
import { type PreparedStudy, prepareStudy } from './study/prepare-study.ts';
import { recordedOf } from './study/recorded-run.ts';
import { shortfallOf } from './study/shortfall.ts';
import { studyBudgets } from './study/study-budgets.ts';
import { openStudy, resumptionIn, runFiles, studyInputs, studyReports } from './study/study-files.ts';

/** One finished run of one model: its stored record and its figures. */
export interface RunOutcome {
  readonly model: string;
  /** From 1. */
  readonly repeat: number;
  readonly directory: string;
  readonly record: RunRecord;
  readonly summary: ReturnType<typeof summariseArms>;
  /** pass@k by the parts of the official tests that the benchmark reports separately; empty if it has none. */
  readonly byPart: PartResults;
  readonly adaptive: ReturnType<typeof adaptiveSaving>;
  readonly cost: ReturnType<typeof costAccount>;
  readonly calls: ReturnType<typeof callOutcomes>;
  /** Absolute paths. */
  readonly reports: readonly string[];
}

/** A study that is finished. */
export interface StudyOutcome {
  /** The run's own directory if there is one run, else that of the study. */
  readonly directory: string;
  /** Model by model, repeat by repeat. */
  readonly runs: readonly [RunOutcome, ...RunOutcome[]];
  /** Whether it has several runs, and so a directory and reports of its own. */
  readonly isStudy: boolean;
  /** Absolute paths: of the study's reports, or of the one run's. */
  readonly reports: readonly string[];
  /** The shortfall of the finished runs: failed calls, or `failUnder`; null if none. */
  readonly shortfall: MutagreeError | null;
  /** How to go on after such a shortfall, such as `the same command`; null if nothing would help. */
  readonly resumption: string | null;
}

export interface RunOptions extends UseOptions {
  /** Called before the call rejects, with the directory of the partial work and how to resume it. */
  readonly onResumable?: (place: { readonly directory: string; readonly resumption: string }) => void;
}

/** State shared by all runs of a study. */
interface OpenStudy {
  readonly prepared: PreparedStudy;
  readonly models: ReadonlyMap<string, RunModels>;
  readonly opened: TaskSandbox;
  readonly budgets: Ports['budgets'];
  readonly context: Context;
}

async function runStages(study: OpenStudy, run: StudyRun, ports: Ports, store: RunStore): Promise<RunOutcome> {
  const { config, parts, dataset, tasks, imported } = study.prepared;
  const { directory } = store;
  const { ablate, efficiency } = config;
  const { record, reports } = await runPipeline(
    { tasks, oracles: dataset.oracles },
    {
      ...composeDeps(config, parts, run.repeat, ports),
      imported: imported?.samplesOf(run.model) ?? null,
      answers: answerFolder(answerFolderPath()),
      ablate,
      efficiency,
      explainer: failureExplainer(),
      reporters,
      readRecord: () => loadRun(directory),
    },
  );
  return {
    model: run.model,
    repeat: run.repeat,
    directory,
    record,
    summary: summariseArms(record),
    byPart: resultsByPart(record),
    adaptive: adaptiveSaving(record),
    cost: costAccount(record),
    calls: callOutcomes(record),
    reports: reports.map((name) => join(directory, name)),
  };
}

/** One run of a study, from where it stopped to its reports. */
async function runOne(study: OpenStudy, run: StudyRun): Promise<RunOutcome> {
  const { prepared, models, opened, budgets, context } = study;
  const { plan, prices, examples, tasks } = prepared;
  const directory = join(plan.directory, run.directory);
  if (plan.runs.length > 1) await requireOwnFolder(plan.directory, run.directory);
  const store = await openRunDirectory(directory, await manifestOf(prepared, run, opened));
  const reader = processReader(context.signal);
  const waits = { times: 0, ms: 0 };
  const onWait = (ms: number) => {
    waits.times += 1;
    waits.ms += ms;
  };
  try {
    const ports: Ports = {
      models: models.get(run.model) as RunModels,
      budgets,
      recorded: await recordedOf(prepared, run),
      prices,
      examples,
      store,
      reader,
      onWait,
      context,
      sandbox: opened.sandbox,
      tasks: tasks.length,
    };
    return await runStages(study, run, ports, store);
  } finally {
    if (waits.times > 0) {
      const seconds = (waits.ms / 1000).toFixed(1);
      context.progress.note(
        `the endpoint was asked again ${waits.times} times after errors; calls waited ${seconds} s for that, summed over calls in parallel`,
      );
    }
    await reader.close().finally(() => store.close());
  }
}

/** Every run in turn. */
async function runEach(study: OpenStudy): Promise<readonly RunOutcome[]> {
  const { prepared, context } = study;
  const { runs } = prepared.plan;
  const finished: RunOutcome[] = [];
  for (const run of runs) {
    if (runs.length > 1) context.progress.note(`${run.model}, repeat ${run.repeat} of ${prepared.config.repeats}`);
    finished.push(await runOne(study, run));
  }
  return finished;
}

/** Opens the shared state and performs all runs. */
async function runAll(prepared: PreparedStudy, context: Context): Promise<readonly RunOutcome[]> {
  const { config, dataset, tasks } = prepared;
  const models = await openModels(prepared, context);
  const budgets = await studyBudgets(prepared);
  const opened = await openTaskSandbox(tasks, { name: config.dataset, format: dataset.format }, config, context);
  try {
    return await runEach({ prepared, models, opened, budgets, context });
  } finally {
    await opened.sandbox.close();
  }
}

/** A finished study is one though it missed a threshold. */
async function keepStatus(study: StudyStore | null, error: unknown, signal: AbortSignal): Promise<void> {
  if (error instanceof MutagreeError && error.exitCode === EXIT.threshold) return;
  await study?.setStatus(statusAfter(error, signal)).catch(() => {});
}

async function runStudy(prepared: PreparedStudy, study: StudyStore | null, context: Context): Promise<StudyOutcome> {
  const { directory } = prepared.plan;
  const runs = await runAll(prepared, context);
  const [first, ...others] = runs;
  if (!first) throw new Error('a study has at least one run');
  const reports = study ? await studyReports(study, context) : first.reports;
  await study?.setStatus('finished');
  await context.progress.finish();
  const shortfall = shortfallOf(runs, prepared);
  if (shortfall) await keepStatus(study, shortfall, context.signal);
  const resumption = shortfall ? await resumptionIn(directory, shortfall, context.signal) : null;
  return { directory, runs: [first, ...others], isStudy: study !== null, reports, shortfall, resumption };
}

/**
 * The whole pipeline for every model and repeat; each run is written to a directory of its own. With the same settings
 * it resumes an earlier call.
 *
 * @param settings those of a config file; `config` names one, over whose values these win
 * @throws ConfigError, DatasetError before the first request; ModelError, SandboxError, StoreError, BudgetError and
 * InterruptedError with all results kept
 */
export async function run(settings: StudySettings, options: RunOptions = {}): Promise<StudyOutcome> {
  return withContext(options, async (context) => {
    const prepared = await prepareStudy(settings, context.env);
    const { config, dataset, plan, tasks } = prepared;
    requireOfficialTests(dataset, tasks);
    await refuseInputs(runFiles(plan), studyInputs(config, settings.config));
    const study = await openStudy(prepared);
    try {
      return await runStudy(prepared, study, context);
    } catch (error) {
      await context.progress.finish();
      await keepStatus(study, error, context.signal);
      const { directory } = plan;
      const resumption = await resumptionIn(directory, error, context.signal);
      if (resumption !== null) options.onResumable?.({ directory, resumption });
      throw error;
    } finally {
      await study?.close();
    }
  });
}
