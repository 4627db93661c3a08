import { randomUUID } from 'node:crypto';
import type { ChatModel, ChatReply, ChatRequest } from '../core/chat.ts';
import { ModelConfigError, ModelError, SandboxError } from '../core/errors.ts';
import type { QueueClient } from './queue-client.ts';
import { QUEUE_LOST } from './queue-job.ts';

/** One call; the queue that it is in determines model and address. */
export interface ModelJob {
  readonly request: ChatRequest;
}

/** What a worker's model threw, as it travels. */
interface ModelFailure extends Pick<ModelError, 'code' | 'message' | 'retryable' | 'concernsAll' | 'usage'> {
  readonly hint: string | null;
  /** Whether key, name or address are wrong. */
  readonly isConfig: boolean;
  readonly retryAfterMs: number | null;
  readonly mostTries: number | null;
}

export type ModelAnswer = { readonly reply: ChatReply } | { readonly failure: ModelFailure };

/** A worker's answer to a call. The model has removed every key from its messages. */
export function failedAnswer(error: unknown): ModelAnswer {
  const known = error instanceof ModelError ? error : null;
  return {
    failure: {
      code: known?.code ?? 'model-worker-failed',
      message: error instanceof Error ? error.message : String(error),
      hint: known?.hint ?? null,
      isConfig: error instanceof ModelConfigError,
      retryable: known?.retryable ?? false,
      retryAfterMs: known?.retryAfterMs ?? null,
      mostTries: known?.mostTries ?? null,
      concernsAll: known?.concernsAll ?? false,
      usage: known?.usage ?? null,
    },
  };
}

/** The error of a failure, as if this machine had asked. */
function errorIn(failure: ModelFailure, worker: string): ModelError {
  const { code, message, hint, isConfig, retryAfterMs, mostTries, ...rest } = failure;
  const details = {
    ...rest,
    ...(hint === null ? {} : { hint }),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    ...(mostTries === null ? {} : { mostTries }),
  };
  // Keys and addresses are the worker's, and so are their faults.
  if (isConfig) return new ModelConfigError(code, `worker ${worker}: ${message}`, details);
  return new ModelError(code, message, details);
}

const jobOf = (call: string) => `ask-${call}`;

/**
 * A model that workers of a queue ask: each call is a job named after the call in the journal, which one worker makes once.
 * Nothing is asked again here: that is for the retries, which account for each call.
 */
export class QueueModel implements ChatModel {
  readonly id: string;
  readonly #client: QueueClient;
  /** Replies by worker. */
  readonly doneBy = new Map<string, number>();

  constructor(id: string, client: QueueClient) {
    this.id = id;
    this.#client = client;
  }

  readonly keeps = (call: string): Promise<boolean> => this.#client.has(jobOf(call));

  async complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const { call, about: _about, ...asked } = request;
    const job = { id: jobOf(call ?? randomUUID()), value: { request: asked } satisfies ModelJob, suites: [] };
    const { worker, value } = await this.#client.submit(job, signal).catch(throwLost);
    const answer = value as ModelAnswer;
    if ('failure' in answer) throw errorIn(answer.failure, worker);
    this.doneBy.set(worker, (this.doneBy.get(worker) ?? 0) + 1);
    return answer.reply;
  }

  /** Calls under way go on. @param isStored whether all replies are stored, so that Redis can forget them */
  close(isStored = false): Promise<void> {
    return this.#client.close(isStored);
  }
}

/** A lost call is most likely paid for, and asked again like one whose connection broke. */
function throwLost(error: unknown): never {
  if (!(error instanceof SandboxError) || error.code !== QUEUE_LOST) throw error;
  throw new ModelError('model-worker-lost', error.message, {
    retryable: true,
    hint: 'Run the same command again: replies that were stored are not asked for twice.',
  });
}
