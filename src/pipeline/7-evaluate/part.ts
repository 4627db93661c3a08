import type { FailedTest } from '../../core/explanation.ts';
import type { CandidateProblem } from '../../core/repository.ts';
import type { Sandbox, SandboxLimits, Verdict } from '../../core/sandbox.ts';
import type { TestSlices } from './test-slices.ts';

/** What one program made of some official tests: the first verdict that is not a pass, or `pass`. */
export interface PartOutcome {
  readonly verdict: Verdict;
  readonly detail: string | null;
  /** Why there are no verdicts of single tests. */
  readonly problem?: CandidateProblem;
  /** How many of its tests passed, of how many; absent where not all of them were run. */
  readonly tests?: { readonly passed: number; readonly total: number };
  /** How a cell cost the sandbox its process. */
  readonly fatal?: string;
  /** The test that did not pass, with what was seen there. */
  readonly failed?: FailedTest;
}

export interface PartInput {
  /** For messages. */
  readonly id: string;
  readonly code: string;
  readonly slices: TestSlices;
  readonly limits: SandboxLimits;
  /** CPU milliseconds for calls that are run one by one. */
  readonly totalMs: number;
  /** Run the other inputs too, once one failed. */
  readonly everyTest?: boolean;
}

export interface PartDeps {
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
}

/** One input that fails is all that has to be known of a program. */
export const FIRST_FAILURE = { giveUpAfterTimeouts: 1, stopAtFailure: true } as const;
