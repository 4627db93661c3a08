import { expect, test } from 'vitest';
import { queueKey } from '../../src/queue/queue-secret.ts';

const key = queueKey({ MUTAGREE_QUEUE_SECRET: 'sixteen letters!' });
const other = queueKey({ MUTAGREE_QUEUE_SECRET: 'sixteen letters?' });

test('a missing or short secret is refused, and the message does not hold it', () => {
  expect(() => queueKey({})).toThrow('MUTAGREE_QUEUE_SECRET is not set');
  expect(() => queueKey({ MUTAGREE_QUEUE_SECRET: 'fifteen letters' })).toThrow(/has 15 characters/);
  expect(() => queueKey({ MUTAGREE_QUEUE_SECRET: 'fifteen letters' })).not.toThrow(/fifteen/);
});

test('a value comes back for the same secret, purpose and name alone, and unchanged bytes', async () => {
  const sealed = await key.seal('job', 'a b', ['verdict']);
  expect(await key.open('job', 'a b', sealed)).toEqual(['verdict']);
  expect(await queueKey({ MUTAGREE_QUEUE_SECRET: 'sixteen letters!' }).open('job', 'a b', sealed)).toEqual(['verdict']);
  const changed = Buffer.from(sealed);
  changed[40] = (changed[40] ?? 0) ^ 1;
  expect(await other.open('job', 'a b', sealed)).toBeUndefined();
  expect(await key.open('result', 'a b', sealed)).toBeUndefined();
  expect(await key.open('job', 'a c', sealed)).toBeUndefined();
  for (const bytes of [changed, sealed.subarray(1), sealed.subarray(0, 32), Buffer.alloc(0), null, undefined])
    expect(await key.open('job', 'a b', bytes)).toBeUndefined();
});

test('secrets have names that differ, and that they cannot be read from', () => {
  expect(key.id).toMatch(/^[0-9a-f]{12}$/);
  expect(key.id).not.toBe(other.id);
});
