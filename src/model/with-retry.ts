import pRetry, { AbortError } from 'p-retry';
import type { ChatModel } from '../core/chat.ts';
import { InterruptedError, ModelError } from '../core/errors.ts';

export interface RetryOptions {
  /** Calls after the first, at most. */
  readonly retries?: number | undefined;
  readonly minDelayMs?: number | undefined;
  /** Longest wait between two calls; a longer Retry-After ends the tries. */
  readonly maxDelayMs?: number | undefined;
  /** From the first call on, waits included. */
  readonly maxTotalMs?: number | undefined;
  /** Hears of each wait before a further call, in milliseconds. */
  readonly onWait?: (ms: number) => void;
  /** Uniform in [0, 1); spreads the calls of many clients. */
  readonly random?: () => number;
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new InterruptedError());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

/**
 * Asks again after errors that may pass, waiting as long as Retry-After says, or exponentially longer with jitter.
 *
 * @throws ModelError the last error with the number of tries, when they are used up.
 */
export function withRetry(
  model: ChatModel,
  {
    retries = 6,
    minDelayMs = 500,
    maxDelayMs = 60_000,
    maxTotalMs = 600_000,
    onWait = () => {},
    random = Math.random,
  }: RetryOptions = {},
): ChatModel {
  return {
    id: model.id,
    complete: async (request, signal) => {
      // Not the clock: it may jump.
      const started = performance.now();
      let tries = 0;
      let last: ModelError | null = null;
      const attempt = async () => {
        tries++;
        try {
          return await model.complete(request, signal);
        } catch (error) {
          if (!(error instanceof ModelError && error.retryable)) throw new AbortError(error as Error);
          last = error;
          const backoff = minDelayMs * 2 ** (tries - 1) * (0.5 + random());
          const delay = error.retryAfterMs ?? Math.min(maxDelayMs, backoff);
          const late = performance.now() - started + delay > maxTotalMs;
          if (tries >= Math.min(retries + 1, error.mostTries ?? retries + 1) || delay > maxDelayMs || late)
            throw new AbortError(error);
          onWait(delay);
          await wait(delay, signal).catch((reason: Error) => Promise.reject(new AbortError(reason)));
          throw error;
        }
      };
      try {
        return await pRetry(attempt, { retries, minTimeout: 0, maxTimeout: 0 });
      } catch (error) {
        if (last === null || error !== last || tries < 2) throw error;
        const { code, message, hint, retryAfterMs, concernsAll, usage } = last as ModelError;
        throw new ModelError(code, `${message} (gave up after ${tries} tries)`, {
          hint,
          retryAfterMs,
          concernsAll,
          usage,
          retryable: true,
          cause: error,
        });
      }
    },
  };
}
