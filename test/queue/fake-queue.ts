import { onTestFinished } from 'vitest';
import type { Sandbox } from '../../src/core/sandbox.ts';
import { QueueClient } from '../../src/queue/queue-client.ts';
import { queueKey } from '../../src/queue/queue-secret.ts';
import { QueueWorker } from '../../src/queue/queue-worker.ts';
import { kindOf, PROTOCOL, type WorkerAbilities } from '../../src/queue/worker-abilities.ts';
import { FakeRedis } from '../fakes/fake-redis.ts';

export const key = queueKey({ MUTAGREE_QUEUE_SECRET: 'a secret of this test' });
export const stranger = queueKey({ MUTAGREE_QUEUE_SECRET: 'a secret of somebody else' });
const abilities: WorkerAbilities = {
  protocol: PROTOCOL,
  version: '1.0.0',
  runner: 'r',
  sandbox: 'fake',
  python: '3.11',
  packages: [],
  modules: null,
  image: null,
  repositories: null,
};
export const ROWS = kindOf(abilities, key.id);

/** Coordinators and workers on one fake Redis. */
export function fakeQueue() {
  const redis = new FakeRedis();
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);

  async function client(): Promise<QueueClient> {
    const options = { key, kind: ROWS, roomOf: () => 1, note, lookMs: 10 };
    const opened = await new QueueClient(redis.link(), options).start();
    onTestFinished(() => opened.close());
    return opened;
  }

  async function worker({ sandbox, canary = null }: { sandbox: Sandbox; canary?: (() => Promise<void>) | null }) {
    const opened = new QueueWorker({ link: redis.link(), key, sandbox, abilities, jobs: 1, note, canary, lockMs: 60 });
    await opened.start();
    onTestFinished(() => opened.close());
    return opened;
  }

  return { redis, notes, client, worker };
}
