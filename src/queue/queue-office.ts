import type { Redis } from 'ioredis';
import type { FailedJob } from './job-store.ts';
import { failedKey, KINDS, PAUSED, waitKey } from './queue-keys.ts';
import type { KnownWorker } from './worker-notice.ts';

/** The queue of one kind of worker. */
export interface QueueState {
  readonly kind: string;
  /** The Redis list whose length is the number of jobs that wait. */
  readonly waitingKey: string;
  readonly paused: boolean;
  readonly waiting: number;
  /** Jobs that workers of ours have of it. */
  readonly active: number;
  readonly failed: number;
}

/** Names as `kindOf` makes them; anything else in that set is not ours. */
const KIND = /^[a-z]+-[0-9a-f]{16}$/;
const LONGEST_REASON = 500;

const kindsIn = async (client: Redis) => (await client.smembers(KINDS)).filter((kind) => KIND.test(kind)).toSorted();

export async function queueStates(client: Redis, known: readonly KnownWorker[]): Promise<readonly QueueState[]> {
  const workers = known.filter((worker) => worker.isOurs);
  const paused = (await client.exists(PAUSED)) === 1;
  return Promise.all(
    (await kindsIn(client)).map(async (kind) => {
      const waitingKey = waitKey(kind);
      const [waiting, failed] = await Promise.all([client.llen(waitingKey), client.hlen(failedKey(kind))]);
      const own = workers.filter((worker) => worker.kind === kind);
      const active = own.reduce((sum, { counts }) => sum + counts.active, 0);
      return { kind, waitingKey, paused, waiting, active, failed };
    }),
  );
}

/** Workers begin no new jobs. */
export async function pause(client: Redis): Promise<void> {
  await client.set(PAUSED, '1');
}

export async function resume(client: Redis): Promise<void> {
  await client.unlink(PAUSED);
}

/** Deletes all jobs that wait; a coordinator that lives sends its own again. */
export async function drain(client: Redis): Promise<void> {
  for (const kind of await kindsIn(client)) await client.unlink(waitKey(kind));
}

/** Has the failed jobs tried again. @returns how many */
export async function retry(client: Redis): Promise<number> {
  const kinds = await kindsIn(client);
  const counts = await Promise.all(kinds.map((kind) => client.hlen(failedKey(kind))));
  for (const kind of kinds) await client.unlink(failedKey(kind));
  return counts.reduce((sum, count) => sum + count, 0);
}

export async function failed(client: Redis): Promise<readonly FailedJob[]> {
  const lists = await Promise.all((await kindsIn(client)).map((kind) => client.hvals(failedKey(kind))));
  return lists.flat().flatMap((text) => {
    try {
      const job = JSON.parse(text) as FailedJob;
      return [{ ...job, reason: String(job.reason).slice(0, LONGEST_REASON) }];
    } catch {
      return [];
    }
  });
}
