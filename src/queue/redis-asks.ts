import type { Redis } from 'ioredis';
import { PREFIX } from './redis-link.ts';

/** A reply is paid for: it waits so long for a coordinator that was killed and is started again. */
export const REPLY_LIFE_S = 24 * 3600;

const claimKey = (job: string) => `${PREFIX}:asked:${job}`;
const answerKey = (job: string) => `${PREFIX}:answered:${job}`;

/** Who makes which call, and what was signed of those that ended. */
export class RedisAsks {
  readonly #client: Redis;

  constructor(client: Redis) {
    this.#client = client;
  }

  /** Writes down who makes a call, where nobody does. @returns who does; null: nobody did, it is ours */
  async claim(job: string, worker: string): Promise<string | null> {
    const taken = await this.#client.set(claimKey(job), worker, 'EX', REPLY_LIFE_S, 'NX');
    // Gone in between: the coordinator has what it wanted.
    return taken === 'OK' ? null : ((await this.#client.get(claimKey(job))) ?? '');
  }

  async release(job: string): Promise<void> {
    await this.#client.unlink(claimKey(job));
  }

  /** Who makes a call; null: nobody has begun. */
  owner(job: string): Promise<string | null> {
    return this.#client.get(claimKey(job));
  }

  async keepAnswer(job: string, message: unknown): Promise<void> {
    await this.#client.set(answerKey(job), JSON.stringify(message), 'EX', REPLY_LIFE_S);
  }

  /** What somebody says of a call that ended; null where nobody does. */
  async answered(job: string): Promise<unknown> {
    const text = await this.#client.get(answerKey(job));
    if (text === null) return null;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return null;
    }
  }

  async forget(job: string): Promise<void> {
    await this.#client.unlink(claimKey(job), answerKey(job));
  }
}
