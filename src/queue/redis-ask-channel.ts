import type { JobsOptions } from 'bullmq';
import type { AskChannel } from './ask-channel.ts';
import type { Content, ContentRef } from './content.ts';
import { type ContentPlace, payloadOf, replyOf } from './content-place.ts';
import type { JobNews } from './job-channel.ts';
import type { JobMessage } from './job-messages.ts';
import type { KnownWorker } from './known-worker.ts';
import type { QueueKey } from './queue-secret.ts';
import { REPLY_LIFE_S, RedisAsks } from './redis-asks.ts';
import { RedisBoard } from './redis-board.ts';
import { RedisChannel } from './redis-channel.ts';
import type { RedisLink } from './redis-link.ts';

/** Once, and kept until the coordinator has the reply: another try is another call, which the coordinator accounts for. */
const ASK_OPTIONS: JobsOptions = {
  attempts: 1,
  removeOnComplete: { age: REPLY_LIFE_S },
  removeOnFail: { age: REPLY_LIFE_S, count: 1000 },
};
/** Shorter than for rows: what nobody waits for any more must not be paid for. */
const WAIT_LIFE_MS = 20_000;

/** BullMQ's queue of one kind of model, as a coordinator uses it. */
export class RedisAskChannel implements AskChannel {
  readonly #channel: RedisChannel;
  readonly #asks: RedisAsks;
  readonly #board: RedisBoard;

  constructor(link: RedisLink, kind: string, key: QueueKey) {
    this.#channel = new RedisChannel(link, kind, key, ASK_OPTIONS);
    this.#asks = new RedisAsks(link.client);
    this.#board = new RedisBoard(link.client, key);
  }

  async ready(): Promise<this> {
    await this.#channel.ready();
    return this;
  }

  async send(message: JobMessage, payload: Content): Promise<void> {
    await this.#channel.forget(message.job, []);
    await this.#channel.send(message, payload, [], false);
  }

  onNews(listener: (job: string, news: JobNews) => void): void {
    this.#channel.onNews(listener);
  }

  look(job: string): Promise<JobNews> {
    return this.#channel.look(job);
  }

  answered(job: string): Promise<unknown> {
    return this.#asks.answered(job);
  }

  async maker(job: string): Promise<'nobody' | 'there' | 'gone'> {
    const owner = await this.#asks.owner(job);
    if (owner === null) return 'nobody';
    return (await this.#board.isThere(owner)) ? 'there' : 'gone';
  }

  read(ref: ContentRef, place: ContentPlace): Promise<unknown> {
    return this.#channel.read(ref, place);
  }

  /** That nobody waits comes first: who made the call may be forgotten only then. */
  async forget(job: string): Promise<void> {
    await this.#channel.end(job);
    await this.#channel.forget(job, [payloadOf(job), replyOf(job)]);
    await this.#asks.forget(job);
  }

  async beat(runs: readonly string[]): Promise<void> {
    await Promise.all(runs.map((run) => this.#channel.beat(run, WAIT_LIFE_MS)));
  }

  workers(): Promise<readonly KnownWorker[]> {
    return this.#channel.workers();
  }

  now(): Promise<number> {
    return this.#channel.now();
  }

  close(): Promise<void> {
    return this.#channel.close('');
  }
}
