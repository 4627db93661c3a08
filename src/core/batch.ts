import type { ChatModel, ChatReply, ChatRequest, ReplySubject } from './chat.ts';
import type { ModelError } from './errors.ts';

export interface BatchAsk {
  readonly id: string;
  readonly request: ChatRequest;
  readonly about: ReplySubject;
}

export interface BatchProgress {
  /** `ended`: the answers that there are can be fetched. `failed`: it was refused as a whole, unasked. */
  readonly state: 'running' | 'ended' | 'failed';
  /** The endpoint's own word, such as `in_progress` or `expired`. */
  readonly status: string;
  readonly done: number;
  /** Why it was refused; null if it was not. */
  readonly problem: string | null;
}

export type BatchAnswer =
  | { readonly id: string; readonly reply: ChatReply }
  | { readonly id: string; readonly error: ModelError };

/** Many requests that are handed in at once and answered within a day, for half the price. All throw ModelError. */
export interface BatchEndpoint {
  /**
   * Hands requests in, without trying again: after an error `find` says whether they arrived.
   *
   * @returns the endpoint's id of the batch
   */
  submit(token: string, asks: readonly BatchAsk[], signal: AbortSignal): Promise<string>;
  find(token: string, signal: AbortSignal): Promise<string | null>;
  look(batchId: string, signal: AbortSignal): Promise<BatchProgress>;
  answers(batchId: string, signal: AbortSignal): AsyncIterable<BatchAnswer>;
}

/** A model that may be asked in batches, too. */
export interface BatchingModel extends ChatModel {
  readonly batches: BatchEndpoint;
}
