import { hashOf } from './hash.ts';
import type { CodeGap, InterfaceHint, Task, TaskKind } from './task.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** All fields that shape a reply; together with `sample` they identify it. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly temperature: number;
  readonly topP: number;
  readonly maxTokens: number;
  /** Sent to the endpoint; derived from the run's seed, the variant and the sample. */
  readonly seed?: number | undefined;
  /** Additional fields that are sent unchanged. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** From 0; part of the cache key. */
  readonly sample: number;
  /** The purpose of the reply, for records and messages; not part of the cache key. */
  readonly about?: ReplySubject | undefined;
}

/**
 * `plan`: the basis of a program if prompting takes two calls; `repair` and `question`: additional calls of rival arms.
 */
export type ReplyPurpose = 'program' | 'tests' | 'mutation' | 'plan' | 'repair' | 'question';

/** Which question of a run a reply answers. */
export interface ReplySubject {
  readonly taskId: string;
  readonly variantId: string;
  readonly purpose: ReplyPurpose;
}

/** Cache key of a request: everything that shapes the reply, and the sample index. */
export function requestKey(modelId: string, request: ChatRequest): string {
  const { about: _about, ...shaping } = request;
  return hashOf(modelId, shaping);
}

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input tokens, those that the endpoint read from its cache; absent where it does not say. */
  readonly cachedInputTokens?: number | undefined;
}

/** Sampling parameters that some models refuse by name. */
export const REFUSABLE = ['temperature', 'top_p', 'seed'] as const;
export type RefusableField = (typeof REFUSABLE)[number];

/** A request as its endpoint accepted it, if that differs from the original. */
export interface SentRequest {
  /** Without user, password and query. */
  readonly endpoint: string;
  readonly tokensField: 'max_tokens' | 'max_completion_tokens';
  /** Fields that the model refused and that were omitted, so that the endpoint's default applied. */
  readonly without: readonly RefusableField[];
  /** The endpoint's id of the batch that the request went out with; absent where it was a call of its own. */
  readonly batch?: string | undefined;
}

/**
 * `truncated`: the token limit cut the reply. `refused`: the model or its filter declined. `failed`: this call
 * failed while others went through, and there is no text; kept as a `FailedCall`, never as a reply.
 */
export interface ChatReply {
  readonly status: 'completed' | 'truncated' | 'refused' | 'failed';
  readonly text: string;
  /** As the endpoint counted, or null where it did not. */
  readonly usage: TokenUsage | null;
  /** Absent where nothing was sent over a network, and in replies of before it was written down. */
  readonly sent?: SentRequest | undefined;
  /** How long the text was, where only its beginning was kept. */
  readonly sentCharacters?: number | undefined;
}

/** Whether there is no answer to read: the model declined, or the call failed. */
export function isUnanswered({ status }: Pick<ChatReply, 'status'>): boolean {
  return status === 'refused' || status === 'failed';
}

/** A language model at any endpoint. */
export interface ChatModel {
  /** As it is named in cache keys and reports, such as `gpt-4o-mini` or `gguf:model.gguf`. */
  readonly id: string;
  /** @throws ModelError when there is no reply; BudgetError; InterruptedError when the signal aborts. */
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply>;
}

/** Where replies are kept between calls and between runs; keys are those of `requestKey`. */
export interface ReplyCache {
  /** Returns the answer to the request, whichever key it has. */
  get(request: ChatRequest): ChatReply | undefined;
  /** Resolves once the reply is safe; `request.about` states its purpose. */
  put(key: string, request: ChatRequest, reply: ChatReply): Promise<void>;
}

/** One stored reply with the exact request that it answers. */
export interface ReplyRecord {
  /** `requestKey(model, request)`, the key of the cache. */
  readonly key: string;
  readonly model: string;
  readonly taskId: string;
  readonly variantId: string;
  readonly purpose: ReplyPurpose;
  /** Without `about`, which the fields above hold. */
  readonly request: ChatRequest;
  readonly reply: ChatReply;
  /** Whether it was replayed from a recording and cost nothing in this run. */
  readonly replayed: boolean;
}

/** A call that failed while others succeeded; recorded with the same fields as replies. */
export interface FailedCall extends Omit<ReplyRecord, 'reply'> {
  /** Stable kebab-case code, such as `model-content-filtered`, and the endpoint's message. */
  readonly failure: { readonly code: string; readonly message: string };
  /** The endpoint's token count for the failed call. */
  readonly usage: TokenUsage | null;
}

/**
 * The solved tasks that a prompting shows: `fixed`, the same ones before every task; `random`, drawn for each task;
 * `stage`, drawn for each task among those of its predicted DL-Bench stage.
 */
export type ExampleChoice = 'fixed' | 'random' | 'stage';

/** How a task becomes the messages that ask for a program; one file each in src/prompting. */
export interface PromptingStrategy {
  readonly name: string;
  readonly summary: string;
  readonly source: { readonly title: string; readonly url: string } | 'original';
  /** Absent: no examples are shown. */
  readonly examples?: ExampleChoice | undefined;
  /** Calls that one program takes; the replies before the last are plans. */
  readonly calls: 1 | 2;
  /**
   * Messages of the next call. `entryPoint` and `hint` are already renamed for the variant.
   *
   * @param replies to the calls before, in order
   */
  programMessages(input: PromptingInput, replies?: readonly string[]): readonly ChatMessage[];
}

/** How tests are asked for, whatever the prompting of programs, so that promptings are compared on equal tests. */
export interface TestStyle {
  readonly name: string;
  readonly summary: string;
  /** Messages that ask for `testsPerSample` tests. */
  testMessages(input: PromptingInput & { readonly testsPerSample: number }): readonly ChatMessage[];
}

/** The place of the requested function in a repository, with its surrounding code. */
export interface FunctionSite {
  /** Dotted, as it is imported. */
  readonly module: string;
  /** `A.B` for a class in a class; null for a function. */
  readonly className: string | null;
  /** Imports, constants, its class and neighbouring signatures; undefined without the source. */
  readonly context?: string | undefined;
}

/** The request for a program, independent of the prompting. */
export interface AskedProgram {
  readonly promptText: string;
  /** The prompt in its frame, as it is shown instead of itself where a program is asked for; see `Mutation.framed`. */
  readonly framedText?: string | undefined;
  readonly entryPoint: string | null;
  readonly completesPrompt: boolean;
  /** See `kindOf`. */
  readonly kind?: TaskKind | undefined;
  readonly site?: FunctionSite | undefined;
}

export interface PromptingInput extends AskedProgram {
  /** Of a snippet alone. */
  readonly gap?: CodeGap | undefined;
  readonly hint?: InterfaceHint | undefined;
  /** In the order in which they are shown. */
  readonly examples?: readonly PromptExample[] | undefined;
}

/** A solved task, shown before the one to solve. */
export interface PromptExample extends AskedProgram {
  readonly id: string;
  /** A whole program. */
  readonly code: string;
}

/** Chooses the examples of a task; never the task itself, nor one that is nearly the same. */
export interface ExampleSource {
  /** The same ones for every variant and sample of the task. @throws ConfigError if too few are left for it */
  examplesFor(task: Task): readonly PromptExample[];
}
