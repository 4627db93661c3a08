import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { RedisLink } from '../../src/queue/redis-link.ts';

type Value = Buffer | Buffer[] | Set<string>;

const bytes = (value: Buffer | string) => (typeof value === 'string' ? Buffer.from(value) : value);

/** The commands of Redis that a queue uses, in this process. */
export class FakeRedis {
  readonly values = new Map<string, Value>();
  readonly expiry = new Map<string, number>();
  readonly #published = new EventEmitter().setMaxListeners(0);

  link(): RedisLink {
    const connect = () => this.#connection() as unknown as Redis;
    return { client: connect(), address: { shown: 'fake' }, connect, close: () => {} };
  }

  /** Forgets everything, as a Redis without an append-only file after its end. */
  clear(): void {
    this.values.clear();
  }

  #get<T extends Value>(key: string): T | undefined {
    if ((this.expiry.get(key) ?? Number.POSITIVE_INFINITY) <= Date.now()) this.values.delete(key);
    return this.values.get(key) as T | undefined;
  }

  #in<T extends Value>(key: string, empty: T): T {
    const found = this.#get<T>(key) ?? empty;
    this.values.set(key, found);
    return found;
  }

  #connection() {
    const list = (key: string) => this.#in<Buffer[]>(key, []);
    const set = (key: string) => this.#in<Set<string>>(key, new Set());
    const published = this.#published;
    let isOpen = true;
    const commands = {
      status: 'ready',
      set: async (key: string, value: Buffer | string, unit?: 'EX' | 'PX', life = 0, only?: 'NX') => {
        if (only && this.#get(key)) return null;
        this.values.set(key, bytes(value));
        this.expiry.set(key, unit ? Date.now() + life * (unit === 'EX' ? 1000 : 1) : Number.POSITIVE_INFINITY);
        return 'OK';
      },
      get: async (key: string) => this.#get<Buffer>(key)?.toString() ?? null,
      getBuffer: async (key: string) => this.#get<Buffer>(key) ?? null,
      mgetBuffer: async (...keys: (string | string[])[]) => keys.flat().map((key) => this.#get<Buffer>(key) ?? null),
      exists: async (...keys: string[]) => keys.filter((key) => this.#get(key)).length,
      unlink: async (...keys: string[]) => keys.filter((key) => this.values.delete(key)).length,
      pexpire: async (key: string, life: number) => {
        this.expiry.set(key, Date.now() + life);
        return this.values.has(key) ? 1 : 0;
      },
      lpush: async (key: string, id: string) => list(key).unshift(bytes(id)),
      rpush: async (key: string, id: string) => list(key).push(bytes(id)),
      lpos: async (key: string, id: string) => (list(key).some((each) => each.toString() === id) ? 0 : null),
      llen: async (key: string) => list(key).length,
      lrem: async (key: string, _: 0, id: string) => {
        this.values.set(
          key,
          list(key).filter((each) => each.toString() !== id),
        );
      },
      brpop: async (key: string) => {
        for (let tries = 0; tries < 20 && isOpen; tries++) {
          const found = list(key).pop();
          if (found) return [key, found.toString()];
          await sleep(2);
        }
        return null;
      },
      sadd: async (key: string, ...members: string[]) => {
        for (const member of members) set(key).add(member);
      },
      srem: async (key: string, ...members: string[]) => {
        for (const member of members) set(key).delete(member);
      },
      smembers: async (key: string) => [...set(key)],
      publish: async (channel: string, text: string) => published.emit('message', channel, text),
      subscribe: async () => {},
      on: (event: string, listener: (...args: unknown[]) => void) => published.on(event, listener),
      disconnect: () => {
        isOpen = false;
      },
      multi: () => {
        const queued: (() => unknown)[] = [];
        const chain: object = new Proxy(
          {},
          {
            get: (_, name: keyof typeof commands | 'exec') => {
              if (name === 'exec') {
                return async () => {
                  for (const each of queued) await each();
                };
              }
              return (...args: never[]) => {
                queued.push(() => (commands[name] as (...args: never[]) => unknown)(...args));
                return chain;
              };
            },
          },
        );
        return chain;
      },
    };
    return commands;
  }
}
