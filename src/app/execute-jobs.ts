import type { SandboxResult, Verdict } from '../core/sandbox.ts';
import { type DraftFile, openDraftFile } from '../store/atomic-file.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { keepingResults } from './assembly/keep-results.ts';
import { type OpenedSandbox, openSandbox, type SandboxChoice } from './assembly/open-sandbox.ts';
import type { SharedSandbox } from './assembly/shared-sandbox.ts';
import { type ExecuteJob, type JobInput, readJobs, toJob } from './execution/execute-job.ts';
import { type ExecuteEvent, executeRows } from './execution/execute-rows.ts';
import { checkSettings } from './settings/check-settings.ts';
import type { QueueSettings, SandboxSettings } from './settings/config.ts';
import type { SettingsOf } from './settings/setting.ts';
import { executeSettings } from './settings/verb-settings.ts';
import { inUse, type Surroundings, type UseOptions } from './surroundings.ts';

/** Limits given here win over the job's own. */
export type ExecuteSettings = SettingsOf<typeof executeSettings>;

/** On this machine, or on the workers of a queue. */
async function openAnywhere({ queue, ...choice }: SandboxChoice, around: Surroundings): Promise<OpenedSandbox> {
  if (queue === undefined) return openSandbox(choice, around);
  return (await import('./assembly/open-queue.ts')).openQueue({ ...choice, queue }, around);
}

type Limits = Pick<SandboxSettings, 'timeoutMs' | 'memoryMib'>;

function withOverrides(job: ExecuteJob, { timeoutMs, memoryMib }: Limits): ExecuteJob {
  return {
    ...job,
    limits: { ...job.limits, ...(timeoutMs ? { timeoutMs } : {}), ...(memoryMib ? { memoryMib } : {}) },
  };
}

/** The first job, read already, and all others, with the limits that the flags give. */
async function* withFirst(
  first: IteratorResult<ExecuteJob>,
  others: AsyncIterator<ExecuteJob>,
  flags: Limits,
): AsyncIterable<ExecuteJob> {
  for (let current = first; !current.done; current = await others.next()) yield withOverrides(current.value, flags);
}

/** What is told of the jobs of a file. */
export interface ExecutedRows {
  readonly sandbox: string;
  /** In the order of the file, each as soon as it is known. */
  readonly events: AsyncIterable<ExecuteEvent>;
  /** Where `output` named a file: what is written here becomes that file when `take` is done, whole or not at all. */
  readonly draft: Pick<DraftFile, 'write' | 'drained'> | null;
}

/** The file is there when `work` is done, and not at all where it fails. */
async function drafted<T>(path: string | undefined, work: (draft: DraftFile | null) => Promise<T>): Promise<T> {
  const draft = path === undefined ? null : await openDraftFile(path, 'named');
  try {
    const done = await work(draft);
    await draft?.commit();
    return done;
  } catch (error) {
    await draft?.discard();
    throw error;
  }
}

/**
 * Runs the candidates of every job of a file on its tests and hands on the rows as they come, so that a file of any
 * length fits in memory.
 *
 * @param take writes the rows; what is known is kept until it is done, and a call after an interruption goes on from there
 * @throws DatasetError for a file that holds no job; ConfigError, SandboxError, StoreError, InterruptedError
 */
export async function executeJobs<T>(
  given: ExecuteSettings,
  take: (rows: ExecutedRows) => Promise<T>,
  options: UseOptions = {},
): Promise<T> {
  return inUse(options, async (around) => {
    const settings = checkSettings(executeSettings, given, { verb: 'execute' });
    const { job, output, fresh } = settings;
    await refuseInputs(output === undefined ? [] : [output], [{ what: 'job file', path: job }]);
    const jobs = readJobs(job)[Symbol.asyncIterator]();
    // The first job is read before anything is started or printed, so that a broken file costs nothing.
    const first = await jobs.next();
    const place = { beside: output ?? job, fresh, optional: output === undefined };
    return keepingResults(place, around.progress, async (keep) => {
      const opened = await openAnywhere(settings, around);
      const sandbox = keep(opened);
      const { workers } = opened;
      try {
        const events = executeRows(withFirst(first, jobs, settings), { sandbox, workers, signal: around.signal });
        return await drafted(output, (draft) => take({ sandbox: sandbox.name, events, draft }));
      } finally {
        await opened.sandbox.close();
      }
    });
  });
}

/** One matrix, `[candidates][tests]`. */
export interface ExecutedMatrix {
  readonly sandbox: string;
  readonly verdicts: readonly (readonly Verdict[])[];
  /** What each program returned, where an assertion compares it with something; null elsewhere. */
  readonly outputs: SandboxResult['outputs'][];
  /** Why a cell is not a pass. */
  readonly details: SandboxResult['details'][];
  /** Milliseconds of processor time over all cells. */
  readonly cpuMs: number;
}

/**
 * Runs candidates on tests: one matrix.
 *
 * @param shared a sandbox that others use too; one of its own by default
 * @throws DatasetError for a job that is none; ConfigError, SandboxError, InterruptedError
 */
export async function execute(
  job: JobInput,
  { signal, onEvent, env, ...settings }: SandboxSettings & QueueSettings & UseOptions = {},
  shared?: SharedSandbox,
): Promise<ExecutedMatrix> {
  const given: UseOptions = { ...(signal ? { signal } : {}), ...(onEvent ? { onEvent } : {}), ...(env ? { env } : {}) };
  return inUse(given, async (around) => {
    const planned = withOverrides(toJob(job), settings);
    const { sandbox, workers } = shared
      ? { sandbox: await shared.open(around), workers: 1 }
      : await openAnywhere({ ...settings, sandbox: settings.sandbox ?? 'auto' }, around);
    const results: SandboxResult[] = [];
    let cpuMs = 0;
    async function* only(): AsyncIterable<ExecuteJob> {
      yield planned;
    }
    try {
      for await (const event of executeRows(only(), { sandbox, workers, signal: around.signal })) {
        if (event.kind === 'row') results.push(event.result);
        else if (event.kind === 'end') cpuMs = event.cpuMs;
      }
    } finally {
      if (!shared) await sandbox.close();
    }
    return {
      sandbox: sandbox.name,
      verdicts: results.map(({ verdicts }) => verdicts),
      outputs: results.map(({ outputs }) => outputs),
      details: results.map(({ details }) => details),
      cpuMs,
    };
  });
}
