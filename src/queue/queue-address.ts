import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ConfigError } from '../core/errors.ts';

/** Where a Redis is and how it is entered. */
export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  /** For people, without user and password. */
  readonly shown: string;
}

type Resolve = (host: string) => Promise<readonly string[]>;

const USER = 'MUTAGREE_QUEUE_USER';
const PASSWORD = 'MUTAGREE_QUEUE_PASSWORD';

/** Networks that the internet does not reach. */
const inside = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  inside.addSubnet(network, bits, 'ipv4');
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');
inside.addSubnet('fe80::', 10, 'ipv6');

/** Whether an IP address is one of this machine or of a private network (RFC 1918, 4193, 6598, 3927, 4291). */
export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isInside(mapped);
  const family = isIP(address);
  return family !== 0 && inside.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

const resolveByName: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

const HINT = 'Such as --queue redis://127.0.0.1:6379, or rediss://redis.example.org:6379 with TLS.';

function parsed(url: string): URL {
  const found = URL.canParse(url) ? new URL(url) : null;
  if (!found || !['redis:', 'rediss:'].includes(found.protocol) || found.hostname === '') {
    throw new ConfigError('queue-url', 'the address of the queue cannot be read as one of Redis', { hint: HINT });
  }
  if (found.username !== '' || found.password !== '') {
    throw new ConfigError('queue-url', 'the address of the queue holds a user or password, which others can read', {
      hint: `Put them into ${USER} and ${PASSWORD}.`,
    });
  }
  if (!/^\/?\d*$/.test(found.pathname) || found.search !== '' || found.hash !== '') {
    throw new ConfigError('queue-url', 'the address of the queue holds more than host, port and database', {
      hint: HINT,
    });
  }
  return found;
}

/** Every address of a name must be inside: the server may listen on any of them. */
async function isPublic(host: string, resolve: Resolve): Promise<boolean> {
  if (isIP(host) !== 0) return !isInside(host);
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch (cause) {
    throw new ConfigError('queue-host', `the host of the queue, ${host}, has no address`, { hint: HINT, cause });
  }
  return addresses.length === 0 || !addresses.every(isInside);
}

/**
 * Reads `--queue`; user and password come from `MUTAGREE_QUEUE_USER` and `MUTAGREE_QUEUE_PASSWORD`.
 *
 * @param resolve the IP addresses of a name
 * @throws ConfigError `queue-url`, `queue-host`; `queue-public` for an address outside of private networks without both
 * TLS and a password
 */
export async function queueAddress(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
  resolve: Resolve = resolveByName,
): Promise<QueueAddress> {
  const { protocol, hostname, port, pathname } = parsed(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const tls = protocol === 'rediss:';
  const username = env[USER]?.trim() || undefined;
  const password = env[PASSWORD] || undefined;
  if ((!tls || password === undefined) && (await isPublic(host, resolve))) {
    throw new ConfigError('queue-public', `${host} can be reached from outside, and needs both TLS and a password`, {
      hint: `Use rediss:// and set ${PASSWORD} (and ${USER} for a user of its own), or a Redis on a private network.`,
    });
  }
  return {
    host,
    port: port === '' ? 6379 : Number(port),
    db: Number(pathname.replace('/', '') || 0),
    tls,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    shown: `${protocol}//${hostname}:${port === '' ? 6379 : port}`,
  };
}
