import type { ChatMessage } from '../core/chat.ts';
import type { Verdict } from '../core/sandbox.ts';

export interface SolutionSet {
  /** The set's program: complete and runnable. */
  readonly program: string;
  readonly votes: number;
  readonly tests: number;
  readonly score: number;
}

export interface Parting {
  /** Python source of a call, such as `f([])`, or the text of stdin; a whole test if `passedBy` is set. */
  readonly input: string;
  /** Canonical text of each return value or output; null if it raised or was stopped. */
  readonly picked: string | null;
  readonly other: string | null;
  /** If the values are equal or unknown and a test distinguishes them: the one that passes it. */
  readonly passedBy?: 'picked' | 'other' | undefined;
}

export interface SolutionCost {
  readonly calls: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** null where the model has no price. */
  readonly usd: number | null;
}

export type SolutionProblem =
  /** No reply held a program that could be read. */
  | 'no-programs'
  /** Every program failed a test that the user gave. */
  | 'given-tests-failed'
  /** The pick is likelier wrong than `minConfidence` allows. */
  | 'below-confidence';

export interface Solution {
  readonly program: string | null;
  readonly problem: SolutionProblem | null;
  /** The function that was asked for; null for a script that reads stdin. */
  readonly entryPoint: string | null;
  /** Best first; the pick is of the first. */
  readonly sets: readonly SolutionSet[];
  readonly counts: {
    readonly programs: number;
    readonly programSamples: number;
    readonly tests: number;
    readonly testSamples: number;
    readonly variants: number;
  };
  /** Tests that the user gave (examples of the prompt among them), and how many distinct programs pass all of them. */
  readonly given: { readonly tests: readonly string[]; readonly passedBy: number };
  /** Probability that the pick is right, from agreement alone; null where it is unknown. */
  readonly confidence: number | null;
  readonly parting: Parting | null;
  readonly cost: SolutionCost;
  readonly matrix: {
    readonly programs: readonly { readonly code: string; readonly votes: number }[];
    readonly tests: readonly { readonly code: string; readonly votes: number; readonly given: boolean }[];
    /** Shape [programs][tests]. */
    readonly verdicts: readonly (readonly Verdict[])[];
  };
}

export interface Question {
  /** The prompt as the user wrote it: prose, a stub, or prose around a fenced stub. */
  readonly prompt: string;
  /** Earlier messages of a chat (system messages, turns), put before every request for a program. */
  readonly before?: readonly ChatMessage[] | undefined;
  /** The function to write, where the prompt does not say it; null for a script that reads stdin. */
  readonly function?: string | null | undefined;
  /** Calls with results that must hold, such as `f([]) == 0`. */
  readonly examples?: readonly string[] | undefined;
  /** Python of assertions, a unittest module or a pytest module that must hold. */
  readonly tests?: string | undefined;
}
