import type { ChatModel } from '../core/chat.ts';
import { ModelError } from '../core/errors.ts';
import { wait } from '../core/wait.ts';

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
 * Does it again after errors that may pass, waiting as Retry-After says, or exponentially longer.
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
