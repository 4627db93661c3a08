import { expect, test } from 'vitest';
import { isInside, queueAddress } from '../../src/queue/queue-address.ts';

const inside = async () => ['10.0.0.7'];
const outside = async () => ['93.184.216.34'];
const login = { MUTAGREE_QUEUE_USER: 'worker', MUTAGREE_QUEUE_PASSWORD: 'pass word' };

test('host, port, database and login', async () => {
  expect(await queueAddress('redis://127.0.0.1', {})).toEqual({
    host: '127.0.0.1',
    port: 6379,
    db: 0,
    tls: false,
    shown: 'redis://127.0.0.1:6379',
  });
  expect(await queueAddress('rediss://redis.example.org:7000/3', login, outside)).toEqual({
    host: 'redis.example.org',
    port: 7000,
    db: 3,
    tls: true,
    username: 'worker',
    password: 'pass word',
    shown: 'rediss://redis.example.org:7000',
  });
  expect((await queueAddress('redis://[::1]:7000', {})).host).toBe('::1');
});

test.each([
  'http://127.0.0.1',
  '127.0.0.1:6379',
  'redis://',
  'redis://127.0.0.1/zero',
  'redis://127.0.0.1?tls=yes',
  'redis://127.0.0.1:99999',
])('%s is no address', async (url) => {
  await expect(queueAddress(url, {})).rejects.toMatchObject({ code: 'queue-url' });
});

test('a user or password in the address is refused without being told', async () => {
  const error: unknown = await queueAddress('redis://me:hidden@127.0.0.1', {}).catch((caught) => caught);
  expect(error).toMatchObject({ code: 'queue-url', hint: expect.stringContaining('MUTAGREE_QUEUE_PASSWORD') });
  expect(String(error)).not.toContain('hidden');
});

test('an address that the internet reaches needs both TLS and a password', async () => {
  for (const [url, env] of [
    ['redis://redis.example.org', {}],
    ['rediss://redis.example.org', {}],
    ['redis://redis.example.org', login],
    ['redis://8.8.8.8', login],
  ] as const)
    await expect(queueAddress(url, env, outside)).rejects.toMatchObject({ code: 'queue-public' });
  await expect(queueAddress('rediss://redis.example.org', login, outside)).resolves.toBeDefined();
  await expect(queueAddress('redis://redis', {}, inside)).resolves.toBeDefined();
  // One address outside is enough.
  await expect(queueAddress('redis://redis', {}, async () => ['10.0.0.7', '8.8.8.8'])).rejects.toMatchObject({
    code: 'queue-public',
  });
  await expect(queueAddress('redis://redis', {}, async () => [])).rejects.toMatchObject({ code: 'queue-public' });
});

test('a name without an address is said', async () => {
  const nowhere = () => Promise.reject(new Error('ENOTFOUND'));
  await expect(queueAddress('redis://nowhere', {}, nowhere)).rejects.toMatchObject({ code: 'queue-host' });
});

test("networks of one's own", () => {
  for (const address of ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.9.9', '100.64.0.1', '::1'])
    expect(isInside(address), address).toBe(true);
  for (const address of ['fd00::1', 'fe80::1', '::ffff:10.0.0.1']) expect(isInside(address), address).toBe(true);
  for (const address of ['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888', '::ffff:8.8.8.8', '0.0.0.0', 'redis'])
    expect(isInside(address), address).toBe(false);
});
