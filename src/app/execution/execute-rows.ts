import type { Sandbox, SandboxJob, SandboxResult } from '../../core/sandbox.ts';
import { normaliseProgram } from '../../python-source/renaming/normalise.ts';
import { runJobs } from '../../sandbox/pool/run-jobs.ts';
import type { ExecuteJob } from './execute-job.ts';

/** What happens to the jobs of a file, in their order: a job begins, its rows come one by one, it ends. */
export type ExecuteEvent =
  | { readonly kind: 'begin'; readonly job: ExecuteJob }
  | { readonly kind: 'row'; readonly candidate: string; readonly result: SandboxResult }
  | { readonly kind: 'end'; readonly cpuMs: number };

interface Options {
  readonly sandbox: Sandbox;
  readonly workers: number;
  readonly signal: AbortSignal;
}

/** Programs per worker that may be under way: one slow program must not leave the other workers idle. */
const AHEAD = 32;

/** The distinct programs of a job, and which of them each candidate is. */
class PlannedJob {
  readonly job: ExecuteJob;
  readonly programs: readonly string[];
  readonly programOf: readonly number[];
  readonly #results: (SandboxResult | null)[];
  /** Candidates of each program whose rows are still to come. */
  readonly #wanted: number[];
  #next = 0;
  #begun = false;
  #cpuMs = 0;

  constructor(job: ExecuteJob) {
    this.job = job;
    const numbers = new Map<string, number>();
    const programs: string[] = [];
    this.programOf = job.candidates.map(({ code }) => {
      const key = normaliseProgram(code);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, programs.length);
      return programs.push(code) - 1;
    });
    this.programs = programs;
    this.#results = programs.map(() => null);
    this.#wanted = programs.map(() => 0);
    for (const program of this.programOf) this.#wanted[program] = (this.#wanted[program] as number) + 1;
  }

  add(program: number, result: SandboxResult): void {
    this.#results[program] = result;
    this.#cpuMs += result.cpuMs;
  }

  /** What can be told by now; a result is let go with its last row. */
  *events(): Iterable<ExecuteEvent> {
    if (!this.#begun) yield { kind: 'begin', job: this.job };
    this.#begun = true;
    for (; this.#next < this.programOf.length; this.#next++) {
      const program = this.programOf[this.#next] as number;
      const result = this.#results[program];
      if (!result) return;
      const left = (this.#wanted[program] as number) - 1;
      this.#wanted[program] = left;
      if (left === 0) this.#results[program] = null;
      yield { kind: 'row', candidate: this.job.candidates[this.#next]?.id ?? '', result };
    }
    yield { kind: 'end', cpuMs: this.#cpuMs };
  }

  get done(): boolean {
    return this.#next === this.programOf.length;
  }
}

/**
 * Runs every distinct program of every job once (candidates that differ in comments, docstrings or names of local
 * variables are one program) and tells of rows in the order of the file, each as soon as it and those before it are
 * there. Jobs are read as there is room for them, so that a file of any length fits in memory.
 */
export async function* executeRows(
  jobs: AsyncIterable<ExecuteJob>,
  { sandbox, workers, signal }: Options,
): AsyncIterable<ExecuteEvent> {
  const open: PlannedJob[] = [];
  async function* programs(): AsyncIterable<{ job: SandboxJob; context: { planned: PlannedJob; program: number } }> {
    for await (const job of jobs) {
      const planned = new PlannedJob(job);
      open.push(planned);
      for (const [program, code] of planned.programs.entries()) {
        const id = `${job.id ?? 'program'} ${program + 1}`;
        yield { job: { id, code, suite: job.suite, limits: job.limits }, context: { planned, program } };
      }
    }
  }
  function* told(): Iterable<ExecuteEvent> {
    for (let first = open[0]; first; first = open[0]) {
      yield* first.events();
      if (!first.done) return;
      open.shift();
    }
  }
  for await (const { result, context } of runJobs(sandbox, programs(), { inFlight: workers * AHEAD, signal })) {
    context.planned.add(context.program, result);
    yield* told();
  }
  yield* told();
}
