import type { ChatModel, ChatReply, ChatRequest, ReplySubject } from './chat.ts';
import type { ModelError } from './errors.ts';

/** One request of a batch. */
export interface BatchAsk {
  /** Unique in its batch; of ours it is the key of the reply. */
  readonly id: string;
  readonly request: ChatRequest;
}

/** How far the endpoint is with a batch. */
export interface BatchProgress {
  /** `ended`: whatever answers there are can be fetched, all or some. `failed`: it was refused as a whole, unasked. */
  readonly state: 'running' | 'ended' | 'failed';
  /** The endpoint's own word, such as `in_progress` or `expired`. */
  readonly status: string;
  /** Requests that are answered or have failed. */
  readonly done: number;
  /** Why it was refused; null where it was not. */
  readonly problem: string | null;
}

/** What became of one request: a reply, or why there is none. */
export type BatchAnswer =
  | { readonly id: string; readonly reply: ChatReply }
  | { readonly id: string; readonly error: ModelError };

/** Many requests that are handed in at once and answered within a day, for half the price. */
export interface BatchEndpoint {
  /**
   * Hands requests in once, without trying again: after an error it is not known whether they arrived, and `find` says.
   *
   * @param token found again by `find`
   * @returns the endpoint's id of the batch.
   * @throws ModelError; ModelConfigError `batch-unsupported` where the endpoint knows no batches.
   */
  submit(token: string, asks: readonly BatchAsk[], signal: AbortSignal): Promise<string>;
  /** The id of the batch that was handed in under a token; null where none was. @throws ModelError */
  find(token: string, signal: AbortSignal): Promise<string | null>;
  /** @throws ModelError */
  look(batchId: string, signal: AbortSignal): Promise<BatchProgress>;
  /** The answers that an ended batch has, from its output and error files. @throws ModelError */
  answers(batchId: string, signal: AbortSignal): AsyncIterable<BatchAnswer>;
}

/** A model that may be asked in batches, too. */
export interface BatchingModel extends ChatModel {
  readonly batches: BatchEndpoint;
}

export function canBatch(model: ChatModel): model is BatchingModel {
  return 'batches' in model;
}

/** A batch as a run keeps it, so that a killed process neither loses it nor hands it in twice. */
export type BatchRecord =
  | {
      /** The token, written before anything goes out. */
      readonly key: string;
      readonly kind: 'prepared';
      readonly model: string;
      readonly asks: readonly (BatchAsk & { readonly about: ReplySubject })[];
    }
  | {
      /** Of the token, with `:state` behind it. */
      readonly key: string;
      readonly kind: 'state';
      /** `collected`: every answer is stored. `refused`: the endpoint took none of it. */
      readonly state: 'submitted' | 'collected' | 'refused';
      readonly batchId: string;
      readonly status: string;
    };
