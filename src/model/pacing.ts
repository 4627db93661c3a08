import { setMaxListeners } from 'node:events';
import pLimit, { type LimitFunction } from 'p-limit';
import type { ChatModel } from '../core/chat.ts';
import { InterruptedError, ModelError } from '../core/errors.ts';
import { wait } from '../core/wait.ts';

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
 * @param over the failure that ended the run elsewhere, so that waiting calls are not made
 */
export function withLimit(model: ChatModel, queue: CallQueue, over: () => ModelError | null = () => null): ChatModel {
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

export interface RetryOptions {
  readonly retries?: number | undefined;
  readonly minDelayMs?: number | undefined;
  /** Longest wait between two calls; a longer Retry-After ends the tries. */
  readonly maxDelayMs?: number | undefined;
  readonly maxTotalMs?: number | undefined;
  /** Uniform in [0, 1); spreads the calls of many clients. */
  readonly random?: () => number;
}

/** The last error, with the number of tries if there were several. */
function gaveUp(error: ModelError, tries: number): ModelError {
  if (tries < 2) return error;
  const { code, message, hint, retryAfterMs, concernsAll, usage } = error;
  const details = { hint, retryAfterMs, concernsAll, usage, retryable: true, cause: error };
  return new ModelError(code, `${message} (gave up after ${tries} tries)`, details);
}

/**
 * Retries after transient errors, waiting as long as Retry-After says, or exponentially longer.
 *
 * @throws ModelError with the number of tries
 */
export async function persistently<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  { retries = 6, minDelayMs = 500, maxDelayMs = 60_000, maxTotalMs = 600_000, random = Math.random }: RetryOptions = {},
): Promise<T> {
  // Not the clock: it may jump.
  const started = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ModelError && error.retryable)) throw error;
      const backoff = minDelayMs * 2 ** (tries - 1) * (0.5 + random());
      const delay = error.retryAfterMs ?? Math.min(maxDelayMs, backoff);
      const late = performance.now() - started + delay > maxTotalMs;
      const most = Math.min(retries + 1, error.mostTries ?? Number.POSITIVE_INFINITY);
      if (tries >= most || delay > maxDelayMs || late) throw gaveUp(error, tries);
      await wait(delay, signal);
    }
  }
}

export function withRetry(model: ChatModel, options?: RetryOptions): ChatModel {
  return {
    id: model.id,
    complete: (request, signal) => persistently(() => model.complete(request, signal), signal, options),
  };
}

/** How long replies that are paid for already are waited for after Ctrl-C, in milliseconds. */
const DRAIN_MS = 2000;

/** An abort keeps new calls from starting; those under way are paid for, and get `graceMs` after an interruption. */
export function withDrain(model: ChatModel, interruption: AbortSignal, graceMs = DRAIN_MS): ChatModel {
  setMaxListeners(0, interruption);
  return {
    id: model.id,
    complete: async (request, signal) => {
      if (signal.aborted || interruption.aborted) throw new InterruptedError();
      const call = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const interrupt = () => {
        timer = setTimeout(() => call.abort(), graceMs);
      };
      interruption.addEventListener('abort', interrupt, { once: true });
      try {
        return await model.complete(request, call.signal);
      } finally {
        clearTimeout(timer);
        interruption.removeEventListener('abort', interrupt);
      }
    },
  };
}
