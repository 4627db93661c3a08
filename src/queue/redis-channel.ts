import type { Job, JobsOptions, Queue, QueueEvents } from 'bullmq';
import type { Content, ContentRef } from './content.ts';
import { type ContentPlace, payloadOf } from './content-place.ts';
import type { JobChannel, JobNews } from './job-channel.ts';
import type { JobMessage } from './job-messages.ts';
import type { KnownWorker } from './known-worker.ts';
import type { QueueKey } from './queue-secret.ts';
import { RedisBoard } from './redis-board.ts';
import { PREFIX, type RedisLink } from './redis-link.ts';
import { RedisShelf } from './redis-shelf.ts';

/** A worker that fails is given it again, as is any other; a result goes with its event. */
const JOB_OPTIONS: JobsOptions = {
  attempts: 3,
  backoff: { type: 'fixed', delay: 1000 },
  removeOnComplete: true,
  removeOnFail: { age: 24 * 3600, count: 1000 },
};

/** BullMQ's queue of one kind of worker, as a coordinator uses it. */
export class RedisChannel implements JobChannel {
  readonly #link: RedisLink;
  readonly #shelf: RedisShelf;
  readonly #board: RedisBoard;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #jobOptions: JobsOptions;
  #closed = false;

  /** @param jobOptions how jobs are kept, where that is not as rows are */
  constructor(link: RedisLink, kind: string, key: QueueKey, jobOptions: JobsOptions = JOB_OPTIONS) {
    const { bullmq, client } = link;
    const options = { connection: client, prefix: PREFIX };
    this.#link = link;
    this.#jobOptions = jobOptions;
    this.#shelf = new RedisShelf(client);
    this.#board = new RedisBoard(client, key);
    this.#queue = new bullmq.Queue(kind, options);
    this.#events = new bullmq.QueueEvents(kind, options);
    // Both come back by themselves when the connection breaks.
    this.#queue.on('error', () => {});
    this.#events.on('error', () => {});
  }

  /** Resolves once events are heard, so that none is missed. */
  async ready(): Promise<this> {
    await Promise.all([this.#queue.waitUntilReady(), this.#events.waitUntilReady()]);
    return this;
  }

  async send(message: JobMessage, payload: Content, suites: readonly Content[], isAgain: boolean): Promise<void> {
    await Promise.all([
      this.#shelf.put(payload, payloadOf(message.job)),
      ...suites.map((content) => this.#shelf.store(content, isAgain)),
    ]);
    await this.#queue.add('rows', message, { ...this.#jobOptions, jobId: message.job });
  }

  onNews(listener: (job: string, news: JobNews) => void): void {
    this.#events.on('completed', ({ jobId, returnvalue }) => listener(jobId, { state: 'done', value: returnvalue }));
    this.#events.on('failed', ({ jobId }) => {
      void this.look(jobId)
        .then((news) => listener(jobId, news))
        // The next look finds it.
        .catch(() => {});
    });
  }

  async look(id: string): Promise<JobNews> {
    const job = (await this.#queue.getJob(id)) as Job | undefined;
    if (!job) return { state: 'missing' };
    const state = await job.getState();
    if (state === 'completed') return { state: 'done', value: job.returnvalue };
    if (state !== 'failed') return { state: state === 'unknown' ? 'missing' : 'open' };
    const value = typeof job.progress === 'object' ? job.progress : null;
    return { state: 'failed', reason: String(job.failedReason ?? 'no reason'), value };
  }

  read(ref: ContentRef, place: ContentPlace): Promise<unknown> {
    return this.#shelf.read(ref, place);
  }

  async forget(job: string, places: readonly ContentPlace[]): Promise<void> {
    if (this.#closed) return;
    // 0 where a worker has it: it ends there, and its result goes by itself.
    await Promise.all([this.#queue.remove(job).catch(() => 0), this.#shelf.forget(places)]);
  }

  beat(run: string, lifeMs?: number): Promise<void> {
    return this.#board.beat(run, lifeMs);
  }

  /** Workers leave the jobs of a run alone from now on. */
  end(run: string): Promise<void> {
    return this.#board.endRun(run);
  }

  workers(): Promise<readonly KnownWorker[]> {
    return this.#board.workers();
  }

  now(): Promise<number> {
    return this.#board.now();
  }

  async close(run: string): Promise<void> {
    if (this.#closed) return;
    const { client } = this.#link;
    // A Redis that is away is not waited for.
    if (client.status === 'ready') await this.#board.endRun(run).catch(() => {});
    this.#closed = true;
    await Promise.all([this.#events.close(), this.#queue.close()].map((each) => each.catch(() => {})));
    this.#link.close();
  }
}
