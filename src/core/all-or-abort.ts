import { setMaxListeners } from 'node:events';
import { endedBy } from './ended-by.ts';

type Work<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Starts all works at once; the first that fails aborts the signal of the others, which are waited for.
 *
 * @param limit lets so many of them run at once; those that wait when one fails are not started
 * @throws the first error
 */
export async function allOrAbort<T extends readonly unknown[]>(
  signal: AbortSignal,
  works: { readonly [K in keyof T]: Work<T[K]> },
  limit: (work: () => Promise<unknown>) => Promise<unknown> = (work) => work(),
): Promise<T> {
  const stop = new AbortController();
  const ending = endedBy([signal, stop.signal]);
  setMaxListeners(0, ending.signal);
  const outcomes = await Promise.allSettled(
    works.map((work) =>
      limit(async () => {
        try {
          stop.signal.throwIfAborted();
          return await work(ending.signal);
        } catch (error) {
          // The first error stays the reason.
          stop.abort(error);
          throw error;
        }
      }),
    ),
  );
  ending.release();
  stop.signal.throwIfAborted();
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])) as unknown as T;
}
