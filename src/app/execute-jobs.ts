import type { Sandbox, SandboxResult, Verdict } from '../core/sandbox.ts';
import { type DraftFile, openDraftFile } from '../store/atomic-file.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { withKeptResults } from './assembly/keep-results.ts';
import { openTaskSandbox } from './assembly/open-task-sandbox.ts';
import type { SharedSandbox } from './assembly/shared-sandbox.ts';
import { type Context, type UseOptions, withContext } from './context.ts';
import { type ExecuteJob, type JobInput, readJobs, toJob } from './execution/execute-job.ts';
import { type ExecutedJob, runMatrices } from './execution/run-matrices.ts';
import { checkSettings } from './settings/check-settings.ts';
import type { QueueSettings, SandboxSettings } from './settings/config.ts';
import type { SettingsOf } from './settings/setting.ts';
import { executeSettings } from './settings/verb-settings.ts';

/** Limits given here win over the job's own. */
export type ExecuteSettings = SettingsOf<typeof executeSettings>;

type Choice = SandboxSettings & QueueSettings;

/** On this machine, or on the workers of a queue. */
const open = (choice: Choice, context: Context) =>
  openTaskSandbox([], { name: '', format: '' }, { ...choice, sandbox: choice.sandbox ?? 'auto' }, context);

/** The jobs, with the limits of the settings in place of their own. */
async function* withLimits(jobs: AsyncIterable<ExecuteJob>, { timeoutMs, memoryMib }: Choice) {
  const own = { ...(timeoutMs ? { timeoutMs } : {}), ...(memoryMib ? { memoryMib } : {}) };
  for await (const job of jobs) yield { ...job, limits: { ...job.limits, ...own } };
}

async function* after(first: IteratorResult<ExecuteJob>, others: AsyncIterator<ExecuteJob>): AsyncIterable<ExecuteJob> {
  for (let current = first; !current.done; current = await others.next()) yield current.value;
}

/** The matrices of the jobs of a file. */
export interface ExecutedJobs {
  readonly sandbox: string;
  /** In the order of the file, each as soon as it is known. */
  readonly jobs: AsyncIterable<ExecutedJob>;
  /** With `output`: written text becomes that file when `take` is done, whole or not at all. */
  readonly draft: Pick<DraftFile, 'write' | 'drained'> | null;
}

/** Writes the file when `work` is done, and not at all if it fails. */
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
 * Runs the candidates of every job of a file on its tests and yields the matrices as they come, so that a file of any
 * length fits in memory.
 *
 * @param take writes the matrices; results are kept until it is done, and a call after an interruption resumes
 * @throws DatasetError for a file without a job; ConfigError, SandboxError, StoreError, InterruptedError
 */
export async function executeJobs<T>(
  given: ExecuteSettings,
  take: (executed: ExecutedJobs) => Promise<T>,
  options: UseOptions = {},
): Promise<T> {
  return withContext(options, async (context) => {
    const settings = checkSettings(executeSettings, given, { verb: 'execute' });
    const { job, output, fresh } = settings;
    await refuseInputs(output === undefined ? [] : [output], [{ what: 'job file', path: job }]);
    const read = readJobs(job)[Symbol.asyncIterator]();
    // The first job is read before anything is started or printed, so that a broken file costs nothing.
    const first = await read.next();
    const place = { file: output ?? job, fresh };
    const opening = () => open(settings, context);
    return withKeptResults(place, context, opening, (sandbox, { workers }) => {
      const { signal } = context;
      const jobs = runMatrices(withLimits(after(first, read), settings), { sandbox, workers, signal });
      return drafted(output, (draft) => take({ sandbox: sandbox.name, jobs, draft }));
    });
  });
}

/** One matrix, `[candidates][tests]`. */
export interface ExecutedMatrix {
  readonly sandbox: string;
  readonly verdicts: readonly (readonly Verdict[])[];
  /** Return values per program if an assertion compares them; null otherwise. */
  readonly outputs: SandboxResult['outputs'][];
  /** Why a cell is not a pass. */
  readonly details: SandboxResult['details'][];
  /** Milliseconds of processor time over all cells. */
  readonly cpuMs: number;
}

async function matrixOf(sandbox: Sandbox, workers: number, jobs: AsyncIterable<ExecuteJob>, signal: AbortSignal) {
  let [rows, cpuMs]: [ExecutedJob['rows'], number] = [[], 0];
  for await (const executed of runMatrices(jobs, { sandbox, workers, signal })) ({ rows, cpuMs } = executed);
  return {
    sandbox: sandbox.name,
    verdicts: rows.map(({ verdicts }) => verdicts),
    outputs: rows.map(({ outputs }) => outputs),
    details: rows.map(({ details }) => details),
    cpuMs,
  };
}

/**
 * Runs candidates on tests: one matrix.
 *
 * @param shared a sandbox that others use too; one of its own by default
 * @throws DatasetError for a job that is none; ConfigError, SandboxError, InterruptedError
 */
export async function execute(
  job: JobInput,
  options: Choice & UseOptions = {},
  shared?: SharedSandbox,
): Promise<ExecutedMatrix> {
  return withContext(options, async (context) => {
    const { signal } = context;
    async function* only(): AsyncIterable<ExecuteJob> {
      yield toJob(job);
    }
    const jobs = withLimits(only(), options);
    if (shared) return matrixOf(await shared.open(context), 1, jobs, signal);
    const { sandbox, workers } = await open(options, context);
    return matrixOf(sandbox, workers, jobs, signal).finally(() => sandbox.close());
  });
}
