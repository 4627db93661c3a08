import { join } from 'node:path';
import { BudgetError } from '../../core/errors.ts';
import type { Progress } from '../../core/progress.ts';
import type { RunRecord } from '../../core/run-record.ts';
import { type StudyRun, studyOf } from '../../core/study.ts';
import type { Budget } from '../../model/with-budget.ts';
import { writeReports } from '../../pipeline/8-write-reports.ts';
import { runStudy } from '../../pipeline/run-study.ts';
import { loadRun } from '../../store/load-run.ts';
import { openRunDirectory } from '../../store/run-directory.ts';
import type { RunConfig } from '../config.ts';
import type { Io } from '../io.ts';
import type { TaskSandbox } from '../open-task-sandbox.ts';
import { beginManifest } from '../run-manifest.ts';
import type { PreparedStudy } from './prepare-study.ts';
import { type RunModels, runDeps } from './run-deps.ts';

export interface RunPlace {
  readonly prepared: PreparedStudy;
  readonly run: StudyRun;
  readonly models: RunModels;
  readonly opened: TaskSandbox;
  readonly budgets: readonly Budget[];
  readonly progress: Progress;
}

export interface FinishedRun {
  readonly run: StudyRun;
  readonly directory: string;
  readonly record: RunRecord;
  /** Absolute paths. */
  readonly reports: readonly string[];
}

/** Whether an error ends this model's part of a study only. */
export function endsOneModel(error: unknown): boolean {
  return error instanceof BudgetError && error.code === 'model-budget-reached';
}

/** One run of a study, from where it stopped to its reports. */
export async function runOne(place: RunPlace, io: Pick<Io, 'signal'>): Promise<FinishedRun> {
  const { prepared, run, models, opened, budgets, progress } = place;
  const { dataset, tasks, plan, prices } = prepared;
  const config: RunConfig = { ...prepared.config, model: run.model };
  const directory = join(plan.directory, run.directory);
  const manifest = await beginManifest({
    config,
    prices,
    dataset,
    tasks: tasks.length,
    sandbox: { name: opened.sandbox.name, detail: opened.description },
    ...(opened.images ? { images: opened.images } : {}),
    ...(plan.runs.length > 1 ? { repeat: run.repeat } : {}),
  });
  const store = await openRunDirectory(directory, manifest);
  try {
    const { signal } = io;
    const deps = await runDeps({ prepared, run, models, store, sandbox: opened.sandbox, budgets, progress, signal });
    await runStudy(tasks, dataset.oracles, deps);
    const record = await loadRun(directory);
    const files = await writeReports(studyOf(record), deps);
    return { run, directory, record, reports: files.map((name) => join(directory, name)) };
  } finally {
    await store.close();
  }
}
