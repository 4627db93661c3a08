import type { Sandbox, SandboxJob, SandboxResult } from '../../core/sandbox.ts';
import { normaliseProgram } from '../../python-source/renaming/normalise.ts';
import { runJobs } from '../../sandbox/pool/run-jobs.ts';
import type { ExecuteJob } from './execute-job.ts';

/** What happens to the jobs of a file, in their order: a job begins, its rows come one by one, it ends. */
export type ExecuteEvent =
  | { readonly kind: 'begin'; readonly job: ExecuteJob }
  | { readonly kind: 'row'; readonly candidate: string; readonly result: SandboxResult }
  | { readonly kind: 'end'; readonly cpuMs: number };

/** Programs per worker that may be under way: one slow program must not leave the other workers idle. */
const AHEAD = 32;

/** A job with the distinct programs of its candidates, and the results of those that have run. */
interface PlannedJob {
  readonly job: ExecuteJob;
  readonly programs: readonly string[];
  readonly programOf: readonly number[];
  /** By program: the last candidate that is it. */
  readonly lastOf: ReadonlyMap<number, number>;
  readonly results: (SandboxResult | null)[];
  cpuMs: number;
  /** The candidate whose row is next; null before the first event. */
  next: number | null;
}

function planned(job: ExecuteJob): PlannedJob {
  const numbers = new Map<string, number>();
  const programs: string[] = [];
  const programOf = job.candidates.map(({ code }) => {
    const key = normaliseProgram(code);
    const known = numbers.get(key) ?? programs.push(code) - 1;
    numbers.set(key, known);
    return known;
  });
  const lastOf = new Map(programOf.map((program, at) => [program, at]));
  return { job, programs, programOf, lastOf, results: [], cpuMs: 0, next: null };
}

/** The events that are due; a result is let go with its last row. @returns whether the job has ended */
function* eventsOf(plan: PlannedJob): Generator<ExecuteEvent, boolean> {
  const { job, programOf, lastOf, results, cpuMs } = plan;
  if (plan.next === null) yield { kind: 'begin', job };
  for (let at = plan.next ?? 0; at < programOf.length; at++) {
    plan.next = at;
    const program = programOf[at] as number;
    const result = results[program];
    if (!result) return false;
    if (lastOf.get(program) === at) results[program] = null;
    plan.next = at + 1;
    yield { kind: 'row', candidate: job.candidates[at]?.id ?? '', result };
  }
  yield { kind: 'end', cpuMs };
  return true;
}

/**
 * Runs every distinct program of every job once (candidates that differ in comments, docstrings or names of local
 * variables are one program) and tells of rows in the order of the file, each as soon as it and those before it are
 * there. Jobs are read as there is room for them, so that a file of any length fits in memory.
 */
export async function* executeRows(
  jobs: AsyncIterable<ExecuteJob>,
  { sandbox, workers, signal }: { readonly sandbox: Sandbox; readonly workers: number; readonly signal: AbortSignal },
): AsyncIterable<ExecuteEvent> {
  const open: PlannedJob[] = [];
  async function* programs(): AsyncIterable<{ job: SandboxJob; context: PlannedJob }> {
    for await (const job of jobs) {
      const context = planned(job);
      open.push(context);
      for (const [at, code] of context.programs.entries()) {
        const { suite, limits } = job;
        yield { job: { id: `${job.id ?? 'program'} ${at + 1}`, code, suite, limits }, context };
      }
    }
  }
  function* due(): Iterable<ExecuteEvent> {
    while (open[0] && (yield* eventsOf(open[0]))) open.shift();
  }
  // Results come in the order of the programs.
  for await (const { result, context } of runJobs(sandbox, programs(), { inFlight: workers * AHEAD, signal })) {
    context.results.push(result);
    context.cpuMs += result.cpuMs;
    yield* due();
  }
  yield* due();
}
