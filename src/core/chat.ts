import { z } from 'zod';
import { hashOf } from './hash.ts';
import { count, record, type Stored, text, tokenUsageSchema } from './stored.ts';
import type { CodeGap, InterfaceHint, Task, TaskKind } from './task.ts';

/** All fields that shape a reply; together with `sample` they identify it. */
export const chatRequestSchema = record({
  messages: z.array(record({ role: z.enum(['system', 'user', 'assistant']), content: text })),
  temperature: z.number(),
  topP: z.number(),
  maxTokens: z.number(),
  /** Sent to the endpoint; derived from the run's seed, the variant and the sample. */
  seed: z.number().optional(),
  /** Additional fields that are sent unchanged. */
  extraBody: z.record(text, z.unknown()).optional(),
  /** From 0; part of the cache key. */
  sample: count,
});

/** Which question of a run a reply answers. */
export const replySubjectSchema = record({
  taskId: text,
  variantId: text,
  /** `plan`: the basis of a program if prompting takes two calls; `repair`, `question`: further calls of rival arms. */
  purpose: z.enum(['program', 'tests', 'mutation', 'plan', 'repair', 'question']),
});
export type ReplySubject = Stored<typeof replySubjectSchema>;
export type ReplyPurpose = ReplySubject['purpose'];

export type ChatRequest = Stored<typeof chatRequestSchema> & {
  /** The purpose of the reply, for records and messages; not part of the cache key. */
  readonly about?: ReplySubject | undefined;
};
export type ChatMessage = ChatRequest['messages'][number];

/** Cache key of a request: everything that shapes the reply, and the sample index. */
export function requestKey(modelId: string, request: ChatRequest): string {
  const { about: _about, ...shaping } = request;
  return hashOf(modelId, shaping);
}

/** Sampling parameters that some models refuse by name. */
export const REFUSABLE = ['temperature', 'top_p', 'seed'] as const;
export type RefusableField = (typeof REFUSABLE)[number];

/** A request as its endpoint accepted it, if that differs from the original. */
const sentRequestSchema = record({
  /** Without user, password and query. */
  endpoint: text,
  tokensField: z.enum(['max_tokens', 'max_completion_tokens']),
  /** Fields that the model refused and that were omitted, so that the endpoint's default applied. */
  without: z.array(z.enum(REFUSABLE)),
  /** The endpoint's id of the batch that the request went out with; absent where it was a call of its own. */
  batch: text.optional(),
});
export type SentRequest = Stored<typeof sentRequestSchema>;

const chatReplySchema = record({
  /**
   * `truncated`: the token limit cut the reply. `refused`: the model or its filter declined. `failed`: this call
   * failed while others went through, and there is no text; kept as a `FailedCall`, never as a reply.
   */
  status: z.enum(['completed', 'truncated', 'refused', 'failed']),
  text,
  /** Null where the endpoint counted nothing. */
  usage: tokenUsageSchema.nullable(),
  /** Absent where nothing was sent over a network, and in replies of before it was written down. */
  sent: sentRequestSchema.optional(),
  /** How long the text was, where only its beginning was kept. */
  sentCharacters: count.optional(),
});
export type ChatReply = Stored<typeof chatReplySchema>;

/** Whether there is no answer to read: the model declined, or the call failed. */
export function isUnanswered({ status }: Pick<ChatReply, 'status'>): boolean {
  return status === 'refused' || status === 'failed';
}

/** A language model at any endpoint. */
export interface ChatModel {
  readonly id: string;
  /** @throws ModelError when there is no reply; BudgetError; InterruptedError when the signal aborts. */
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply>;
}

const askedSchema = replySubjectSchema.extend({
  /** `requestKey(model, request)`, the key of the cache. */
  key: text,
  model: text,
  request: chatRequestSchema,
  /** Whether it was replayed from a recording and cost nothing in this run. */
  replayed: z.boolean(),
});

/** One stored reply with the exact request that it answers. */
export const replyRecordSchema = askedSchema.extend({ reply: chatReplySchema });
export type ReplyRecord = Stored<typeof replyRecordSchema>;

/** A call that failed while others succeeded; one that was answered later has a reply of the same key. */
export const failedCallSchema = askedSchema.extend({
  /** Stable kebab-case code, such as `model-content-filtered`, and the endpoint's message. */
  failure: record({ code: text, message: text }),
  usage: tokenUsageSchema.nullable(),
});
export type FailedCall = Stored<typeof failedCallSchema>;

/** The same tasks before every one, drawn for each, or drawn among those of its predicted DL-Bench stage. */
export type ExampleChoice = 'fixed' | 'random' | 'stage';

export interface PromptingStrategy {
  readonly name: string;
  readonly summary: string;
  readonly source: { readonly title: string; readonly url: string } | 'original';
  readonly examples?: ExampleChoice | undefined;
  readonly calls: 1 | 2;
  programMessages(input: PromptingInput, replies?: readonly string[]): readonly ChatMessage[];
}

/** How tests are asked for, so that promptings are compared on equal tests. */
export interface TestStyle {
  readonly name: string;
  readonly summary: string;
  testMessages(input: PromptingInput & { readonly testsPerSample: number }): readonly ChatMessage[];
}

/** Where the requested function lies in its repository. */
export interface FunctionSite {
  readonly module: string;
  /** `A.B` for a class in a class; null for a function. */
  readonly className: string | null;
  /** Imports, constants, its class and neighbouring signatures; undefined without the source. */
  readonly context?: string | undefined;
}

export interface AskedProgram {
  readonly promptText: string;
  /** The prompt in its frame, as it is shown instead of itself where a program is asked for; see `Mutation.framed`. */
  readonly framedText?: string | undefined;
  readonly entryPoint: string | null;
  readonly completesPrompt: boolean;
  readonly kind?: TaskKind | undefined;
  readonly site?: FunctionSite | undefined;
}

export interface PromptingInput extends AskedProgram {
  readonly gap?: CodeGap | undefined;
  readonly hint?: InterfaceHint | undefined;
  readonly examples?: readonly PromptExample[] | undefined;
}

export interface PromptExample extends AskedProgram {
  readonly id: string;
  readonly code: string;
}

/** Solved tasks, never the task itself, nor one that is nearly the same. @throws ConfigError if too few are left */
export type ExampleSource = (task: Task) => readonly PromptExample[];
