import { join } from 'node:path';
import { BudgetError, EXIT, MutagreeError } from '../core/errors.ts';
import { writeReports } from '../pipeline/8-write-reports.ts';
import { statusAfter } from '../pipeline/status-after.ts';
import { reporters } from '../reporters/index.ts';
import { loadStudy } from '../store/load-study.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { openStudyDirectory, type StudyStore } from '../store/study-directory.ts';
import { openTaskSandbox } from './assembly/open-task-sandbox.ts';
import { modelsOf, type StudySettings } from './settings/config.ts';
import { identityOf } from './settings/run-identity.ts';
import { openModels, type StudyModels } from './study/open-models.ts';
import { type PreparedStudy, prepareStudy } from './study/prepare-study.ts';
import { resumptionIn } from './study/resume-hint.ts';
import type { RunModels } from './study/run-deps.ts';
import { type RunOutcome, runOne } from './study/run-one.ts';
import { shortfallOf } from './study/shortfall.ts';
import { studyBudgets } from './study/study-budgets.ts';
import { runFiles, studyInputs } from './study/study-paths.ts';
import { differingSettings } from './study/study-plan.ts';
import { inUse, type Surroundings, type UseOptions } from './surroundings.ts';

/** A study that is finished. */
export interface StudyOutcome {
  /** The run's own directory where there is one run, else that of the study. */
  readonly directory: string;
  /** Model by model, repeat by repeat. */
  readonly runs: readonly [RunOutcome, ...RunOutcome[]];
  /** Whether it has several runs, and so a directory and reports of its own. */
  readonly isStudy: boolean;
  /** Absolute paths: of the study's reports, or of the one run's. */
  readonly reports: readonly string[];
  /** What the finished runs fall short of: calls that failed, or `failUnder`; null where nothing. */
  readonly shortfall: MutagreeError | null;
  /** What goes on from here after such a shortfall, such as `the same command`; null where nothing would. */
  readonly resumption: string | null;
}

export interface RunOptions extends UseOptions {
  /** Hears, before the call is refused, that what was done lies in a directory and how it goes on. */
  readonly onResumable?: (place: { readonly directory: string; readonly resumption: string }) => void;
}

/** Whether an error ends this model's part of a study only. */
function endsOneModel(error: unknown): boolean {
  return error instanceof BudgetError && error.code === 'model-budget-reached';
}

/** Every run in turn; one model's budget ends that model's runs only. @throws the first error, after the others ran */
async function runAll(prepared: PreparedStudy, around: Surroundings): Promise<readonly RunOutcome[]> {
  const models = await openModels(prepared, around);
  let isStored = false;
  try {
    const finished = await runEach(prepared, models, around);
    isStored = true;
    return finished;
  } finally {
    await models.close(isStored);
  }
}

async function runEach(
  prepared: PreparedStudy,
  models: StudyModels,
  around: Surroundings,
): Promise<readonly RunOutcome[]> {
  const { config, dataset, tasks, plan } = prepared;
  const { progress, signal } = around;
  const budgets = await studyBudgets(prepared);
  const opened = await openTaskSandbox(tasks, { name: config.dataset, format: dataset.format }, config, around);
  const { runs } = plan;
  const finished: RunOutcome[] = [];
  const spentOut = new Map<string, unknown>();
  try {
    for (const run of runs) {
      if (spentOut.has(run.model)) continue;
      if (runs.length > 1) progress.note(`${run.model}, repeat ${run.repeat} of ${config.repeats}`);
      const own = { models: models.of.get(run.model) as RunModels, budgets: budgets.of(run.model) };
      try {
        finished.push(await runOne({ prepared, run, opened, queued: models.queued, progress, signal, ...own }));
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
async function openStudy({ config, dataset, given, plan }: PreparedStudy): Promise<StudyStore | null> {
  const { directory, runs } = plan;
  if (runs.length === 1) return null;
  const settings = {
    ...identityOf(config),
    dataset: dataset.sha256,
    ...(given ? { givenSamples: given.study.sha256 } : {}),
  };
  const wanted = { models: modelsOf(config), repeats: config.repeats, settings, runs };
  return openStudyDirectory(directory, wanted, differingSettings);
}

/** The reports of all runs together. */
async function studyReports(study: StudyStore, { progress }: Surroundings): Promise<readonly string[]> {
  const { directory } = study;
  const files = await writeReports(await loadStudy(directory), { reporters, store: study, progress });
  return files.map((name) => join(directory, name));
}

/** A finished study is one though it missed a threshold. */
async function keepStatus(study: StudyStore | null, error: unknown, signal: AbortSignal): Promise<void> {
  if (error instanceof MutagreeError && error.exitCode === EXIT.threshold) return;
  await study?.setStatus(statusAfter(error, signal)).catch(() => {});
}

async function runStudy(
  prepared: PreparedStudy,
  study: StudyStore | null,
  around: Surroundings,
): Promise<StudyOutcome> {
  const { directory } = prepared.plan;
  const runs = await runAll(prepared, around);
  const [first, ...others] = runs;
  if (!first) throw new Error('a study has at least one run');
  const reports = study ? await studyReports(study, around) : first.reports;
  await study?.setStatus('finished');
  await around.progress.finish();
  const shortfall = shortfallOf(runs, prepared);
  if (shortfall) await keepStatus(study, shortfall, around.signal);
  const resumption = shortfall ? await resumptionIn(directory, shortfall, around.signal) : null;
  return { directory, runs: [first, ...others], isStudy: study !== null, reports, shortfall, resumption };
}

/**
 * The whole pipeline for every model and repeat, resuming where it stopped; each run is written to a directory of its
 * own. With the same settings it goes on where an earlier call ended.
 *
 * @param settings those of a config file; `config` names one, over whose values these win
 * @throws ConfigError, DatasetError before anything is asked; ModelError, SandboxError, StoreError, BudgetError and
 * InterruptedError with all that was done kept
 */
export async function run(settings: StudySettings, options: RunOptions = {}): Promise<StudyOutcome> {
  return inUse(options, async (around) => {
    const prepared = await prepareStudy(settings, around.env);
    prepared.requireOfficial();
    const { config, plan } = prepared;
    await refuseInputs(runFiles(plan), studyInputs(config, settings.config));
    const study = await openStudy(prepared);
    try {
      return await runStudy(prepared, study, around);
    } catch (error) {
      await around.progress.finish();
      await keepStatus(study, error, around.signal);
      const { directory } = plan;
      const resumption = await resumptionIn(directory, error, around.signal);
      if (resumption !== null) options.onResumable?.({ directory, resumption });
      throw error;
    } finally {
      await study?.close();
    }
  });
}
