import type { Sandbox, SandboxJob, SandboxResult } from '../../core/sandbox.ts';
import { normaliseProgram } from '../../python-source/renaming/normalise.ts';
import { runJobs } from '../../sandbox/pool/run-jobs.ts';
import type { ExecuteJob } from './execute-job.ts';

/** A job with a row for each of its candidates; the job that a failure interrupts lacks the last ones. */
export interface ExecutedJob {
  readonly job: ExecuteJob;
  readonly rows: readonly SandboxResult[];
  /** Milliseconds of processor time over all cells. */
  readonly cpuMs: number;
}

/** Programs per worker that may be under way: one slow program must not leave the other workers idle. */
const AHEAD = 32;

/** A job with its distinct programs, and the results of those that have run, in their order. */
interface OpenJob {
  readonly job: ExecuteJob;
  readonly programs: readonly string[];
  readonly programOf: readonly number[];
  readonly results: SandboxResult[];
}

function opened(job: ExecuteJob): OpenJob {
  const numbers = new Map<string, number>();
  const programs: string[] = [];
  const programOf = job.candidates.map(({ code }) => {
    const key = normaliseProgram(code);
    const known = numbers.get(key) ?? programs.push(code) - 1;
    numbers.set(key, known);
    return known;
  });
  return { job, programs, programOf, results: [] };
}

function executed({ job, programOf, results }: OpenJob): ExecutedJob {
  const end = programOf.findIndex((program) => program >= results.length);
  const rows = programOf.slice(0, end < 0 ? programOf.length : end).map((program) => results[program] as SandboxResult);
  return { job, rows, cpuMs: results.reduce((sum, { cpuMs }) => sum + cpuMs, 0) };
}

/**
 * Runs every distinct program of every job once (candidates that differ in comments, docstrings or names of local
 * variables are one program) and yields each job when its rows are complete, in the order of the file. Jobs are read as
 * there is room for them, so that a file of any length fits in memory.
 */
export async function* runMatrices(
  jobs: AsyncIterable<ExecuteJob>,
  { sandbox, workers, signal }: { readonly sandbox: Sandbox; readonly workers: number; readonly signal: AbortSignal },
): AsyncIterable<ExecutedJob> {
  const open: OpenJob[] = [];
  async function* programs(): AsyncIterable<{ job: SandboxJob; context: OpenJob }> {
    for await (const job of jobs) {
      const context = opened(job);
      open.push(context);
      for (const [at, code] of context.programs.entries()) {
        const { suite, limits } = job;
        yield { job: { id: `${job.id ?? 'program'} ${at + 1}`, code, suite, limits }, context };
      }
    }
  }
  function* whole(): Iterable<ExecutedJob> {
    while (open[0] && open[0].results.length === open[0].programs.length) yield executed(open.shift() as OpenJob);
  }
  try {
    // Results come in the order of the programs.
    for await (const { result, context } of runJobs(sandbox, programs(), { inFlight: workers * AHEAD, signal })) {
      context.results.push(result);
      yield* whole();
    }
  } catch (error) {
    yield* whole();
    if (open[0]) yield executed(open[0]);
    throw error;
  }
  yield* whole();
}
