import type { Arm } from '../core/arm.ts';
import type {
  ChatModel,
  ChatRequest,
  ExampleSource,
  PromptingStrategy,
  ReplyPurpose,
  TestStyle,
} from '../core/chat.ts';
import type { FailureExplainer } from '../core/explanation.ts';
import { hashOf } from '../core/hash.ts';
import type { ImportedTask } from '../core/imported-samples.ts';
import type { ConfidenceModel, ExecutionMatrix, Ranking, Scorer } from '../core/matrix.ts';
import type { Guard, ModelMutator, Mutator, Variant } from '../core/mutation.ts';
import type { Candidate, GeneratedTest } from '../core/program.ts';
import type { Progress } from '../core/progress.ts';
import type { Rng } from '../core/random.ts';
import type { Contender, PartingInput, Rival } from '../core/rival.ts';
import type { Sandbox, SandboxLimits } from '../core/sandbox.ts';
import type { CompositionSettings } from '../core/strength.ts';
import type { Task } from '../core/task.ts';
import type { ArmSamples, RefusalRecord } from '../records/run-record.ts';
import type { AnswerCache, RunLog, RunStore } from '../records/run-store.ts';
import type { Reporter } from '../records/study.ts';
import type { ReplyReader } from './reading/read-reply.ts';

/** How a run samples: everything that shapes requests and the split of the budget over the arms. */
export interface SamplingPlan extends CompositionSettings {
  readonly seed: number;
  /** At most this many prompts per task, the original included. */
  readonly variants: number;
  readonly samples: number;
  /** Most samples of an arm, if fewer. */
  readonly most?: number | undefined;
  readonly testsPerSample: number;
  readonly temperature: number;
  readonly topP: number;
  readonly maxTokens: number;
  readonly arms: readonly Arm[];
  readonly rivals?: readonly Rival[] | undefined;
  /** From 1; each repeat of a study samples its replies with other seeds. */
  readonly repeat?: number | undefined;
}

/** Earlier variants and requests that are replayed, so that later code never orphans a recording. */
export interface RecordedRequests {
  /** The original first; empty where the recording lacks the task. */
  variantsOf(taskId: string): readonly Variant[];
  /** Why mutators left the task alone, where that is known. */
  refusalsOf?(taskId: string): readonly RefusalRecord[];
  /** The exact request that was sent, or null where the recording lacks it. */
  requestFor(variantId: string, purpose: ReplyPurpose, sample: number): ChatRequest | null;
}

/** Ends a task before its budget is spent; pure. */
export interface AdaptivePlan {
  /** Why the samples so far decide a task's pick; null where they don't. */
  stopReason(
    matrix: ExecutionMatrix,
    options: { testReplies: number; remaining: Record<'programs' | 'testReplies' | 'testsPerReply', number>; rng: Rng },
  ): string | null;
}

/** How a run draws arms out of samples that exist. */
export interface DrawPlan {
  readonly size: number;
  /** Draws where there are more ways to fill an arm. */
  readonly draws: number;
}

export interface ImportedSamples {
  readonly tasks: ReadonlyMap<string, ImportedTask>;
  readonly plan: DrawPlan;
}

/** The pure part of a rival's question: programs that behave alike, and inputs that separate two. */
export interface ContenderRules {
  contendersOf(matrix: ExecutionMatrix, ranking: Ranking, codeOf: (row: number) => string): readonly Contender[];
  partingInputs(matrix: ExecutionMatrix, first: Contender, second: Contender): readonly PartingInput[];
}

export interface StageStore {
  readonly store: Pick<RunStore, 'log'>;
}

/** All that the stages need; each takes the part that it names. The official tests are not among it. */
export interface Deps {
  readonly plan: SamplingPlan;
  readonly mutators: readonly Mutator[];
  readonly guards: readonly Guard[];
  readonly written?: { readonly mutators: readonly ModelMutator[]; readonly model: ChatModel };
  readonly recorded: RecordedRequests | null;
  /** null or absent: the models are asked. */
  readonly imported?: ImportedSamples | null | undefined;
  readonly model: ChatModel;
  /** Writes the tests; usually the same as `model`. */
  readonly testModel: ChatModel;
  readonly prompting: PromptingStrategy;
  /** null where the prompting shows no examples. */
  readonly examples: ExampleSource | null;
  readonly testStyle: TestStyle;
  /** Whether programs and tests are asked for at the same time; one after the other by default. */
  readonly atOnce?: boolean | undefined;
  readonly required?: readonly GeneratedTest[] | undefined;
  readonly onRound?: (executed: readonly ExecutedTask[]) => void;
  /** Finds the code in replies; in this process by default. */
  readonly reader?: ReplyReader | undefined;
  readonly sandbox: Sandbox;
  readonly limits: SandboxLimits;
  /** Inputs without an expected value that every program of a task runs on, too; none by default. */
  readonly probes?: number | undefined;
  /** Whether the examples of a task's prompt are a condition that programs are held to. */
  readonly givenExamples?: boolean | undefined;
  readonly scorer: Scorer;
  readonly confidence: ConfidenceModel | null;
  readonly contenders?: ContenderRules | undefined;
  /** null: every task gets its whole budget. */
  readonly adaptive: AdaptivePlan | null;
  /** Where answers of references are kept for the official tests; nowhere by default. */
  readonly answers?: AnswerCache | null | undefined;
  readonly ablate?: boolean | undefined;
  readonly efficiency?: boolean | undefined;
  readonly explainer?: FailureExplainer | undefined;
  readonly reporters: readonly Reporter[];
  readonly store: RunStore;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** A task after stage 2. */
export interface PlannedTask {
  readonly task: Task;
  /** The original first. */
  readonly variants: readonly Variant[];
  readonly refusals: readonly RefusalRecord[];
  readonly arms: readonly ArmSamples[];
}

/** A task after stages 3 and 4. */
export interface GeneratedTask extends PlannedTask {
  readonly candidates: readonly Candidate[];
  readonly tests: readonly GeneratedTest[];
}

/** A task after stage 5, without candidates that fail a required test. */
export interface ExecutedTask extends GeneratedTask {
  readonly matrix: ExecutionMatrix;
  /** All candidates on the required tests, if there are such tests. */
  readonly required?: { readonly candidates: readonly Candidate[]; readonly matrix: ExecutionMatrix } | undefined;
}

export const plannedKey = ({ id, prompt }: Task): string => hashOf('task', id, prompt.text);

/** Writes a record down under the hash of its content, unless just that is on record. */
export async function keepRecord<Kept extends { readonly key: string }>(
  log: RunLog<Kept>,
  record: Omit<NoInfer<Kept>, 'key'>,
): Promise<void> {
  const key = hashOf(record);
  if (!log.get(key)) await log.append({ key, ...record } as Kept);
}
