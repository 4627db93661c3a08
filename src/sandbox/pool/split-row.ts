import { hashOf } from '../../core/hash.ts';
import type { SandboxJob, SandboxResult, SandboxTest } from '../../core/sandbox.ts';
import { WorkerDied } from '../framed-process.ts';

/** Limits of the search for the cells that kill the sandbox's process. */
export interface SplitLimits {
  /** Processes that may be lost to it. */
  readonly mostRestarts: number;
  /** Wall milliseconds after which nothing more is tried: a process that hangs is given up on only after minutes. */
  readonly mostMs: number;
}

const SPLIT_LIMITS: SplitLimits = { mostRestarts: 16, mostMs: 300_000 };

function withTests({ suite, ...job }: SandboxJob, tests: readonly SandboxTest[]): SandboxJob {
  const { id: _, ...content } = { ...suite, tests };
  return { ...job, suite: { id: hashOf(content), ...content } };
}

/** The same error for every test. */
export const errorRow = (tests: readonly SandboxTest[], detail: string, weak: boolean) => ({
  verdicts: tests.map(() => 'error' as const),
  outputs: tests.map(() => null),
  details: tests.map(() => detail),
  weak: tests.map(() => weak),
  cpuMs: 0,
});

const lost = ({ suite: { tests, repository } }: SandboxJob, reason: string): SandboxResult => ({
  ...errorRow(tests, reason, false),
  fatal: [...tests.keys()],
  ...(repository ? { counts: { passed: 0, ran: 0 } } : {}),
});

function joined(first: SandboxResult, second: SandboxResult): SandboxResult {
  const offset = first.verdicts.length;
  const problem = first.problem ?? second.problem;
  const [one, other] = [first.counts, second.counts];
  const fatal = [...(first.fatal ?? []), ...(second.fatal ?? []).map((index) => index + offset)];
  return {
    verdicts: [...first.verdicts, ...second.verdicts],
    outputs: [...first.outputs, ...second.outputs],
    details: [...first.details, ...second.details],
    weak: [...first.weak, ...second.weak],
    cpuMs: first.cpuMs + second.cpuMs,
    ...(fatal.length > 0 ? { fatal } : {}),
    ...(problem ? { problem } : {}),
    ...(one && other ? { counts: { passed: one.passed + other.passed, ran: one.ran + other.ran } } : {}),
  };
}

/**
 * The row of a job that cost the sandbox its process twice: run again in ever smaller parts, so that only the cells
 * that end the process are lost. These are `error` and listed in `fatal`, with the cause as their detail; so are cells
 * that are still together with one of them when the limits are reached.
 *
 * @param attempt runs a part once. @throws WorkerDied where the process ends
 */
export async function splitRow(
  job: SandboxJob,
  cause: WorkerDied,
  attempt: (part: SandboxJob) => Promise<SandboxResult>,
  { mostRestarts, mostMs }: SplitLimits = SPLIT_LIMITS,
): Promise<SandboxResult> {
  const deadline = performance.now() + mostMs;
  let restarts = 0;

  async function tried(part: SandboxJob): Promise<SandboxResult> {
    if (restarts >= mostRestarts || performance.now() > deadline) {
      return lost(part, `not told apart from a cell that ended the sandbox's process: ${cause.message}`);
    }
    try {
      return await attempt(part);
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      restarts++;
      return halves(part, error);
    }
  }

  async function halves(part: SandboxJob, death: WorkerDied): Promise<SandboxResult> {
    const { tests } = part.suite;
    if (tests.length <= 1) return lost(part, `ended the sandbox's process: ${death.message}`);
    const middle = Math.ceil(tests.length / 2);
    const first = await tried(withTests(part, tests.slice(0, middle)));
    return joined(first, await tried(withTests(part, tests.slice(middle))));
  }

  return halves(job, cause);
}
