import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis, RedisOptions } from 'ioredis';
import { ConfigError, SandboxError } from '../core/errors.ts';
import type { QueueAddress } from './queue-address.ts';

/** An open connection to Redis. */
export interface RedisLink {
  readonly client: Redis;
  readonly address: Pick<QueueAddress, 'shown'>;
  /** A further connection, for commands that block and for subscriptions. */
  connect(): Redis;
  close(): void;
}

const CONNECT_MS = 10_000;
const LONGEST_PAUSE_MS = 5000;

/** Pauses between attempts to come back; the first connection is not tried twice. */
function optionsFor({ host, port, db, tls, username, password }: QueueAddress, isOpen: () => boolean): RedisOptions {
  return {
    host,
    port,
    db,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    // Certificates are checked against Node's list and NODE_EXTRA_CA_CERTS.
    ...(tls ? { tls: isIP(host) === 0 ? { servername: host } : {} } : {}),
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isOpen() ? Math.min(times * 200, LONGEST_PAUSE_MS) : null),
  };
}

function cannotOpen(address: QueueAddress, cause: Error): Error {
  const { message } = cause;
  if (/NOAUTH|WRONGPASS|NOPERM|invalid username-password/i.test(message)) {
    return new ConfigError('queue-login', `Redis at ${address.shown} does not let us in: ${message}`, {
      hint: 'Set MUTAGREE_QUEUE_PASSWORD, and MUTAGREE_QUEUE_USER for a user of its own; docs/queue/README.md has what the user may do.',
      cause,
    });
  }
  return new SandboxError('queue-unreachable', `Redis at ${address.shown} does not answer: ${message}`, {
    hint: 'See that it runs and can be reached from here, or leave --queue away to run on this machine.',
    cause,
  });
}

/**
 * Connects to Redis.
 *
 * @throws ConfigError `queue-login`; SandboxError `queue-unreachable`
 */
export async function openRedis(address: QueueAddress): Promise<RedisLink> {
  const { Redis } = await import('ioredis');
  let isOpen = false;
  let last: Error | null = null;
  const connections: Redis[] = [];
  const connect = () => {
    const client = new Redis(optionsFor(address, () => isOpen));
    // A connection that breaks comes back by itself; without a listener it would end the process.
    client.on('error', (error: Error) => {
      last = error;
    });
    connections.push(client);
    return client;
  };
  const close = () => {
    for (const client of connections) client.disconnect();
  };
  const client = connect();
  const late = new AbortController();
  try {
    await Promise.race([
      client.connect().then(() => client.ping()),
      sleep(CONNECT_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no answer for ${CONNECT_MS / 1000} s`);
      }),
    ]);
  } catch (error) {
    close();
    throw cannotOpen(address, last ?? (error as Error));
  } finally {
    late.abort();
  }
  isOpen = true;
  return { client, address, connect, close };
}
