import type { Redis } from 'ioredis';
import { MutagreeError, SandboxError } from '../core/errors.ts';
import type { Sandbox, SandboxLimits, SandboxResult, TestSuite } from '../core/sandbox.ts';
import { hashOfSuite, type JobFailure } from './queue-job.ts';
import { suiteKey } from './queue-keys.ts';
import { unpack } from './queue-secret.ts';

/** Programs that are to be run on all tests of their suites. */
export interface RowsJob {
  readonly limits: readonly SandboxLimits[];
  readonly rows: readonly {
    /** For messages only. */
    readonly id: string;
    readonly code: string;
    /** `hashOfSuite`. */
    readonly suite: string;
    /** Index into `limits`. */
    readonly limits: number;
  }[];
}

/** Suites that are kept unpacked: a task's jobs follow each other. */
const MOST_SUITES = 64;
/** Failures that the tests cause, so that every worker would have them. */
const FINAL_CODES: ReadonlySet<string> = new Set(['tests-unsupported']);

/** Runs the rows of jobs in a worker's sandbox. */
export class RowRunner {
  readonly #client: Redis;
  readonly #sandbox: Sandbox;
  readonly #suites = new Map<string, TestSuite>();

  constructor(client: Redis, sandbox: Sandbox) {
    this.#client = client;
    this.#sandbox = sandbox;
  }

  /** @throws whatever the sandbox throws; SandboxError `queue-suite` if Redis lost a suite */
  async run({ rows, limits }: RowsJob, signal: AbortSignal): Promise<readonly SandboxResult[]> {
    const suites = await Promise.all([...new Set(rows.map(({ suite }) => suite))].map((hash) => this.#suite(hash)));
    const byHash = new Map(suites);
    const jobs = rows.map(({ id, code, suite, limits: at }) => {
      return { id, code, suite: byHash.get(suite) as TestSuite, limits: limits[at] as SandboxLimits };
    });
    // All of them end before a failure is handed in.
    const settled = await Promise.allSettled(jobs.map((job) => this.#sandbox.run(job, signal)));
    return settled.map((each) => {
      if (each.status === 'rejected') throw each.reason;
      return each.value;
    });
  }

  async #suite(hash: string): Promise<readonly [string, TestSuite]> {
    let suite = this.#suites.get(hash);
    if (!suite) {
      const packed = await this.#client.getBuffer(suiteKey(hash));
      if (!packed || hashOfSuite(packed) !== hash) throw new SandboxError('queue-suite', 'Redis lost a test suite');
      suite = (await unpack(packed)) as TestSuite;
    }
    // The one used last goes last.
    this.#suites.delete(hash);
    this.#suites.set(hash, suite);
    if (this.#suites.size > MOST_SUITES) this.#suites.delete(this.#suites.keys().next().value as string);
    return [hash, suite];
  }
}

/** A sandbox's failure as it travels. */
export function describeFailure(error: unknown): JobFailure {
  const { code, hint } = error instanceof MutagreeError ? error : { code: 'worker-failed', hint: undefined };
  const message = error instanceof Error ? error.message : String(error);
  return { code, message, hint: hint ?? null, isFinal: FINAL_CODES.has(code) };
}
