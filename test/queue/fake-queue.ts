import { onTestFinished } from 'vitest';
import type { ChatModel } from '../../src/core/chat.ts';
import type { Sandbox } from '../../src/core/sandbox.ts';
import { QueueClient } from '../../src/queue/queue-client.ts';
import { queueKey } from '../../src/queue/queue-secret.ts';
import { QueueWorker } from '../../src/queue/queue-worker.ts';
import { kindOf, modelKind, PROTOCOL, type WorkerAbilities } from '../../src/queue/worker-abilities.ts';
import { FakeRedis } from '../fakes/fake-redis.ts';

export const key = queueKey({ MUTAGREE_QUEUE_SECRET: 'a secret of this test' });
export const stranger = queueKey({ MUTAGREE_QUEUE_SECRET: 'a secret of somebody else' });
const served = { model: 'm', endpoint: 'http://e/v1', calls: 8 };
const abilities: WorkerAbilities = {
  ...{ protocol: PROTOCOL, version: '1.0.0', runner: 'r', sandbox: 'fake', python: '3.11', packages: [] },
  ...{ modules: null, image: null, repositories: null, models: [] },
};
export const ROWS = kindOf(abilities, key.id);
export const CALLS = modelKind(served, abilities.version, key.id);

/** Coordinators and workers on one fake Redis. */
export function fakeQueue() {
  const redis = new FakeRedis();
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);

  async function client(isPaid: boolean): Promise<QueueClient> {
    const kind = isPaid ? CALLS : ROWS;
    const timing = { lookMs: 10, patienceMs: 300 };
    const options = { key, kind, isPaid, roomOf: () => 1, unit: 'runners', note, ...timing } as const;
    const opened = await new QueueClient(redis.link(), options).start();
    onTestFinished(() => opened.close());
    return opened;
  }

  async function worker(does: { sandbox?: Sandbox; model?: ChatModel; canary?: () => Promise<void> }) {
    const { sandbox = null, model, canary = null } = does;
    const models = model ? [{ served, model }] : [];
    const own = { ...abilities, models: models.map((each) => each.served) };
    const options = { link: redis.link(), key, sandbox, abilities: own, jobs: 1, models, note, canary, lockMs: 60 };
    const opened = new QueueWorker(options);
    await opened.start();
    onTestFinished(() => opened.close());
    return opened;
  }

  return { redis, notes, client, worker };
}
