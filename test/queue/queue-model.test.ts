import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ChatReply, ChatRequest } from '../../src/core/chat.ts';
import { ModelConfigError, ModelError } from '../../src/core/errors.ts';
import type { CallRecord } from '../../src/core/token-cost.ts';
import { withJournal } from '../../src/model/with-journal.ts';
import { jobKeys, waitKey } from '../../src/queue/queue-keys.ts';
import { QueueModel } from '../../src/queue/queue-model.ts';
import { CALLS, fakeQueue } from './fake-queue.ts';

const never = new AbortController().signal;
const requestOf = (text: string): ChatRequest => ({
  messages: [{ role: 'user', content: text }],
  ...{ temperature: 0.6, topP: 0.95, maxTokens: 10, seed: 1, sample: 0 },
});
const reply = (text: string): ChatReply => ({
  ...{ status: 'completed', text, usage: { inputTokens: 3, outputTokens: 2 } },
  sent: { endpoint: 'http://e/v1', tokensField: 'max_tokens', without: [] },
});

/** A model that waits until it is released. */
function slowModel(answer: () => ChatReply = () => reply('hello')) {
  const asked: ChatRequest[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const complete = async (request: ChatRequest) => {
    asked.push(request);
    await gate;
    return answer();
  };
  return { id: 'm', complete, asked, release };
}

const quickModel = (answer?: () => ChatReply) => {
  const model = slowModel(answer);
  model.release();
  return model;
};

async function setUp() {
  const queue = fakeQueue();
  const coordinator = async () => new QueueModel('m', await queue.client(true));
  const { client } = queue.redis.link();
  return { ...queue, coordinator, connection: client, keys: (call: string) => jobKeys(CALLS, `ask-${call}`) };
}

describe('a model by way of a queue', () => {
  test('gives what the worker’s model gave, without what the call is about', async () => {
    const { coordinator, worker } = await setUp();
    const model = quickModel();
    const one = await worker({ model });
    const asking = await coordinator();
    const about = { taskId: 't', variantId: 'v', purpose: 'program' } as const;
    expect(await asking.complete({ ...requestOf('hi'), about, call: 'c1' }, never)).toEqual(reply('hello'));
    expect(model.asked).toEqual([requestOf('hi')]);
    expect([...asking.doneBy]).toEqual([[one.id, 1]]);
  });

  const retry = { retryable: true, concernsAll: true, retryAfterMs: 70, mostTries: 3 };
  const empty = { usage: { inputTokens: 1, outputTokens: 2 }, hint: 'Do.' };
  test.each([
    new ModelError('model-rate-limited', 'busy', retry),
    new ModelError('model-no-message', 'empty', empty),
    new ModelConfigError('model-key-refused', 'no such key'),
  ])('throws what the worker’s model threw, as the same error: $code', async (error) => {
    const { coordinator, worker } = await setUp();
    const model = quickModel(() => {
      throw error;
    });
    const one = await worker({ model });
    const thrown = await (await coordinator()).complete(requestOf('hi'), never).catch((reason: unknown) => reason);
    const isConfig = error instanceof ModelConfigError;
    const { code, retryable, concernsAll, retryAfterMs, mostTries, usage, hint, exitCode } = error;
    expect(thrown).toMatchObject({ code, retryable, concernsAll, retryAfterMs, mostTries, usage, hint, exitCode });
    expect((thrown as Error).message).toBe(isConfig ? `worker ${one.id}: no such key` : error.message);
    expect(thrown instanceof ModelConfigError).toBe(isConfig);
  });

  test('a call that is handed out twice is made once', async () => {
    const { coordinator, worker, connection } = await setUp();
    const model = slowModel();
    const other = quickModel();
    await worker({ model });
    const asking = (await coordinator()).complete({ ...requestOf('hi'), call: 'c' }, never);
    while (model.asked.length === 0) await sleep(1);
    await worker({ model: other });
    for (let times = 0; times < 4; times++) await connection.lpush(waitKey(CALLS), 'ask-c');
    while ((await connection.llen(waitKey(CALLS))) > 0) await sleep(1);
    model.release();
    expect((await asking).text).toBe('hello');
    expect([model.asked.length, other.asked.length]).toEqual([1, 0]);
  });

  test('the call of a worker that is gone counts as lost, and may have been paid for', async () => {
    const { coordinator, worker, connection, keys } = await setUp();
    const asking = (await coordinator()).complete({ ...requestOf('hi'), call: 'c' }, never);
    const thrown = asking.catch((reason: unknown) => reason);
    while ((await connection.llen(waitKey(CALLS))) === 0) await sleep(1);
    await connection.set(keys('c').claim, 'dead');
    const model = quickModel();
    await worker({ model });
    expect(await thrown).toMatchObject({ code: 'model-worker-lost', retryable: true, usage: null });
    expect(model.asked).toEqual([]);
  });

  test('a call that Redis lost before a worker began is sent again; one that was begun waits for its worker', async () => {
    const { coordinator, worker, redis, connection } = await setUp();
    const asking = (await coordinator()).complete({ ...requestOf('hi'), call: 'c' }, never);
    while ((await connection.llen(waitKey(CALLS))) === 0) await sleep(1);
    redis.clear();
    const model = slowModel();
    await worker({ model });
    while (model.asked.length === 0) await sleep(1);
    // Many looks, at none of which it is sent again.
    await sleep(100);
    expect(await connection.llen(waitKey(CALLS))).toBe(0);
    model.release();
    expect((await asking).text).toBe('hello');
    expect(model.asked.length).toBe(1);
  });

  test('a call that nobody waits for is not made', async () => {
    const { coordinator, worker, connection, keys } = await setUp();
    const model = quickModel();
    const first = await coordinator();
    first.complete({ ...requestOf('hi'), call: 'c' }, never).catch(() => {});
    while ((await connection.llen(waitKey(CALLS))) === 0) await sleep(1);
    await first.close();
    await connection.unlink(keys('c').body);
    await worker({ model });
    while ((await connection.llen(waitKey(CALLS))) > 0) await sleep(1);
    await sleep(20);
    expect(model.asked).toEqual([]);
    expect(await connection.exists(keys('c').claim)).toBe(0);
  });
});

describe('a run that was killed', () => {
  const journal = () => {
    const records = new Map<string, CallRecord>();
    return { records, append: async (record: CallRecord) => void records.set(record.key, record) };
  };

  test('takes up the call that was under way: it is paid for once, and stands in the account once', async () => {
    const { coordinator, worker } = await setUp();
    const model = slowModel();
    await worker({ model });
    const { records, append } = journal();
    const first = await coordinator();
    const dying = withJournal(first, append)
      .complete(requestOf('hi'), never)
      .catch((reason: unknown) => reason);
    while (model.asked.length === 0) await sleep(1);
    // The process is gone without a word; the worker asks all the same.
    await first.close();
    expect(await dying).toMatchObject({ code: 'interrupted' });
    expect([...records.values()].map(({ state }) => state)).toEqual(['open']);
    model.release();
    const again = withJournal(await coordinator(), append, { left: [...records.values()] });
    expect((await again.complete(requestOf('hi'), never)).text).toBe('hello');
    expect(model.asked.length).toBe(1);
    expect([...records.values()].map(({ state }) => state)).toEqual(['answered']);
    // What another question left is not taken for this one.
    await again.complete(requestOf('another'), never);
    expect(model.asked.length).toBe(2);
  });

  test('finds the reply that was journaled and not stored', async () => {
    const { coordinator, worker } = await setUp();
    const model = quickModel();
    await worker({ model });
    const { records, append } = journal();
    await withJournal(await coordinator(), append).complete(requestOf('hi'), never);
    const again = withJournal(await coordinator(), append, { left: [...records.values()] });
    expect((await again.complete(requestOf('hi'), never)).text).toBe('hello');
    expect(model.asked.length).toBe(1);
  });

  test('asks anew if Redis has nothing of the call any more, and the old one stays at its worst', async () => {
    const { coordinator, worker, redis, connection } = await setUp();
    const { records, append } = journal();
    const first = await coordinator();
    const dying = withJournal(first, append).complete(requestOf('hi'), never);
    dying.catch(() => {});
    while ((await connection.llen(waitKey(CALLS))) === 0) await sleep(1);
    await first.close();
    redis.clear();
    await worker({ model: quickModel() });
    const again = withJournal(await coordinator(), append, { left: [...records.values()] });
    expect((await again.complete(requestOf('hi'), never)).text).toBe('hello');
    expect([...records.values()].map(({ state }) => state)).toEqual(['open', 'answered']);
  });

  test('Redis forgets the replies once they are stored', async () => {
    const { coordinator, worker, redis } = await setUp();
    await worker({ model: quickModel() });
    const asking = await coordinator();
    await asking.complete({ ...requestOf('hi'), call: 'c' }, never);
    await asking.close(true);
    expect([...redis.values.keys()].filter((name) => name.includes('ask-c'))).toEqual([]);
  });
});
