import { setTimeout as sleep } from 'node:timers/promises';
import { InterruptedError } from '../core/errors.ts';
import { type JobContent, JobStore } from './job-store.ts';
import { failureError, type JobDone, type JobFailure, lostError } from './queue-job.ts';
import { DONE, ENDED, jobKeys } from './queue-keys.ts';
import type { RedisLink } from './redis-link.ts';
import { WorkerWatch, type WorkerWatchOptions } from './worker-watch.ts';

export interface QueueClientOptions extends WorkerWatchOptions {
  /** The queue: workers of one kind share it. */
  readonly kind: string;
  /** Interval of comparing Redis with the open jobs; 2 s. */
  readonly lookMs?: number;
}

const LOOK_MS = 2000;
const MOST_TRIES = 3;
const MOST_LOSSES = 20;
/** Looks in a row that find a job with no living worker before it is sent again. */
const MOST_MISSED = 1;
const LAST_WORDS_MS = 2000;

interface OpenJob extends JobContent {
  readonly resolve: (done: JobDone) => void;
  readonly reject: (error: unknown) => void;
  missed: number;
  losses: number;
  tries: number;
  isLooking: boolean;
  isLookWanted: boolean;
}

/**
 * A coordinator's side of one queue. Redis may forget, repeat or forge: a job without a valid result that neither waits
 * nor is with a living worker is sent again, and only a result that a worker sealed for this very job is taken.
 */
export class QueueClient {
  readonly watch: WorkerWatch;
  readonly #link: RedisLink;
  readonly #store: JobStore;
  readonly #options: QueueClientOptions;
  readonly #open = new Map<string, OpenJob>();
  readonly #refused = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(link: RedisLink, options: QueueClientOptions) {
    this.#link = link;
    this.#options = options;
    this.#store = new JobStore(link.client, options.key, options.kind);
    this.watch = new WorkerWatch(link.client, options);
  }

  /** Lists the connected workers and begins to listen. @throws if Redis does not answer */
  async start(): Promise<this> {
    const listener = this.#link.connect();
    listener.on('message', (_, name: string) => {
      const job = this.#open.get(name.split(' ')[1] ?? '');
      if (job && name === jobKeys(this.#options.kind, job.id).name) void this.#lookAt(job);
    });
    await listener.subscribe(ENDED);
    await this.watch.look(() => false);
    const look = () => {
      void this.#look().finally(() => {
        if (!this.#isClosed) this.#timer = setTimeout(look, this.#options.lookMs ?? LOOK_MS);
      });
    };
    look();
    return this;
  }

  /**
   * Has a worker do a job.
   *
   * @throws SandboxError of the worker, or `queue-lost`; InterruptedError
   */
  submit(content: JobContent, signal: AbortSignal): Promise<JobDone> {
    return new Promise((resolve, reject) => {
      if (signal.aborted || this.#isClosed) return reject(new InterruptedError());
      const stop = () => {
        job.reject(new InterruptedError());
        void this.#store.forget(job.id).catch(() => {});
      };
      const ending =
        <T>(settle: (value: T) => void) =>
        (outcome: T) => {
          this.#open.delete(content.id);
          signal.removeEventListener('abort', stop);
          settle(outcome);
        };
      const job: OpenJob = {
        ...content,
        resolve: ending(resolve),
        reject: ending(reject),
        missed: MOST_MISSED,
        losses: 0,
        tries: 0,
        isLooking: false,
        isLookWanted: false,
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#open.set(job.id, job);
      void this.#lookAt(job);
    });
  }

  async #look(): Promise<void> {
    try {
      await this.watch.look(() => this.#open.size > 0);
      await Promise.all([...this.#open.values()].map((job) => this.#lookAt(job)));
    } catch (error) {
      if (!this.#isClosed) this.#options.note(`the queue does not answer: ${(error as Error).message}`);
    }
  }

  /** One look at a time; another that is wanted meanwhile follows. */
  async #lookAt(job: OpenJob): Promise<void> {
    job.isLookWanted = true;
    if (job.isLooking) return;
    job.isLooking = true;
    try {
      while (job.isLookWanted && this.#open.has(job.id)) {
        job.isLookWanted = false;
        const { sealed, owner } = await this.#store.read(job.id);
        if (!sealed || !(await this.#take(job, sealed))) await this.#careFor(job, owner);
      }
    } catch (error) {
      if (++job.losses >= MOST_LOSSES) job.reject(lostError((error as Error).message));
    } finally {
      job.isLooking = false;
    }
  }

  /** @returns whether a worker sealed it for this job */
  async #take(job: OpenJob, sealed: Buffer): Promise<boolean> {
    const result = await this.#store.open(job.id, sealed);
    if (result === undefined) {
      const lie = `${job.id} ${sealed.toString('base64', 0, 64)}`;
      if (!this.#refused.has(lie)) this.#options.note(`a result in the queue was refused (${job.id}): wrong signature`);
      this.#refused.add(lie);
    } else if ('failure' in result) await this.#handleFailure(job, result.failure);
    else if (this.#open.has(job.id)) {
      job.resolve(result);
      await this.#store.forget(job.id);
    }
    return result !== undefined;
  }

  /** Sends a job without a result again if it neither waits nor is with a living worker. */
  async #careFor(job: OpenJob, owner: string | null): Promise<void> {
    const isOwned = owner !== null && owner !== DONE && (await this.#store.isThere(owner));
    if (isOwned || (owner === null && (await this.#store.isWaiting(job)))) {
      job.missed = 0;
      return;
    }
    // A worker may be about to claim it, or have left its result after we looked for it.
    if (job.missed++ < MOST_MISSED || !this.#open.has(job.id)) return;
    if (++job.losses > MOST_LOSSES) {
      job.reject(lostError(owner === null ? 'Redis no longer has it' : `worker ${owner} is gone`));
      return this.#store.forget(job.id);
    }
    job.missed = 0;
    await this.#store.send(job, job.losses > 1 || job.tries > 0);
  }

  /** Another worker may do it, unless every worker would fail alike. */
  async #handleFailure(job: OpenJob, failure: JobFailure): Promise<void> {
    if (failure.isFinal || ++job.tries >= MOST_TRIES) {
      job.reject(failureError(failure));
      return this.#store.forget(job.id);
    }
    job.missed = MOST_MISSED;
    await this.#store.reset(job.id);
  }

  /** Ends the open jobs. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    const left = [...this.#open.values()];
    for (const job of left) job.reject(new InterruptedError());
    const forgotten = Promise.all(left.map(({ id }) => this.#store.forget(id)));
    // Without Redis, the remaining jobs expire, and no worker begins them.
    await Promise.race([forgotten, sleep(LAST_WORDS_MS, undefined, { ref: false })]).catch(() => {});
    this.#link.close();
  }
}
