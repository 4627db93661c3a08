import type { SandboxTest } from './sandbox.ts';

/**
 * The official tests of one task. Only dataset adapters, the run loop and stage 7 may import this file: a program that
 * was picked with a look at these would look like success.
 */
export interface Oracle {
  readonly taskId: string;
  /** A program passes when every one of these does. */
  readonly tests: readonly SandboxTest[];
  /** Python run at the start of every cell, before the candidate (MBPP's `test_setup_code`). */
  readonly setup?: string;
  /** CPU milliseconds a test, by the benchmark's own convention. */
  readonly timeoutMs: number;
  /** The benchmark's own solution, complete (runnable without the prompt), where the file has one. */
  readonly reference?: string;
}

/** The official tests of a task set, opened task by task. */
export interface OracleVault {
  /** @throws MutagreeError `oracle-missing` where the task has none. */
  open(taskId: string): Oracle;
  has(taskId: string): boolean;
}
