import { z } from 'zod';
import { DatasetError, type FilePlace } from '../../core/errors.ts';
import {
  type Sandbox,
  type SandboxJob,
  type SandboxLimits,
  type SandboxResult,
  type SandboxTest,
  suiteOf,
  type TestSuite,
} from '../../core/sandbox.ts';
import { parseJsonObject, streamJsonLines } from '../../datasets/reading/json-records.ts';
import { readLines } from '../../datasets/reading/read-file.ts';
import { normaliseProgram } from '../../python-source/renaming/normalise.ts';
import { runJobs } from '../../sandbox/pool/run-jobs.ts';

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

/** One matrix to compute. */
export interface ExecuteJob {
  /** Only in files of many jobs. */
  readonly id: string | null;
  readonly candidates: readonly { readonly id: string; readonly code: string }[];
  readonly suite: TestSuite;
  readonly limits: SandboxLimits;
}

function toTest({ id, ...test }: JobInput['tests'][number]): SandboxTest {
  if ('code' in test) return { id, body: { kind: 'assertion', ...test } };
  return 'method' in test ? { id, body: { kind: 'method', ...test } } : { id, body: { kind: 'stdio', ...test } };
}

/** @param isOfMany whether it must have an id. @throws DatasetError naming the field that is wrong */
export function toJob(value: unknown, place: FilePlace = { file: 'job' }, isOfMany = false): ExecuteJob {
  const parsed = jobSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') || undefined;
    throw new DatasetError('job-invalid', { ...place, ...(field ? { field } : {}) }, issue?.message ?? 'is not a job', {
      hint: 'A job is {candidates: [{id, code}], tests: [{id, code} | {id, module, method} | {id, stdin, expectedStdout}], entryPoint?, preload?, setup?, timeoutMs, memoryMib, giveUpAfterTimeouts?}.',
    });
  }
  const { id, candidates, tests, entryPoint = null, preload, setup, giveUpAfterTimeouts, ...limits } = parsed.data;
  if (isOfMany && id === undefined)
    throw new DatasetError('job-invalid', { ...place, field: 'id' }, 'is missing: each job of a .jsonl file has an id');
  const prepared = { ...(setup ? { setup } : {}), ...(preload ? { preload } : {}) };
  return {
    id: isOfMany ? (id ?? null) : null,
    candidates,
    suite: suiteOf({ tests: tests.map(toTest), entryPoint, ...prepared }),
    limits: { ...limits, ...(giveUpAfterTimeouts === undefined ? {} : { giveUpAfterTimeouts }) },
  };
}

const nothingIn = (file: string) =>
  new DatasetError('job-missing', { file }, 'holds no job', {
    hint: '"mutagree execute --help" shows the shape of a job; a .jsonl file has one per line.',
  });

/** The job of a `.json` file, or the jobs of a `.jsonl` file. @throws DatasetError */
export async function readJobs(file: string): Promise<readonly ExecuteJob[]> {
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

/** A job with a row for each of its candidates. */
export interface ExecutedJob {
  readonly job: ExecuteJob;
  readonly rows: readonly SandboxResult[];
  /** Milliseconds of processor time over all cells. */
  readonly cpuMs: number;
}

/** Programs per worker that may be under way: one slow program must not leave the other workers idle. */
const AHEAD = 32;

/** The distinct programs of a job, by what is left without comments, docstrings and names of local variables. */
function programsOf(job: ExecuteJob) {
  const keys = job.candidates.map(({ code }) => normaliseProgram(code));
  const codes = new Map<string, string>();
  for (const [at, key] of keys.entries()) if (!codes.has(key)) codes.set(key, job.candidates[at]?.code ?? '');
  return { job, keys, codes, results: new Map<string, SandboxResult>() };
}

/** Runs every distinct program of every job once. */
export async function runMatrices(
  jobs: readonly ExecuteJob[],
  { sandbox, workers, signal }: { readonly sandbox: Sandbox; readonly workers: number; readonly signal: AbortSignal },
): Promise<readonly ExecutedJob[]> {
  const open = jobs.map(programsOf);
  function* programs(): Iterable<{ job: SandboxJob; context: (result: SandboxResult) => void }> {
    for (const { job, codes, results } of open) {
      const { suite, limits } = job;
      for (const [at, [key, code]] of [...codes].entries()) {
        const id = `${job.id ?? 'program'} ${at + 1}`;
        yield { job: { id, code, suite, limits }, context: (result) => results.set(key, result) };
      }
    }
  }
  const done = runJobs(sandbox, programs(), { inFlight: workers * AHEAD, signal });
  for await (const { result, context } of done) context(result);
  return open.map(({ job, keys, results }) => ({
    job,
    rows: keys.map((key) => results.get(key) as SandboxResult),
    cpuMs: [...results.values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  }));
}
