import pLimit, { type LimitFunction } from 'p-limit';
import type { ChatModel } from '../core/chat.ts';
import { InterruptedError, ModelError } from '../core/errors.ts';

/** Calls in flight, and the failure that ended them all. */
export interface CallQueue {
  readonly limit: LimitFunction;
  /** A failure that every call would meet (a wrong key, an unknown model, no server). */
  hopeless: ModelError | null;
}

export const callQueue = (concurrency: number): CallQueue => ({ limit: pLimit(concurrency), hopeless: null });

/**
 * Queues calls in order; a call whose signal has aborted is never made, nor is any after a failure that every call
 * would meet.
 *
 * @param places most calls in flight, or a queue that others share
 * @param over the failure that ended the run elsewhere, so that waiting calls are not made
 */
export function withLimit(
  model: ChatModel,
  places: number | CallQueue,
  over: () => ModelError | null = () => null,
): ChatModel {
  const queue = typeof places === 'number' ? callQueue(places) : places;
  return {
    id: model.id,
    complete: (request, signal) =>
      queue.limit(async () => {
        if (signal.aborted) throw new InterruptedError();
        const end = queue.hopeless ?? over();
        if (end) throw end;
        try {
          return await model.complete(request, signal);
        } catch (error) {
          if (error instanceof ModelError && error.concernsAll) queue.hopeless = error;
          throw error;
        }
      }),
  };
}
