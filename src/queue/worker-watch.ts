import type { JobChannel } from './job-channel.ts';
import type { OwnWorker } from './known-worker.ts';

/** Sent per runner, so that none waits for the way through Redis; more would only fill Redis. */
const JOBS_A_RUNNER = 2;
/** Where no worker is there: enough to begin with when one comes. */
const JOBS_WITHOUT_WORKERS = 4;

export interface WorkerWatchOptions {
  /** Runners that a worker has for this run, or calls that it makes at once; 0 where it gets no jobs of it. */
  readonly roomOf: (worker: OwnWorker) => number;
  readonly what: 'runners' | 'calls at once';
  readonly note: (text: string) => void;
}

/** What a run knows of its workers: how many jobs they can take, what their clock says, who came and went. */
export class WorkerWatch {
  readonly #channel: Pick<JobChannel, 'workers' | 'now'>;
  readonly #options: WorkerWatchOptions;
  #present: readonly string[] = [];
  #fitting: readonly OwnWorker[] = [];
  /** Jobs that may be under way at once. */
  capacity = JOBS_WITHOUT_WORKERS;
  /** How far the clock of Redis is ahead of ours. */
  clockOffsetMs = 0;

  constructor(channel: Pick<JobChannel, 'workers' | 'now'>, options: WorkerWatchOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  /** Those that were there when it last looked. */
  get workers(): readonly OwnWorker[] {
    return this.#fitting;
  }

  /**
   * Learns which workers are there; `isWaiting` says whether anything waits for one, null
   * where nobody is to be told anything any more.
   *
   * @throws where Redis does not answer
   */
  async learn(isWaiting: () => boolean | null): Promise<void> {
    const { roomOf, what, note } = this.#options;
    const sentAt = Date.now();
    this.clockOffsetMs = (await this.#channel.now()) - sentAt;
    const fitting = (await this.#channel.workers())
      .filter((worker) => worker.isOurs)
      .filter((worker) => roomOf(worker) > 0);
    const runners = fitting.reduce((sum, worker) => sum + roomOf(worker), 0);
    this.#fitting = fitting;
    this.capacity = Math.max(JOBS_WITHOUT_WORKERS, runners * JOBS_A_RUNNER + fitting.length);
    const present = fitting.map(({ id }) => id).toSorted();
    const came = present.filter((id) => !this.#present.includes(id));
    const left = this.#present.filter((id) => !present.includes(id));
    this.#present = present;
    const waits = isWaiting();
    if (waits === null) return;
    for (const worker of fitting) {
      if (came.includes(worker.id)) note(`worker ${worker.id} is there (${roomOf(worker)} ${what})`);
    }
    for (const id of left) note(`worker ${id} is gone`);
    if (left.length > 0 && present.length === 0 && waits) note('no worker is left: the run waits for one');
  }
}
