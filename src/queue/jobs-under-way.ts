import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxError } from '../core/errors.ts';
import { type ContentPlace, payloadOf, resultOf } from './content-place.ts';
import type { JobChannel, JobNews } from './job-channel.ts';
import { type FailurePayload, openResult, type ResultMessage, type ResultPayload, signJob } from './job-messages.ts';
import type { QueueBatch } from './queue-batch.ts';
import { rejectRow } from './queue-row.ts';
import type { QueueKey } from './queue-secret.ts';

/** How long a failed job is waited for, unless told. */
const PATIENCE_MS = 600_000;
/** A job is not run after this: what lies in Redis must not be run again by others some day. */
const JOB_LIFE_MS = 24 * 3600_000;
/** A job that ended so often without a result that can be believed is given up on. */
const MOST_LOST = 20;
/** Before a job is sent again: nothing the first time, then so much longer each time. */
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1000;
/** Looks at which Redis knows nothing of a job before it is sent again: its result may be on its way. */
const LOOKS_BEFORE_RESENDING = 2;

export interface JobsUnderWayOptions {
  readonly key: QueueKey;
  readonly run: string;
  readonly kind: string;
  readonly note: (text: string) => void;
  readonly patienceMs?: number;
  /** How far the clock of Redis is ahead of ours. */
  readonly clockOffsetMs: () => number;
  /** After a batch came to its end. */
  readonly onRoom: () => void;
}

/**
 * Jobs that were sent and are not done: signed, sent, looked after, sent again where they were lost; only results that a
 * worker signed for the very job are taken.
 */
export class JobsUnderWay {
  readonly #channel: JobChannel;
  readonly #options: JobsUnderWayOptions;
  readonly #batches = new Set<QueueBatch>();
  readonly #byId = new Map<string, QueueBatch>();
  readonly #doneBy = new Map<string, number>();
  #sent = 0;
  #refused = 0;
  #isClosed = false;

  constructor(channel: JobChannel, options: JobsUnderWayOptions) {
    this.#channel = channel;
    this.#options = options;
    channel.onNews((job, news) => void this.#hear(job, news));
  }

  get size(): number {
    return this.#batches.size;
  }

  /** Jobs that were refused, and rows by worker. */
  get account(): { readonly refused: number; readonly doneBy: ReadonlyMap<string, number> } {
    return { refused: this.#refused, doneBy: this.#doneBy };
  }

  [Symbol.iterator](): Iterator<QueueBatch> {
    return this.#batches[Symbol.iterator]();
  }

  /** Counts a batch that is not sent yet. */
  add(batch: QueueBatch): void {
    this.#batches.add(batch);
  }

  /** Counts it no longer. */
  remove(batch: QueueBatch): void {
    this.#batches.delete(batch);
  }

  async send(batch: QueueBatch): Promise<void> {
    const { run, key, kind, clockOffsetMs } = this.#options;
    const id = `${run}-${this.#sent++}`;
    batch.id = id;
    batch.ids.add(id);
    batch.sentAt = performance.now();
    batch.missed = 0;
    batch.failedAt = null;
    this.#byId.set(id, batch);
    const until = Math.round(Date.now() + clockOffsetMs() + JOB_LIFE_MS);
    const { hash, size } = batch.payload;
    const message = signJob(key, { run, job: id, kind, payload: { hash, size }, until });
    await this.#channel.send(message, batch.payload, batch.suites, batch.lost > 0);
  }

  /** Forgets a batch, here and in Redis. Suites stay for other jobs, until they expire. */
  close(batch: QueueBatch, results: readonly ContentPlace[] = []): void {
    this.#batches.delete(batch);
    for (const id of batch.ids) this.#byId.delete(id);
    void this.#channel.forget(batch.id, [...[...batch.ids].map(payloadOf), ...results]).catch(() => {});
  }

  /** Compares what Redis holds of the jobs older than so much with what is waited for. */
  async look(olderThanMs: number): Promise<void> {
    const old = [...this.#batches].filter(({ id, sentAt }) => id !== '' && performance.now() - sentAt > olderThanMs);
    await Promise.all(old.map((batch) => this.#lookAt(batch)));
  }

  /** Rejects every row and takes nothing any more; settles when Redis has forgotten the jobs. */
  async end(error: () => unknown): Promise<void> {
    this.#isClosed = true;
    const left = [...this.#batches].filter(({ id }) => id !== '');
    for (const batch of this.#batches) for (const row of batch.rows) rejectRow(row, error());
    this.#batches.clear();
    this.#byId.clear();
    await Promise.allSettled(left.map(({ id, ids }) => this.#channel.forget(id, [...ids].map(payloadOf))));
  }

  async #hear(job: string, news: JobNews): Promise<void> {
    const batch = this.#byId.get(job);
    if (!batch || this.#isClosed) return;
    try {
      if (news.state === 'done') await this.#take(batch, job, news.value);
      else if (news.state === 'failed') await this.#handleFailure(batch, job, news);
    } catch (error) {
      this.#giveUp(batch, error);
    }
  }

  /** What a worker signed for this job; null, and told to people, where it did not. */
  #believed(job: string, value: unknown): ResultMessage | null {
    const { key, run, note } = this.#options;
    const opened = openResult(key, value, { run, job });
    if ('message' in opened) return opened.message;
    this.#refused++;
    note(`a result in the queue was refused (job ${job}): ${opened.refused}`);
    return null;
  }

  async #take(batch: QueueBatch, job: string, value: unknown): Promise<void> {
    const message = this.#believed(job, value);
    // The job itself may be well: the next looks find out.
    if (!message) return;
    if (message.outcome === 'failed') return this.#handleFailure(batch, job, { reason: '', value });
    const results = (await this.#channel.read(message.content, resultOf(job, message.worker))) as ResultPayload | null;
    if (!this.#batches.has(batch)) return;
    if (results === null) return this.#resend(batch, `the result of job ${job} is not in Redis`);
    this.close(batch, [resultOf(job, message.worker)]);
    this.#doneBy.set(message.worker, (this.#doneBy.get(message.worker) ?? 0) + batch.rows.length);
    for (const [at, row] of batch.rows.entries()) {
      const result = results[at];
      if (row.isOver) continue;
      if (result?.verdicts.length !== row.job.suite.tests.length) {
        rejectRow(row, new SandboxError('queue-result', `worker ${message.worker} gave no row for ${row.job.id}`));
        continue;
      }
      row.isOver = true;
      row.resolve(result);
    }
    this.#options.onRoom();
  }

  async #handleFailure(
    batch: QueueBatch,
    job: string,
    { reason, value }: { readonly reason: string; readonly value: unknown },
  ): Promise<void> {
    if (job !== batch.id) return;
    const message = value === null ? null : this.#believed(job, value);
    const place = message && resultOf(job, message.worker);
    const failure = place ? ((await this.#channel.read(message.content, place)) as FailurePayload | null) : null;
    if (!this.#batches.has(batch) || job !== batch.id) return;
    if (!failure) return this.#resend(batch, reason);
    const { code, message: text, mend, isFinal } = failure;
    const error = new SandboxError(code, text, mend === null ? {} : { mend });
    if (isFinal) return this.#giveUp(batch, error);
    if (batch.failedAt === null) {
      batch.failedAt = performance.now();
      this.#options.note(
        `job ${job} failed on worker ${message?.worker}: ${text}; "mutagree queue retry" has it tried again`,
      );
    } else if (performance.now() - batch.failedAt > (this.#options.patienceMs ?? PATIENCE_MS)) {
      this.#giveUp(batch, error);
    }
  }

  async #resend(batch: QueueBatch, reason: string): Promise<void> {
    batch.lost++;
    if (batch.lost < MOST_LOST) {
      // A Redis that was started anew with nothing does not know that the run lives either.
      await this.#channel.beat(this.#options.run);
      await sleep(Math.min((batch.lost - 1) * PAUSE_MS, LONGEST_PAUSE_MS));
      return this.#batches.has(batch) ? this.send(batch) : undefined;
    }
    this.#giveUp(
      batch,
      new SandboxError('queue-lost', `a job was lost ${MOST_LOST} times on its way through the queue: ${reason}`, {
        mend: '"mutagree queue failed" shows failed jobs; see that Redis keeps what it is given (noeviction), and who else writes there.',
      }),
    );
  }

  #giveUp(batch: QueueBatch, error: unknown): void {
    this.close(batch);
    for (const row of batch.rows) rejectRow(row, error);
    this.#options.onRoom();
  }

  async #lookAt(batch: QueueBatch): Promise<void> {
    const { id } = batch;
    const news = await this.#channel.look(id);
    if (!this.#batches.has(batch) || batch.id !== id) return;
    if (news.state === 'open') {
      batch.missed = 0;
      batch.failedAt = null;
    } else if (news.state === 'missing' || news.state === 'done') {
      // Results come by news; a job that is done and gave none is as good as lost.
      batch.missed++;
      if (news.state === 'done') await this.#hear(id, news);
      if (batch.missed >= LOOKS_BEFORE_RESENDING && this.#batches.has(batch)) {
        await this.#resend(batch, 'Redis no longer has it');
      }
    } else await this.#hear(id, news);
  }
}
