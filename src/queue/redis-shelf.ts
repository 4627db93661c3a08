import type { Redis } from 'ioredis';
import { type Content, type ContentRef, fromContent } from './content.ts';
import type { ContentPlace } from './content-place.ts';
import { PREFIX } from './redis-link.ts';

/** What jobs refer to is gone by itself after this; who still needs it stores it again. */
const LIFE_S = 3600;
/** A content that was stored by us lately is not sent again. */
const FRESH_MS = (LIFE_S * 1000) / 2;
const MOST_REMEMBERED = 10_000;

const keyOf = ({ hash }: ContentRef) => `${PREFIX}:content:${hash}`;
const keyAt = (place: ContentPlace) => `${PREFIX}:${place}`;

/** Values in Redis: under the hash of their content where many share them, else at the place of their job. */
export class RedisShelf {
  readonly #client: Redis;
  readonly #stored = new Map<string, number>();

  constructor(client: Redis) {
    this.#client = client;
  }

  /** @param isAgain store it though it was stored lately */
  async store(content: Content, isAgain = false): Promise<void> {
    const storedAt = this.#stored.get(content.hash);
    if (!isAgain && storedAt !== undefined && performance.now() - storedAt < FRESH_MS) return;
    if (this.#stored.size >= MOST_REMEMBERED) this.#stored.clear();
    this.#stored.set(content.hash, performance.now());
    try {
      await this.#client.set(keyOf(content), content.bytes, 'EX', LIFE_S);
    } catch (error) {
      this.#stored.delete(content.hash);
      throw error;
    }
  }

  /** @param lifeS seconds after which it is gone by itself */
  async put(content: Content, place: ContentPlace, lifeS = LIFE_S): Promise<void> {
    await this.#client.set(keyAt(place), content.bytes, 'EX', lifeS);
  }

  /** One byte more than it should have is enough to see that it is another. */
  async read(ref: ContentRef, place?: ContentPlace): Promise<unknown> {
    const key = place === undefined ? keyOf(ref) : keyAt(place);
    return fromContent(await this.#client.getrangeBuffer(key, 0, ref.size), ref);
  }

  async forget(places: readonly ContentPlace[]): Promise<void> {
    if (places.length > 0) await this.#client.unlink(...places.map(keyAt));
  }
}
