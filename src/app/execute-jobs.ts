import { refuseInputs } from '../store/refuse-inputs.ts';
import { writeText } from '../store/write-lines.ts';
import { withKeptResults } from './assembly/keep-results.ts';
import type { SharedSandbox } from './assembly/open-sandbox.ts';
import { openTaskSandbox } from './assembly/open-task-sandbox.ts';
import { type Context, type UseOptions, withContext } from './context.ts';
import {
  type ExecutedJob,
  type ExecuteJob,
  type JobInput,
  readJobs,
  runMatrices,
  toJob,
} from './execution/execute-job.ts';
import { checkSettings } from './settings/check-settings.ts';
import type { QueueSettings, SandboxSettings } from './settings/config.ts';
import { type ExecuteSettings, executeSettings } from './settings/verb-settings.ts';

type Choice = SandboxSettings & QueueSettings;

/** On this machine, or on the workers of a queue. */
const open = (choice: Choice, context: Context) => openTaskSandbox([], { name: '', format: '' }, choice, context);

function withLimits(job: ExecuteJob, { timeoutMs, memoryMib }: Choice): ExecuteJob {
  const own = { ...(timeoutMs ? { timeoutMs } : {}), ...(memoryMib ? { memoryMib } : {}) };
  return { ...job, limits: { ...job.limits, ...own } };
}

/** The matrices of the jobs of a file, in its order. */
export interface ExecutedJobs {
  readonly sandbox: string;
  readonly jobs: readonly ExecutedJob[];
  readonly wallMs: number;
  /** Of all sandboxed processes. */
  readonly cpuMs: number;
}

/**
 * Runs the candidates of every job of a file on its tests; a call after an interruption resumes.
 *
 * @param options `textOf`: the text of the file `output`; JSON by default
 * @throws DatasetError for a file without a job; ConfigError, SandboxError, StoreError, InterruptedError
 */
export async function executeJobs(
  given: ExecuteSettings,
  { textOf = JSON.stringify, ...options }: UseOptions & { readonly textOf?: (executed: ExecutedJobs) => string } = {},
): Promise<ExecutedJobs> {
  return withContext(options, async (context) => {
    const settings = checkSettings(executeSettings, given, { verb: 'execute' });
    const { job: file, output, fresh } = settings;
    await refuseInputs(output === undefined ? [] : [output], [{ what: 'job file', path: file }]);
    const wanted = (await readJobs(file)).map((job) => withLimits(job, settings));
    const opening = () => open(settings, context);
    return withKeptResults({ file: output ?? file, fresh }, context, opening, async (sandbox, { workers }) => {
      const started = performance.now();
      const jobs = await runMatrices(wanted, { sandbox, workers, signal: context.signal });
      const wallMs = Math.round(performance.now() - started);
      const cpuMs = Math.round(jobs.reduce((sum, job) => sum + job.cpuMs, 0));
      const executed = { sandbox: sandbox.name, jobs, wallMs, cpuMs };
      if (output !== undefined) await writeText(output, textOf(executed), 'named');
      return executed;
    });
  });
}

/**
 * Runs candidates on tests: one matrix, `[candidates][tests]`.
 *
 * @param shared a sandbox that others use too; one of its own by default
 * @throws DatasetError for a job that is none; ConfigError, SandboxError, InterruptedError
 */
export async function execute(job: JobInput, options: Choice & UseOptions = {}, shared?: SharedSandbox) {
  return withContext(options, async (context) => {
    const wanted = withLimits(toJob(job), options);
    const { sandbox, workers } = shared
      ? { sandbox: await shared.open(context), workers: 1 }
      : await open(options, context);
    try {
      const [executed] = await runMatrices([wanted], { sandbox, workers, signal: context.signal });
      const { rows = [], cpuMs = 0 } = executed ?? {};
      return {
        sandbox: sandbox.name,
        verdicts: rows.map(({ verdicts }) => verdicts),
        /** Return values per program if an assertion compares them; null otherwise. */
        outputs: rows.map(({ outputs }) => outputs),
        /** Why a cell is not a pass. */
        details: rows.map(({ details }) => details),
        cpuMs,
      };
    } finally {
      if (!shared) await sandbox.close();
    }
  });
}
