import type { Sandbox, SandboxJob, SandboxResult } from '../../core/sandbox.ts';
import { normaliseProgram } from '../../python-source/renaming/normalise.ts';
import { runJobs } from '../../sandbox/pool/run-jobs.ts';
import type { ExecuteJob } from './execute-job.ts';

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
