import { z } from 'zod';
import { DatasetError, type FilePlace } from '../core/errors.ts';
import { groupBy } from '../core/group-by.ts';
import { type Sandbox, type SandboxResult, type SandboxTest, suiteOf } from '../core/sandbox.ts';
import { parseJsonObject, streamJsonLines } from '../datasets/reading/json-records.ts';
import { readLines } from '../datasets/reading/read-file.ts';
import { forAllTasks } from '../pipeline/ask-model.ts';
import { normaliseProgram } from '../python-source/renaming/normalise.ts';
import { writeText } from '../store/files.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { openTaskSandbox, type SharedSandbox, withKeptResults } from './assembly/open-sandbox.ts';
import { type Context, type UseOptions, withContext } from './context.ts';
import { checkSettings } from './settings/check-settings.ts';
import type { QueueSettings, SandboxSettings } from './settings/config.ts';
import { valuesOf } from './settings/setting.ts';
import { type ExecuteSettings, executeSettings } from './settings/verb-settings.ts';

const testSchema = z.union(
  [
    z.strictObject({ id: z.string(), code: z.string() }),
    z.strictObject({ id: z.string(), module: z.string(), method: z.string() }),
    z.strictObject({ id: z.string(), stdin: z.string(), expectedStdout: z.string() }),
  ],
  { error: 'a test is {id, code}, {id, module, method} or {id, stdin, expectedStdout}' },
);

const jobSchema = z.strictObject({
  id: z.string().optional(),
  candidates: z.array(z.strictObject({ id: z.string(), code: z.string() })),
  tests: z.array(testSchema),
  entryPoint: z.string().nullish(),
  preload: z.array(z.string()).optional(),
  setup: z.string().optional(),
  timeoutMs: z.number().min(1),
  memoryMib: z.int().min(16),
  giveUpAfterTimeouts: z.int().min(1).optional(),
});

/** A job as a file, or a program, gives it. */
export type JobInput = z.input<typeof jobSchema>;

function toTest({ id, ...test }: JobInput['tests'][number]): SandboxTest {
  if ('code' in test) return { id, body: { kind: 'assertion', ...test } };
  return 'method' in test ? { id, body: { kind: 'method', ...test } } : { id, body: { kind: 'stdio', ...test } };
}

/** @param isOfMany whether it must have an id. @throws DatasetError naming the field that is wrong */
export function toJob(value: unknown, place: FilePlace = { file: 'job' }, isOfMany = false) {
  const parsed = jobSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') || undefined;
    throw new DatasetError('job-invalid', { ...place, ...(field ? { field } : {}) }, issue?.message ?? 'is not a job', {
      hint: 'A job is {candidates: [{id, code}], tests: [{id, code} | {id, module, method} | {id, stdin, expectedStdout}], entryPoint?, preload?, setup?, timeoutMs, memoryMib, giveUpAfterTimeouts?}.',
    });
  }
  const { id, candidates, tests, entryPoint = null, preload, setup, ...limits } = parsed.data;
  if (isOfMany && id === undefined)
    throw new DatasetError('job-invalid', { ...place, field: 'id' }, 'is missing: each job of a .jsonl file has an id');
  return {
    /** Only in files of many jobs. */
    id: isOfMany ? (id ?? null) : null,
    candidates,
    suite: suiteOf({ tests: tests.map(toTest), entryPoint, ...valuesOf({ setup, preload }) }),
    limits: valuesOf(limits),
  };
}

/** One matrix to compute. */
export type ExecuteJob = ReturnType<typeof toJob>;

const nothingIn = (file: string) =>
  new DatasetError('job-missing', { file }, 'holds no job', {
    hint: '"mutagree execute --help" shows the shape of a job; a .jsonl file has one per line.',
  });

/** The job of a `.json` file, or the jobs of a `.jsonl` file. @throws DatasetError */
async function readJobs(file: string): Promise<readonly ExecuteJob[]> {
  if (!file.endsWith('.jsonl')) {
    const text = (await readLines(file)).join('\n');
    if (text.trim() === '') throw nothingIn(file);
    return [toJob(parseJsonObject(text, file, 1).value, { file })];
  }
  const jobs: ExecuteJob[] = [];
  try {
    for await (const { value, line } of streamJsonLines(file)) jobs.push(toJob(value, { file, line }, true));
  } catch (error) {
    throw error instanceof DatasetError && error.code === 'file-empty' ? nothingIn(file) : error;
  }
  return jobs;
}

/** Runs every distinct program of every job once: by what is left without comments, docstrings and names of locals. */
export async function runMatrices(jobs: readonly ExecuteJob[], sandbox: Sandbox, signal: AbortSignal) {
  return forAllTasks(jobs, signal, async (job, own) => {
    const { suite, limits } = job;
    const groups = [...groupBy(job.candidates, ({ code }) => normaliseProgram(code)).values()];
    const runs = groups.map(async (same, at) => {
      const id = `${job.id ?? 'program'} ${at + 1}`;
      const result = await sandbox.run({ id, code: same[0]?.code ?? '', suite, limits }, own);
      return same.map((candidate) => [candidate, result] as const);
    });
    const results = new Map((await Promise.all(runs)).flat());
    return {
      job,
      rows: job.candidates.map((candidate) => results.get(candidate) as SandboxResult),
      /** Milliseconds of processor time over all cells. */
      cpuMs: [...new Set(results.values())].reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    };
  });
}

/** A job with a row for each of its candidates. */
export type ExecutedJob = Awaited<ReturnType<typeof runMatrices>>[number];

type Choice = SandboxSettings & QueueSettings;

/** On this machine, or on the workers of a queue. */
const open = (choice: Choice, context: Context) => openTaskSandbox([], { name: '', format: '' }, choice, context);

function withLimits(job: ExecuteJob, { timeoutMs, memoryMib }: Choice): ExecuteJob {
  return { ...job, limits: { ...job.limits, ...valuesOf({ timeoutMs, memoryMib }) } };
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
    await refuseInputs([output], { 'job file': file });
    const wanted = (await readJobs(file)).map((job) => withLimits(job, settings));
    const opening = () => open(settings, context);
    return withKeptResults({ file: output ?? file, fresh }, context, opening, async (sandbox) => {
      const started = performance.now();
      const jobs = await runMatrices(wanted, sandbox, context.signal);
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
    const sandbox = shared ? await shared.open(context) : (await open(options, context)).sandbox;
    try {
      const [executed] = await runMatrices([wanted], sandbox, context.signal);
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
