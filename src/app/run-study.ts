import { join } from 'node:path';
import { summariseArms } from '../analysis/arms/arm-results.ts';
import { resultsByPart } from '../analysis/arms/official-scores.ts';
import { callOutcomes } from '../analysis/calls/call-outcomes.ts';
import { adaptiveSaving } from '../analysis/cost/arm-replies.ts';
import { costAccount } from '../analysis/cost/cost-account.ts';
import type { ChatModel } from '../core/chat.ts';
import { EXIT, MutagreeError } from '../core/errors.ts';
import { requireOfficialTests } from '../datasets/read-dataset.ts';
import { type Budget, createBudget } from '../model/account.ts';
import { createOfflineModel } from '../model/offline-model.ts';
import { writeReports } from '../pipeline/8-write-reports.ts';
import { processReader } from '../pipeline/reading/process-reader.ts';
import { runPipeline, statusAfter } from '../pipeline/run-pipeline.ts';
import type { StudyRun } from '../records/study.ts';
import { reporters } from '../reporters/index.ts';
import { answerFolder, answerFolderPath } from '../store/answer-folder.ts';
import { requireOwnFolder } from '../store/files.ts';
import { loadRun, readLog } from '../store/load-run.ts';
import { openRunDirectory } from '../store/run-directory.ts';
import { loadStudy, type StudyStore } from '../store/study-directory.ts';
import { composeDeps, type Ports, type RunModels } from './assembly/compose.ts';
import { openEndpoint, spentUsd } from './assembly/model-stack.ts';
import { type OpenedSandbox, openTaskSandbox } from './assembly/open-sandbox.ts';
import { recordedOf } from './assembly/stored-replies.ts';
import { failureExplainer } from './classify-failures.ts';
import { type Context, type UseOptions, withContext } from './context.ts';
import { modelsOf, type StudySettings } from './settings/config.ts';
import { type PreparedStudy, prepareStudy } from './study/prepare-study.ts';
import { manifestOf, noteResumption, openStudy, requireInputs, shortfallOf } from './study/study-files.ts';

/** Endpoints by model, each opened once. @throws ModelConfigError */
async function openModels({ config, imported }: PreparedStudy, context: Pick<Context, 'env'>) {
  // Models whose samples are given are asked for nothing.
  const open = async (id: string) => (imported ? createOfflineModel(id) : openEndpoint(id, config, context));
  const { testModel, mutationModel } = config;
  const ids = modelsOf(config);
  const writers = await Promise.all(ids.map(open));
  const tests = testModel ? await open(testModel) : null;
  // The first model writes the mutations for all of them.
  const mutations = mutationModel ? await open(mutationModel) : (writers[0] as ChatModel);
  return new Map(writers.map((writer, at) => [ids[at] as string, { writer, tests: tests ?? writer, mutations }]));
}

/** The cap of a study with what its runs spent in earlier sessions; none without `maxCost`. */
async function studyBudgets({ config, plan, prices }: PreparedStudy): Promise<readonly Budget[]> {
  const { maxCost } = config;
  if (maxCost === undefined) return [];
  let spent = 0;
  for (const { directory } of plan.runs) {
    spent += spentUsd(await readLog(join(plan.directory, directory), 'calls'), prices);
  }
  return [createBudget({ maxCostUsd: maxCost, spentUsd: spent })];
}

/** One finished run of one model: its stored record and its figures. */
export type RunOutcome = Awaited<ReturnType<typeof runOne>>;

type RunPorts = Pick<Ports, 'models' | 'budgets'> & { readonly context: Context };

/** One run of a study, from where it stopped to its reports. */
async function runOne(prepared: PreparedStudy, run: StudyRun, opened: OpenedSandbox, ports: RunPorts) {
  const { plan, prices, examples, tasks, config, parts, dataset, imported } = prepared;
  const { ablate, efficiency } = config;
  const { model, repeat } = run;
  const directory = join(plan.directory, run.directory);
  if (plan.runs.length > 1) await requireOwnFolder(plan.directory, run.directory);
  const store = await openRunDirectory(directory, await manifestOf(prepared, run, opened));
  const reader = processReader(ports.context.signal);
  try {
    const recorded = await recordedOf(config, plan, run);
    const own = { ...ports, prices, examples, store, recorded, tasks: tasks.length };
    const { record, reports } = await runPipeline(
      { tasks, oracles: dataset.oracles },
      {
        ...composeDeps(config, parts, repeat, own),
        sandbox: opened.sandbox,
        reader,
        imported: imported?.samplesOf(model) ?? null,
        answers: answerFolder(answerFolderPath()),
        ablate,
        efficiency,
        explainer: failureExplainer(),
        reporters,
        readRecord: () => loadRun(directory),
      },
    );
    return {
      model,
      /** From 1. */
      repeat,
      directory,
      record,
      summary: summariseArms(record),
      /** pass@k by the parts of the official tests that the benchmark reports separately; empty if it has none. */
      byPart: resultsByPart(record),
      adaptive: adaptiveSaving(record),
      cost: costAccount(record),
      calls: callOutcomes(record),
      /** Absolute paths. */
      reports: reports.map((name) => join(directory, name)),
    };
  } finally {
    await reader.close().finally(() => store.close());
  }
}

async function runStudy(prepared: PreparedStudy, study: StudyStore | null, context: Context) {
  const { config, dataset, tasks, plan } = prepared;
  const models = await openModels(prepared, context);
  const budgets = await studyBudgets(prepared);
  const opened = await openTaskSandbox(tasks, { name: config.dataset, format: dataset.format }, config, context);
  const runs: RunOutcome[] = [];
  try {
    for (const run of plan.runs) {
      if (plan.runs.length > 1) context.progress.note(`${run.model}, repeat ${run.repeat} of ${config.repeats}`);
      const ports = { models: models.get(run.model) as RunModels, budgets, context };
      runs.push(await runOne(prepared, run, opened, ports));
    }
  } finally {
    await opened.sandbox.close();
  }
  const [first, ...others] = runs;
  if (!first) throw new Error('a study has at least one run');
  const { progress } = context;
  const files = study && (await writeReports(await loadStudy(plan.directory), { reporters, store: study, progress }));
  /** Absolute paths: of the study's reports, or of the one run's. */
  const reports = files?.map((name) => join(plan.directory, name)) ?? first.reports;
  await study?.updateManifest({ status: 'finished' });
  await progress.finish();
  return {
    /** The run's own directory if there is one run, else that of the study. */
    directory: plan.directory,
    /** Model by model, repeat by repeat. */
    runs: [first, ...others] as const,
    /** Whether it has several runs, and so a directory and reports of its own. */
    isStudy: study !== null,
    reports,
    /** Failed calls, or `failUnder`; null if none. */
    shortfall: shortfallOf(runs, prepared),
  };
}

/**
 * The whole pipeline for every model and repeat; each run is written to a directory of its own. With the same settings
 * it resumes an earlier call.
 *
 * @param settings those of a config file; `config` names one, over whose values these win
 * @throws ConfigError, DatasetError before the first request; ModelError, SandboxError, StoreError, BudgetError and
 * InterruptedError with all results kept
 */
export async function run(settings: StudySettings, options: UseOptions = {}) {
  return withContext(options, async (context) => {
    const prepared = await prepareStudy(settings, context.env);
    const { dataset, plan, tasks } = prepared;
    requireOfficialTests(dataset, tasks);
    await requireInputs(prepared, settings.config);
    const study = await openStudy(prepared);
    const note = async (error: unknown) => {
      // A finished study is one though it missed a threshold.
      const isFinished = error instanceof MutagreeError && error.exitCode === EXIT.threshold;
      if (!isFinished) await study?.updateManifest({ status: statusAfter(error, context.signal) }).catch(() => {});
      await noteResumption(plan.directory, error, context);
    };
    try {
      const outcome = await runStudy(prepared, study, context);
      if (outcome.shortfall) await note(outcome.shortfall);
      return outcome;
    } catch (error) {
      await context.progress.finish();
      await note(error);
      throw error;
    } finally {
      await study?.close();
    }
  });
}

/** A study that is finished. */
export type StudyOutcome = Awaited<ReturnType<typeof run>>;
