import type { Redis } from 'ioredis';
import { KINDS, waitKey } from './queue-keys.ts';
import type { KnownWorker } from './worker-notice.ts';

/** The queue of one kind of worker. */
export interface QueueState {
  readonly kind: string;
  /** The Redis list whose length is the number of jobs that wait. */
  readonly waitingKey: string;
  readonly waiting: number;
  /** Jobs that workers of ours have of it. */
  readonly active: number;
}

/** Names as `kindOf` makes them; anything else in that set is not ours. */
const KIND = /^[a-z]+-[0-9a-f]{16}$/;

export async function queueStates(client: Redis, known: readonly KnownWorker[]): Promise<readonly QueueState[]> {
  const workers = known.filter((worker) => worker.isOurs);
  const kinds = (await client.smembers(KINDS)).filter((kind) => KIND.test(kind)).toSorted();
  return Promise.all(
    kinds.map(async (kind) => {
      const waitingKey = waitKey(kind);
      const own = workers.filter((worker) => worker.kind === kind);
      const active = own.reduce((sum, { counts }) => sum + counts.active, 0);
      return { kind, waitingKey, waiting: await client.llen(waitingKey), active };
    }),
  );
}
