import { z } from 'zod';
import type { ChatReply, ChatRequest } from '../core/chat.ts';
import { ModelConfigError, ModelError } from '../core/errors.ts';

/** One call of a model, as a job has it. Which model and where is the worker's to know, by the queue it takes jobs from. */
export interface AskPayload {
  readonly request: ChatRequest;
}

const usage = z
  .object({ inputTokens: z.int(), outputTokens: z.int(), cachedInputTokens: z.int().exactOptional() })
  .nullable();

const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  mend: z.string().nullable(),
  /** How we call it is wrong: a key, a name, an address. */
  isConfig: z.boolean(),
  retryable: z.boolean(),
  retryAfterMs: z.number().nullable(),
  mostTries: z.number().nullable(),
  concernsAll: z.boolean(),
  usage,
});

/** What became of a call. */
const answerSchema = z.union([
  z.object({ failure: failureSchema }),
  z.object({ reply: z.custom<ChatReply>((value) => typeof (value as ChatReply | null)?.text === 'string') }),
]);

export type AskAnswer = z.infer<typeof answerSchema>;

/** What a worker's model threw, as it travels. The model has taken every key out of its words. */
export function failedAnswer(error: unknown): AskAnswer {
  const known = error instanceof ModelError ? error : null;
  const message = error instanceof Error ? error.message : String(error);
  return {
    failure: {
      code: known?.code ?? 'model-worker-failed',
      message,
      mend: known?.mend ?? null,
      isConfig: error instanceof ModelConfigError,
      retryable: known?.retryable ?? false,
      retryAfterMs: known?.retryAfterMs ?? null,
      mostTries: known?.mostTries ?? null,
      concernsAll: known?.concernsAll ?? false,
      usage: known?.usage ?? null,
    },
  };
}

/** An answer as it was signed; null for something that is none. */
export function readAnswer(value: unknown): AskAnswer | null {
  const found = answerSchema.safeParse(value);
  return found.success ? found.data : null;
}

/** What the model threw, as if it had been asked here. @param worker who asked it */
export function errorIn({ failure }: Extract<AskAnswer, { failure: unknown }>, worker: string): ModelError {
  const { code, message, mend, isConfig, retryAfterMs, mostTries, ...rest } = failure;
  const details = {
    ...rest,
    ...(mend === null ? {} : { mend }),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    ...(mostTries === null ? {} : { mostTries }),
  };
  // Keys and addresses are the worker's, and so is what is wrong with them.
  if (isConfig) return new ModelConfigError(code, `worker ${worker}: ${message}`, details);
  return new ModelError(code, message, details);
}

/** A call whose worker is gone: paid for, most likely, and asked again like one whose connection broke. */
export function lostCall(why: string): ModelError {
  return new ModelError('model-worker-lost', why, {
    retryable: true,
    mend: 'Run the same command again: replies that were stored are not asked for twice.',
  });
}
