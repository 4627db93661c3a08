import pLimit from 'p-limit';
import { ApiError } from './api-error.ts';

/** Lets so many requests of one kind work at once, and so many wait. */
export function admission(atOnce: number, waiting: number) {
  const limit = pLimit(atOnce);
  /** @throws ApiError 429 where too many wait already */
  const requireRoom = () => {
    if (limit.pendingCount < waiting) return;
    throw new ApiError(429, `${waiting} requests wait already`, {
      code: 'rate_limit_exceeded',
      headers: { 'retry-after': '5' },
    });
  };
  /** @throws ApiError 429; the signal's reason where it was aborted while it waited */
  const run = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    requireRoom();
    return limit(() => {
      signal.throwIfAborted();
      return work();
    });
  };
  return { requireRoom, run };
}
