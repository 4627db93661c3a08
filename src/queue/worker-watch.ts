import type { Redis } from 'ioredis';
import { plural } from '../core/plural.ts';
import type { QueueKey } from './queue-secret.ts';
import { listWorkers, type OwnWorker } from './worker-notice.ts';

export interface WorkerWatchOptions {
  readonly key: QueueKey;
  /** Runners of a worker of ours; 0 if it takes none. */
  readonly roomOf: (worker: OwnWorker) => number;
  readonly note: (text: string) => void;
}

/** Sent per runner, so that none waits for the way through Redis. */
const JOBS_A_RUNNER = 2;
const JOBS_WITHOUT_WORKERS = 4;

/** Which workers a coordinator has. */
export class WorkerWatch {
  readonly #client: Redis;
  readonly #options: WorkerWatchOptions;
  /** At the last look. */
  workers: readonly OwnWorker[] = [];

  constructor(client: Redis, options: WorkerWatchOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Jobs that may be open at once. */
  get capacity(): number {
    const runners = this.workers.reduce((sum, worker) => sum + this.#options.roomOf(worker), 0);
    return Math.max(JOBS_WITHOUT_WORKERS, runners * JOBS_A_RUNNER + this.workers.length);
  }

  /** Looks, and notes who came and went. @param isBusy whether jobs are open */
  async look(isBusy: () => boolean): Promise<void> {
    const { key, roomOf, note } = this.#options;
    const before = this.workers;
    const ours = (await listWorkers(this.#client, key)).filter((worker) => worker.isOurs);
    this.workers = ours.filter((worker) => roomOf(worker) > 0);
    const isIn = (list: readonly OwnWorker[], { id }: OwnWorker) => list.some((other) => other.id === id);
    for (const worker of this.workers) {
      if (!isIn(before, worker)) note(`worker ${worker.id} is there (${plural(roomOf(worker), 'runner')})`);
    }
    for (const worker of before) if (!isIn(this.workers, worker)) note(`worker ${worker.id} is gone`);
    if (before.length > 0 && this.workers.length === 0 && isBusy()) note('no worker is left: the run waits for one');
  }
}
