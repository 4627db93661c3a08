import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { expect, test } from 'vitest';
import { type ContentRef, fromContent, toContent } from '../../src/queue/content.ts';
import { PROTOCOL } from '../../src/queue/job-messages.ts';
import { readWorker, signWorker, WORKER_GONE_MS, type WorkerNotice } from '../../src/queue/known-worker.ts';
import { queueKey } from '../../src/queue/queue-secret.ts';
import { kindOf, type WorkerAbilities } from '../../src/queue/worker-abilities.ts';

const key = queueKey({ MUTAGREE_QUEUE_SECRET: 'a secret of this test' });
const other = queueKey({ MUTAGREE_QUEUE_SECRET: 'another secret of it' });
const abilities: WorkerAbilities = {
  protocol: PROTOCOL,
  version: '1.0.0',
  runner: 'r',
  sandbox: 'wasm',
  python: '3.14',
  packages: [],
  modules: null,
  image: null,
  repositories: null,
  models: [],
};
const content = await toContent(abilities);
const at = 1_000_000;
const said = {
  id: 'w',
  kind: kindOf(abilities, key.id),
  jobs: 2,
  canary: 'passed',
  abilities: { hash: content.hash, size: content.size },
  counts: { done: 0, failed: 0, refused: 0, active: 0, replies: 0 },
  at,
} as const;
const notice = signWorker(key, said);

/** The worker, and what was asked for on the way. */
async function read(found: WorkerNotice, bytes: Buffer = content.bytes) {
  const asked: string[] = [];
  const worker = await readWorker(key, JSON.stringify(found), at, (ref: ContentRef) => {
    asked.push(ref.hash);
    return fromContent(bytes, ref);
  });
  return { worker, asked };
}

test('a worker of ours, with its abilities', async () => {
  expect((await read(notice)).worker).toMatchObject({ id: 'w', isOurs: true, abilities });
});

test.each<[string, WorkerNotice]>([
  ['another secret', signWorker(other, said)],
  ['no signature', { ...notice, mac: 'zz' }],
  ['another content under our signature', { ...notice, abilities: { ...notice.abilities, hash: 'a'.repeat(64) } }],
])('nothing of a worker with %s is fetched or unpacked', async (_, found) => {
  expect(await read(found)).toEqual({ worker: expect.objectContaining({ isOurs: false, abilities: null }), asked: [] });
});

test('a worker under the name of another queue is none of ours', async () => {
  expect((await read(signWorker(key, { ...said, kind: 'wasm-other' }))).worker).toMatchObject({ isOurs: false });
});

test('a notice that is too old, or none, is nobody', async () => {
  expect((await read(signWorker(key, { ...said, at: at - WORKER_GONE_MS - 1 }))).worker).toBeNull();
  expect(await readWorker(key, '{', at, async () => abilities)).toBeNull();
  expect((await read(notice, Buffer.from('other bytes'))).worker).toBeNull();
});

test.each(['no deflate stream', 'no JSON'])('content that is %s is no value, and no exception', async (what) => {
  const bytes = what === 'no JSON' ? await promisify(deflateRaw)(Buffer.from('{')) : Buffer.from([0xff, 0xff, 0xff]);
  const { createHash } = await import('node:crypto');
  const ref = { hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
  expect(await fromContent(bytes, ref)).toBeNull();
});
