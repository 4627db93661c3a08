import type { FailedJob } from '../queue/job-store.ts';
import { queueAddress } from '../queue/queue-address.ts';
import { drain, failed, pause, type QueueState, queueStates, resume, retry } from '../queue/queue-office.ts';
import { type QueueKey, queueKey } from '../queue/queue-secret.ts';
import { openRedis, type RedisLink } from '../queue/redis-link.ts';
import { type KnownWorker, listWorkers } from '../queue/worker-notice.ts';
import { type UseOptions, withContext } from './context.ts';

/** A Redis by its address; `MUTAGREE_QUEUE_SECRET` tells whose workers are ours. */
export interface QueuePlace {
  readonly queue: string;
}

export interface QueueOverview {
  readonly queues: readonly QueueState[];
  readonly workers: readonly KnownWorker[];
}

function withRedis<T>(
  { queue }: QueuePlace,
  options: UseOptions,
  work: (client: RedisLink['client'], key: QueueKey) => Promise<T>,
): Promise<T> {
  return withContext(options, async ({ env }) => {
    const key = queueKey(env);
    const link = await openRedis(await queueAddress(queue, env));
    try {
      return await work(link.client, key);
    } finally {
      link.close();
    }
  });
}

/** Queues by kind of worker, and the connected workers. @throws ConfigError, SandboxError */
export function queueOverview(place: QueuePlace, options: UseOptions = {}): Promise<QueueOverview> {
  return withRedis(place, options, async (client, key) => {
    const workers = await listWorkers(client, key);
    return { queues: await queueStates(client, workers), workers };
  });
}

/** Workers take no new jobs until the queue is resumed. */
export function pauseQueue(place: QueuePlace, options: UseOptions = {}): Promise<void> {
  return withRedis(place, options, pause);
}

export function resumeQueue(place: QueuePlace, options: UseOptions = {}): Promise<void> {
  return withRedis(place, options, resume);
}

/** Deletes waiting jobs; a running coordinator sends its own again. */
export function drainQueue(place: QueuePlace, options: UseOptions = {}): Promise<void> {
  return withRedis(place, options, drain);
}

/** Failed jobs are tried again. @returns how many */
export function retryFailedJobs(place: QueuePlace, options: UseOptions = {}): Promise<number> {
  return withRedis(place, options, retry);
}

export function failedJobs(place: QueuePlace, options: UseOptions = {}): Promise<readonly FailedJob[]> {
  return withRedis(place, options, failed);
}
