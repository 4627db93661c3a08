import type { Redis } from 'ioredis';
import { KINDS, WORKERS, workerKey } from './queue-keys.ts';
import type { QueueKey } from './queue-secret.ts';
import type { WorkerAbilities } from './worker-abilities.ts';

/** A worker's counts since its start. */
export interface WorkerCounts {
  /** Jobs whose results were handed in. */
  readonly done: number;
  /** Jobs that the sandbox could not do. */
  readonly failed: number;
  /** Jobs without a valid signature. */
  readonly refused: number;
  /** Jobs that it works on now. */
  readonly active: number;
  readonly rows: number;
  readonly cells: number;
  /** CPU milliseconds of all sandboxed processes. */
  readonly cpuMs: number;
}

/** A worker of our secret, as its last notice describes it. */
export interface OwnWorker {
  readonly id: string;
  readonly isOurs: true;
  readonly kind: string;
  /** Runners that it has. */
  readonly jobs: number;
  /** Whether its sandbox judged four programs whose verdicts are known; `none` if it judges no single programs. */
  readonly canary: 'passed' | 'none';
  readonly abilities: WorkerAbilities;
  readonly counts: WorkerCounts;
  /** Milliseconds of the worker's clock. */
  readonly at: number;
}

/** A connected worker; only the name is known of one with another secret. */
export type KnownWorker = OwnWorker | { readonly id: string; readonly isOurs: false };

/** @param lifeMs after which it counts as gone */
export async function announceWorker(client: Redis, key: QueueKey, worker: OwnWorker, lifeMs: number): Promise<void> {
  const notice = await key.seal('worker', worker.id, worker);
  await client
    .multi()
    .set(workerKey(worker.id), notice, 'PX', lifeMs)
    .sadd(WORKERS, worker.id)
    .sadd(KINDS, worker.kind)
    .exec();
}

export async function removeWorker(client: Redis, id: string): Promise<void> {
  await client.multi().unlink(workerKey(id)).srem(WORKERS, id).exec();
}

/** Connected workers, whatever their secret. */
export async function listWorkers(client: Redis, key: QueueKey): Promise<readonly KnownWorker[]> {
  const ids = await client.smembers(WORKERS);
  if (ids.length === 0) return [];
  const notices = await client.mgetBuffer(ids.map(workerKey));
  const gone = ids.filter((_, at) => !notices[at]);
  if (gone.length > 0) await client.srem(WORKERS, ...gone);
  const known = ids.map(async (id, at): Promise<KnownWorker | null> => {
    const notice = notices[at];
    if (!notice) return null;
    return ((await key.open('worker', id, notice)) as OwnWorker | undefined) ?? { id, isOurs: false };
  });
  return (await Promise.all(known)).filter((worker) => worker !== null);
}
