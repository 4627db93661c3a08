import type { RivalArm } from './arm.ts';
import type { ChatMessage } from './chat.ts';
import type { Scorer } from './matrix.ts';
import type { Citation } from './mutation.ts';

export interface RivalSplit {
  readonly programs: number;
  readonly testReplies: number;
  /** Programs that may go back to the model with the tests that they fail; 0 by default. */
  readonly repairs?: number | undefined;
  /** Most questions about existing programs; default: 0. */
  readonly questions?: number | undefined;
}

export interface FailedTest {
  readonly test: string;
  readonly returned: string | null;
}

export interface RepairInput {
  readonly promptText: string;
  readonly entryPoint: string | null;
  readonly code: string;
  readonly failed: readonly FailedTest[];
}

/** Ranked programs that do the same on every test and every probe. */
export interface Contender {
  readonly code: string;
  readonly samples: number;
  readonly candidates: readonly number[];
}

export interface PartingInput {
  readonly input: string;
  readonly outputs: readonly [string | null, string | null];
}

/** The input of a rival's decision after ranking: the leading sets, and a model to ask about them. */
export interface Arena {
  readonly promptText: string;
  readonly entryPoint: string | null;
  readonly contenders: readonly Contender[];
  readonly questions: number;
  /** Best to ask about first. */
  parting(first: Contender, second: Contender): readonly PartingInput[];
  /** The reply's text; empty where the model declined or the call failed. @throws ModelError, BudgetError, InterruptedError */
  ask(question: number, messages: readonly ChatMessage[]): Promise<string>;
}

/** Another way to spend an arm's budget than to select by agreement alone; one file each in agreement/rivals. */
export interface Rival {
  readonly name: RivalArm;
  readonly summary: string;
  readonly source: Citation;
  /** Additional records of programs that it needs, besides the generated tests. */
  readonly needs?: 'probes' | 'examples' | undefined;
  readonly least: number;
  split(budget: number): RivalSplit;
  /** The rule that it ranks by, where that is not the run's. */
  rule?(scorer: Scorer): Scorer;
  repairMessages?(input: RepairInput): readonly ChatMessage[];
  /** Index of the contender to take; null keeps the ranking. */
  decide?(arena: Arena): Promise<number | null>;
}
