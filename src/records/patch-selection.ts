import type { Verdict } from '../core/sandbox.ts';

export interface PatchGroup {
  readonly id: string;
  readonly names: readonly string[];
  readonly votes: number;
  readonly paths: readonly string[];
  /** From 1; equal for groups that pass the same tests; null for one that is out, or passes nothing. */
  readonly rank: number | null;
  readonly passed: number;
  /** Regression tests that it breaks, with the reason. */
  readonly breaks: Readonly<Record<string, string | null>>;
  readonly out: boolean;
  /** By test; empty for a group that is out. */
  readonly verdicts: readonly Verdict[];
  /** Why it does not pass, by test. */
  readonly details: readonly (string | null)[];
}

export interface PatchTest {
  readonly node: string;
  readonly source: string;
  /** On the tree as it is. */
  readonly before: Verdict;
}

/** Which patch was picked, and why. */
export interface PatchSelection {
  readonly root: string;
  /** The picked patch; null if none can be applied. */
  readonly picked: { readonly id: string; readonly name: string; readonly votes: number; readonly diff: string } | null;
  /** The rule that picked; `votes` if there is no test that decides. */
  readonly rule: string;
  /** How likely the pick is right, from agreement alone; null if votes decide. */
  readonly confidence: number | null;
  /** The next patch that passes other tests, and the test that distinguishes them. */
  readonly runnerUp: {
    readonly id: string;
    readonly name: string;
    readonly test: string;
    readonly passedByPick: boolean;
  } | null;
  /** Best first, then those that are out. */
  readonly groups: readonly PatchGroup[];
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  readonly tests: readonly PatchTest[];
  readonly regression: {
    readonly passing: number;
    readonly flaky: readonly string[];
    readonly failing: readonly string[];
  };
  readonly notes: readonly string[];
  readonly applied: boolean;
}
