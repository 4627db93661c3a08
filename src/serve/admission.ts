import pLimit from 'p-limit';
import { ApiError } from './api-error.ts';

/** Concurrent requests of one kind, and the waiting ones. */
export class Admission {
  readonly #limit: ReturnType<typeof pLimit>;

  constructor(
    atOnce: number,
    private readonly waiting: number,
  ) {
    this.#limit = pLimit(atOnce);
  }

  /** @throws ApiError 429 where too many wait already */
  requireRoom(): void {
    if (this.#limit.pendingCount < this.waiting) return;
    throw new ApiError(429, `${this.waiting} requests wait already`, {
      code: 'rate_limit_exceeded',
      headers: { 'retry-after': '5' },
    });
  }

  /** @throws ApiError 429; the signal's reason where it was aborted while it waited */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    this.requireRoom();
    return this.#limit(() => {
      signal.throwIfAborted();
      return work();
    });
  }
}
