import type { SandboxTest } from './sandbox.ts';

/** A part of a benchmark's official tests that is reported by itself (EvalPlus's `base` and `plus`). */
export type OraclePart = 'base' | 'plus';

export interface OfficialTest extends SandboxTest {
  readonly part?: OraclePart | undefined;
  /** CPU milliseconds that the reference took, where it was measured. */
  readonly costMs?: number | undefined;
}

/** CPU milliseconds for one call: `factor` times the reference's slowest one, and at least `floorMs`. */
export interface RelativeLimit {
  readonly floorMs: number;
  readonly factor: number;
  /** For all calls of a part together. */
  readonly totalMs: number;
}

/** The official tests of one task, out of reach of all that picks: a leak would look like success. */
export interface Oracle {
  readonly taskId: string;
  /** A program passes when every one of these does. */
  readonly tests: readonly OfficialTest[];
  /** Programs whose answers are accepted by `calls` tests that have none: the reference first. */
  readonly answeredBy?: readonly string[] | undefined;
  /** Replaces `timeoutMs` once the reference was timed. */
  readonly relativeLimit?: RelativeLimit | undefined;
  /** Python run at the start of every cell, before the candidate (MBPP's `test_setup_code`). */
  readonly setup?: string | undefined;
  /** CPU milliseconds per test, by the benchmark's own convention. */
  readonly timeoutMs: number;
  /** The benchmark's own solution, complete (runnable without the prompt), where the file has one. */
  readonly reference?: string | undefined;
}

export interface OracleVault {
  /** @throws MutagreeError `oracle-missing` where the task has none. */
  open(taskId: string): Oracle;
  has(taskId: string): boolean;
}
