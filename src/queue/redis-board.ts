import type { Redis } from 'ioredis';
import type { ContentRef } from './content.ts';
import { type KnownWorker, readWorker, WORKER_GONE_MS, type WorkerNotice } from './known-worker.ts';
import type { QueueKey } from './queue-secret.ts';
import { PREFIX, redisNow } from './redis-link.ts';
import { RedisShelf } from './redis-shelf.ts';

const WORKERS = `${PREFIX}:workers`;
const KINDS = `${PREFIX}:kinds`;
const runKey = (run: string) => `${PREFIX}:run:${run}`;
/** A coordinator says every few seconds that it lives. */
const RUN_GONE_MS = 60_000;
/** A name that has not been heard of for so long is deleted. */
const FORGET_MS = 3600_000;
const MOST_ABILITIES = 1000;

/** Who is there: workers and coordinators. */
export class RedisBoard {
  readonly #client: Redis;
  readonly #key: QueueKey;
  readonly #shelf: RedisShelf;
  /** Abilities by hash: most workers have the same. */
  readonly #abilities = new Map<string, unknown>();

  constructor(client: Redis, key: QueueKey) {
    this.#client = client;
    this.#key = key;
    this.#shelf = new RedisShelf(client);
  }

  now(): Promise<number> {
    return redisNow(this.#client);
  }

  /** @param lifeMs how long that is to be believed */
  async beat(run: string, lifeMs = RUN_GONE_MS): Promise<void> {
    await this.#client.set(runKey(run), '1', 'PX', lifeMs);
  }

  async endRun(run: string): Promise<void> {
    await this.#client.unlink(runKey(run));
  }

  async isAlive(run: string): Promise<boolean> {
    return (await this.#client.exists(runKey(run))) === 1;
  }

  /** @param others the kinds of model that it asks */
  async announce(notice: WorkerNotice, others: readonly string[] = []): Promise<void> {
    await this.#client
      .multi()
      .hset(WORKERS, notice.id, JSON.stringify(notice))
      .sadd(KINDS, notice.kind, ...others)
      .pexpire(WORKERS, FORGET_MS)
      .exec();
  }

  async leave(id: string): Promise<void> {
    await this.#client.hdel(WORKERS, id);
  }

  /** Whether a worker, of whatever secret, has said lately that it is there. */
  async isThere(id: string): Promise<boolean> {
    const [text, now] = await Promise.all([this.#client.hget(WORKERS, id), this.now()]);
    return text !== null && isRecent(text, now);
  }

  /** Workers of whatever secret; those that are not ours are marked. */
  async workers(): Promise<readonly KnownWorker[]> {
    const [texts, now] = await Promise.all([this.#client.hgetall(WORKERS), this.now()]);
    const gone: string[] = [];
    const known: KnownWorker[] = [];
    for (const [id, text] of Object.entries(texts)) {
      const worker = await readWorker(this.#key, text, now, (ref) => this.#read(ref));
      if (worker && worker.id === id) known.push(worker);
      else if (!isRecent(text, now)) gone.push(id);
    }
    if (gone.length > 0) await this.#client.hdel(WORKERS, ...gone);
    return known;
  }

  async #read(ref: ContentRef): Promise<unknown> {
    const known = this.#abilities.get(ref.hash);
    if (known) return known;
    const abilities = await this.#shelf.read(ref);
    if (this.#abilities.size >= MOST_ABILITIES) this.#abilities.clear();
    if (abilities) this.#abilities.set(ref.hash, abilities);
    return abilities;
  }

  /** The queues that workers have had, of whatever secret. */
  kinds(): Promise<readonly string[]> {
    return this.#client.smembers(KINDS);
  }
}

function isRecent(text: string, now: number): boolean {
  const at = /"at":(\d+)/.exec(text)?.[1];
  return at !== undefined && Number(at) > now - WORKER_GONE_MS;
}
