import { join } from 'node:path';
import { adaptiveSaving } from '../../analysis/arms/adaptive-saving.ts';
import { summariseArms } from '../../analysis/arms/arm-results.ts';
import { type PartResults, resultsByPart } from '../../analysis/arms/official-parts.ts';
import { callOutcomes } from '../../analysis/calls/call-outcomes.ts';
import { costAccount } from '../../analysis/cost/cost-account.ts';
import type { Progress } from '../../core/progress.ts';
import type { Budget } from '../../model/with-budget.ts';
import { processReader } from '../../pipeline/reading/process-reader.ts';
import { runPipeline } from '../../pipeline/run-pipeline.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { StudyRun } from '../../records/study.ts';
import { loadRun } from '../../store/load-run.ts';
import { requireOwnFolder } from '../../store/require-own-folder.ts';
import { openRunDirectory } from '../../store/run-directory.ts';
import { keepWorkersFile } from '../../store/workers-file.ts';
import { beginManifest } from '../assembly/manifest.ts';
import type { OpenedQueueModel } from '../assembly/open-queue-models.ts';
import type { TaskSandbox } from '../assembly/open-task-sandbox.ts';
import type { RunConfig } from '../settings/config.ts';
import { taskSelection } from '../settings/task-selection.ts';
import type { PreparedStudy } from './prepare-study.ts';
import { type RetryWaits, type RunModels, runDeps } from './run-deps.ts';
import { workersOfRun } from './workers-of-run.ts';

export interface RunPlace {
  readonly prepared: PreparedStudy;
  readonly run: StudyRun;
  readonly models: RunModels;
  /** Models that workers of a queue ask. */
  readonly queued: readonly Pick<OpenedQueueModel, 'share'>[];
  readonly opened: TaskSandbox;
  readonly budgets: readonly Budget[];
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** One run of one model, finished: what is stored, and what it comes to. */
export interface RunOutcome {
  readonly model: string;
  /** From 1. */
  readonly repeat: number;
  readonly directory: string;
  readonly record: RunRecord;
  readonly summary: ReturnType<typeof summariseArms>;
  /** pass@k by the parts of the official tests that the benchmark reports apart; empty where it has none. */
  readonly byPart: PartResults;
  readonly adaptive: ReturnType<typeof adaptiveSaving>;
  readonly cost: ReturnType<typeof costAccount>;
  readonly calls: ReturnType<typeof callOutcomes>;
  /** Absolute paths. */
  readonly reports: readonly string[];
}

/** How often the workers of a queue are written down, where they have changed. */
const WORKERS_MS = 1000;

/** What an endpoint that was busy or failed has cost in time. */
function waitingNote({ times, ms }: RetryWaits): string {
  return `the endpoint was asked again ${times} times after errors; calls waited ${(ms / 1000).toFixed(1)} s for that, summed over calls in parallel`;
}

/** One run of a study, from where it stopped to its reports. */
export async function runOne(place: RunPlace): Promise<RunOutcome> {
  const { prepared, run, models, queued, opened, budgets, progress, signal } = place;
  const { dataset, tasks, plan, prices } = prepared;
  const config: RunConfig = { ...prepared.config, model: run.model };
  const directory = join(plan.directory, run.directory);
  if (plan.runs.length > 1) await requireOwnFolder(plan.directory, run.directory);
  const manifest = await beginManifest({
    config,
    prices,
    dataset,
    tasks: tasks.length,
    sandbox: { name: opened.sandbox.name, detail: opened.description },
    ...(opened.images ? { images: opened.images } : {}),
    ...(plan.runs.length > 1 ? { repeat: run.repeat } : {}),
    ...(prepared.given ? { given: prepared.given.manifestOf(run.model) } : {}),
  });
  const store = await openRunDirectory(directory, manifest);
  const reader = processReader(signal);
  const waits = { times: 0, ms: 0 };
  const workers = opened.share
    ? keepWorkersFile(
        directory,
        workersOfRun(
          opened.share,
          queued.map(({ share }) => share),
        ),
        WORKERS_MS,
      )
    : null;
  try {
    const { sandbox } = opened;
    const deps = await runDeps({ prepared, run, models, store, sandbox, reader, budgets, waits, progress, signal });
    const { tasks: all, oracles } = dataset;
    const { record, reports } = await runPipeline(
      { tasks: all, oracles, selection: taskSelection(config) },
      { ...deps, readRecord: () => loadRun(directory) },
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
  } finally {
    if (waits.times > 0) progress.note(waitingNote(waits));
    try {
      await workers?.stop();
    } finally {
      await reader.close().finally(() => store.close());
    }
  }
}
