import type { Job, Worker } from 'bullmq';
import { InterruptedError } from '../core/errors.ts';
import { PREFIX } from './redis-link.ts';
import type { WorkerPart } from './worker-part.ts';

export interface TakerOptions {
  /** Jobs at once. */
  readonly concurrency: number;
  /** A job may be lost with so many workers before it counts as failed. */
  readonly mostLostWorkers: number;
  /** What BullMQ is told of a job: its result, or an error. */
  readonly take: (job: Job, token: string | undefined) => Promise<unknown>;
}

/** BullMQ's worker of one queue, once it is run; what was interrupted goes back for another worker. */
export function openTaker(part: WorkerPart, { concurrency, mostLostWorkers, take }: TakerOptions): Worker {
  const { kind, lockMs, count } = part;
  const { bullmq, client } = part.link;

  const work = async (job: Job, token: string | undefined): Promise<unknown> => {
    count({ active: 1 });
    try {
      return await take(job, token);
    } catch (error) {
      if (!(error instanceof InterruptedError)) throw error;
      // Back to the front, for another worker.
      await job.moveToWait(token);
      throw new bullmq.WaitingError();
    } finally {
      count({ active: -1 });
    }
  };

  const taker = new bullmq.Worker(kind, work, {
    connection: client,
    prefix: PREFIX,
    autorun: false,
    concurrency,
    lockDuration: lockMs,
    stalledInterval: lockMs,
    maxStalledCount: mostLostWorkers,
  });
  // A connection that breaks comes back; a lock that was lost means that another worker has the job.
  taker.on('error', () => {});
  return taker;
}
