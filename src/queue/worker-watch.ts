import type { JobChannel } from './job-channel.ts';

/** Sent per runner, so that none waits for the way through Redis; more would only fill Redis. */
const JOBS_A_RUNNER = 2;
/** Where no worker is there: enough to begin with when one comes. */
const JOBS_WITHOUT_WORKERS = 4;

export interface WorkerWatchOptions {
  readonly run: string;
  readonly kind: string;
  readonly note: (text: string) => void;
}

/** What a run knows of its workers: how many jobs they can take, what their clock says, who came and went. */
export class WorkerWatch {
  readonly #channel: JobChannel;
  readonly #options: WorkerWatchOptions;
  #present: readonly string[] = [];
  /** Jobs that may be under way at once. */
  capacity = JOBS_WITHOUT_WORKERS;
  /** How far the clock of Redis is ahead of ours. */
  clockOffsetMs = 0;

  constructor(channel: JobChannel, options: WorkerWatchOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  /**
   * Says that the run lives and learns which workers are there; `isWaiting` says whether anything waits for one, null
   * where nobody is to be told anything any more.
   *
   * @throws where Redis does not answer
   */
  async learn(isWaiting: () => boolean | null): Promise<void> {
    const { run, kind, note } = this.#options;
    await this.#channel.beat(run);
    const sentAt = Date.now();
    this.clockOffsetMs = (await this.#channel.now()) - sentAt;
    const fitting = (await this.#channel.workers()).filter((worker) => worker.isOurs && worker.kind === kind);
    const runners = fitting.reduce((sum, { jobs }) => sum + jobs, 0);
    this.capacity = Math.max(JOBS_WITHOUT_WORKERS, runners * JOBS_A_RUNNER + fitting.length);
    const present = fitting.map(({ id }) => id).toSorted();
    const came = present.filter((id) => !this.#present.includes(id));
    const left = this.#present.filter((id) => !present.includes(id));
    this.#present = present;
    const waits = isWaiting();
    if (waits === null) return;
    for (const id of came) note(`worker ${id} is there (${fitting.find((worker) => worker.id === id)?.jobs} runners)`);
    for (const id of left) note(`worker ${id} is gone`);
    if (left.length > 0 && present.length === 0 && waits) note('no worker is left: the run waits for one');
  }
}
