import { queueAddress } from '../queue/queue-address.ts';
import { type QueueState, queueStates } from '../queue/queue-office.ts';
import { queueKey } from '../queue/queue-secret.ts';
import { openRedis } from '../queue/redis-link.ts';
import { type KnownWorker, listWorkers } from '../queue/worker-notice.ts';
import { type UseOptions, withContext } from './context.ts';

export interface QueueOverview {
  readonly queues: readonly QueueState[];
  readonly workers: readonly KnownWorker[];
}

/**
 * Queues by kind of worker, and the connected workers.
 *
 * @param place a Redis by its address; `MUTAGREE_QUEUE_SECRET` tells whose workers are ours
 * @throws ConfigError, SandboxError
 */
export function queueOverview(place: { readonly queue: string }, options: UseOptions = {}): Promise<QueueOverview> {
  return withContext(options, async ({ env }) => {
    const key = queueKey(env);
    const link = await openRedis(await queueAddress(place.queue, env));
    try {
      const workers = await listWorkers(link.client, key);
      return { queues: await queueStates(link.client, workers), workers };
    } finally {
      link.close();
    }
  });
}
