import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChatReply, ChatRequest } from '../../src/core/chat.ts';
import { ModelConfigError, ModelError } from '../../src/core/errors.ts';
import type { CallRecord } from '../../src/core/token-cost.ts';
import { withJournal } from '../../src/model/with-journal.ts';
import type { AskChannel } from '../../src/queue/ask-channel.ts';
import { type AskDesk, AskRunner } from '../../src/queue/ask-runner.ts';
import { type Content, type ContentRef, fromContent } from '../../src/queue/content.ts';
import { type ContentPlace, payloadOf } from '../../src/queue/content-place.ts';
import type { JobNews } from '../../src/queue/job-channel.ts';
import { type JobMessage, signJob } from '../../src/queue/job-messages.ts';
import { QueueModel } from '../../src/queue/queue-model.ts';
import { queueKey } from '../../src/queue/queue-secret.ts';

const key = queueKey({ MUTAGREE_QUEUE_SECRET: 'a secret of this test' });
const stranger = queueKey({ MUTAGREE_QUEUE_SECRET: 'a secret of somebody else' });
const never = new AbortController().signal;
const requestOf = (text: string): ChatRequest => ({
  messages: [{ role: 'user', content: text }],
  ...{ temperature: 0.6, topP: 0.95, maxTokens: 10, seed: 1, sample: 0 },
});
const reply = (text: string): ChatReply => ({
  ...{ status: 'completed', text, usage: { inputTokens: 3, outputTokens: 2 } },
  sent: { endpoint: 'http://e/v1', tokensField: 'max_tokens', without: [] },
});

/** Redis in this process, with workers that are handed jobs by hand. */
class FakeRedis {
  readonly contents = new Map<string, Content>();
  readonly states = new Map<string, JobNews>();
  readonly claims = new Map<string, string>();
  readonly answers = new Map<string, unknown>();
  readonly beats = new Set<string>();
  readonly there = new Set<string>();
  readonly sent: JobMessage[] = [];
  #listeners: ((job: string, news: JobNews) => void)[] = [];

  readonly read = async (ref: ContentRef, place: ContentPlace) => {
    const found = this.contents.get(place);
    return found ? fromContent(found.bytes, ref) : null;
  };

  tell(job: string, news: JobNews): void {
    this.states.set(job, news);
    for (const listener of this.#listeners) listener(job, news);
  }

  channel(): AskChannel {
    return {
      send: async (message, payload) => {
        this.contents.set(payloadOf(message.job), payload);
        this.states.set(message.job, { state: 'open' });
        this.sent.push(message);
      },
      onNews: (listener) => void this.#listeners.push(listener),
      look: async (job) => this.states.get(job) ?? { state: 'missing' },
      answered: async (job) => this.answers.get(job) ?? null,
      maker: async (job) => {
        const owner = this.claims.get(job);
        return owner === undefined ? 'nobody' : this.there.has(owner) ? 'there' : 'gone';
      },
      read: this.read,
      forget: async (job) => {
        this.beats.delete(job);
        for (const map of [this.states, this.claims, this.answers]) map.delete(job);
        for (const place of this.contents.keys()) if (place.endsWith(job)) this.contents.delete(place);
      },
      beat: async (runs) => {
        for (const run of runs) this.beats.add(run);
      },
      workers: async () => [],
      now: async () => Date.now(),
      close: async () => {},
    };
  }

  desk(): AskDesk {
    return {
      read: this.read,
      store: async (content, place) => void this.contents.set(place, content),
      isAlive: async (run) => this.beats.has(run),
      now: async () => Date.now(),
      claim: async (job, worker) => {
        const owner = this.claims.get(job) ?? null;
        if (owner === null) this.claims.set(job, worker);
        return owner;
      },
      release: async (job) => void this.claims.delete(job),
      answered: async (job) => this.answers.get(job) ?? null,
      keepAnswer: async (job, message) => void this.answers.set(job, message),
      isThere: async (worker) => this.there.has(worker),
    };
  }

  worker(name: string, answer: (request: ChatRequest) => Promise<ChatReply>) {
    this.there.add(name);
    const asked: ChatRequest[] = [];
    const model = {
      id: 'm',
      complete: (request: ChatRequest) => {
        asked.push(request);
        return answer(request);
      },
    };
    const runner = new AskRunner({ key, kind: 'model-1', worker: name, model, desk: this.desk() });
    return { asked, run: (message: JobMessage) => runner.run(message.job, message, never) };
  }
}

function coordinator(redis: FakeRedis, notes: string[] = []): QueueModel {
  const model = new QueueModel(redis.channel(), {
    ...{ id: 'm', key, kind: 'model-1', lookMs: 10, learn: async () => {}, clockOffsetMs: () => 0 },
    note: (text) => notes.push(text),
  });
  onTestFinished(() => model.close());
  return model;
}

async function firstSent(redis: FakeRedis, count = 1): Promise<JobMessage> {
  while (redis.sent.length < count) await sleep(1);
  return redis.sent[count - 1] as JobMessage;
}

describe('a model by way of a queue', () => {
  test('gives what the worker’s model gave, without what the call is about', async () => {
    const redis = new FakeRedis();
    const worker = redis.worker('w', async () => reply('hello'));
    const about = { taskId: 't', variantId: 'v', purpose: 'program' } as const;
    const asking = coordinator(redis).complete({ ...requestOf('hi'), about, call: 'c1' }, never);
    const message = await firstSent(redis);
    expect(message.job).toBe('ask-c1');
    const outcome = await worker.run(message);
    if (outcome.kind === 'done') redis.tell(message.job, { state: 'done', value: outcome.message });
    expect(await asking).toEqual(reply('hello'));
    expect(worker.asked).toEqual([requestOf('hi')]);
  });

  test('throws what the worker’s model threw, as the same error', async () => {
    const errors = [
      new ModelError('model-rate-limited', 'busy', {
        retryable: true,
        concernsAll: true,
        retryAfterMs: 70,
        mostTries: 3,
      }),
      new ModelError('model-no-message', 'empty', { usage: { inputTokens: 1, outputTokens: 2 }, mend: 'Do.' }),
      new ModelConfigError('model-key-refused', 'no such key'),
    ];
    for (const error of errors) {
      const redis = new FakeRedis();
      const worker = redis.worker('w', async () => {
        throw error;
      });
      const asking = coordinator(redis)
        .complete(requestOf('hi'), never)
        .catch((reason: unknown) => reason);
      const message = await firstSent(redis);
      const outcome = await worker.run(message);
      if (outcome.kind === 'done') redis.tell(message.job, { state: 'done', value: outcome.message });
      const thrown = (await asking) as ModelError;
      const isConfig = error instanceof ModelConfigError;
      const { code, retryable, concernsAll, retryAfterMs, mostTries, usage, mend, exitCode } = error;
      expect(thrown).toMatchObject({ code, retryable, concernsAll, retryAfterMs, mostTries, usage, mend, exitCode });
      expect(thrown.message).toBe(isConfig ? 'worker w: no such key' : error.message);
      expect(thrown instanceof ModelConfigError).toBe(isConfig);
    }
  });

  test('a job that is handed out twice is asked once, and both give the one answer', async () => {
    const redis = new FakeRedis();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const one = redis.worker('one', async () => {
      await gate;
      return reply('hello');
    });
    const two = redis.worker('two', async () => reply('another'));
    const asking = coordinator(redis).complete(requestOf('hi'), never);
    const message = await firstSent(redis);
    const first = one.run(message);
    await sleep(5);
    expect(await two.run(message)).toEqual({ kind: 'elsewhere' });
    const again = one.run(message);
    release();
    const outcome = await first;
    expect(await again).toEqual(outcome);
    expect(await two.run(message)).toEqual(outcome);
    expect([one.asked.length, two.asked.length]).toEqual([1, 0]);
    // Found without any news.
    expect((await asking).text).toBe('hello');
  });

  test('a job that comes back to its worker before that has begun to ask is no lost call', async () => {
    const redis = new FakeRedis();
    const worker = redis.worker('w', async () => reply('hello'));
    const asking = coordinator(redis).complete(requestOf('hi'), never);
    const message = await firstSent(redis);
    // A machine that stood still for longer than the lock: both are on their way to the claim.
    const outcomes = await Promise.all([worker.run(message), worker.run(message)]);
    expect(outcomes).toMatchObject([
      { kind: 'done', isFailure: false },
      { kind: 'done', isFailure: false },
    ]);
    expect(worker.asked.length).toBe(1);
    expect((await asking).text).toBe('hello');
  });

  test('the call of a worker that is gone counts as lost, and may have been paid for', async () => {
    const redis = new FakeRedis();
    redis.worker('dead', async () => reply('never'));
    const heir = redis.worker('heir', async () => reply('another'));
    const asking = coordinator(redis)
      .complete(requestOf('hi'), never)
      .catch((reason: unknown) => reason);
    const message = await firstSent(redis);
    redis.claims.set(message.job, 'dead');
    redis.there.delete('dead');
    const outcome = await heir.run(message);
    expect(outcome).toMatchObject({ kind: 'done', isFailure: true });
    if (outcome.kind === 'done') redis.tell(message.job, { state: 'done', value: outcome.message });
    expect(await asking).toMatchObject({ code: 'model-worker-lost', retryable: true, usage: null });
    expect(heir.asked).toEqual([]);
  });

  test('a call that nobody began is sent again without an end to the run; one that was begun waits for its worker', async () => {
    const redis = new FakeRedis();
    const worker = redis.worker('w', async () => reply('hello'));
    const asking = coordinator(redis).complete({ ...requestOf('hi'), call: 'c' }, never);
    await firstSent(redis);
    redis.states.clear();
    const message = await firstSent(redis, 2);
    redis.claims.set(message.job, 'w');
    redis.states.clear();
    await sleep(100);
    expect(redis.sent.length).toBe(2);
    redis.claims.clear();
    await worker.run(message);
    expect((await asking).text).toBe('hello');
  });

  test('answers that no worker signed for this very call are refused', async () => {
    const redis = new FakeRedis();
    const notes: string[] = [];
    const worker = redis.worker('w', async () => reply('true'));
    const model = coordinator(redis, notes);
    const asking = model.complete({ ...requestOf('hi'), call: 'c' }, never);
    const message = await firstSent(redis);
    const outcome = await worker.run(message);
    if (outcome.kind !== 'done') throw new Error('it was asked');
    redis.answers.clear();
    redis.there.add('w');
    const lies = [
      'done',
      { ...outcome.message, mac: '0'.repeat(64) },
      { ...outcome.message, worker: 'another' },
      { ...outcome.message, job: 'ask-d', run: 'ask-d' },
    ];
    for (const value of lies) redis.tell(message.job, { state: 'done', value });
    while (notes.length < lies.length) await sleep(1);
    redis.tell(message.job, { state: 'done', value: outcome.message });
    expect((await asking).text).toBe('true');
    expect(model.account.refused).toBeGreaterThanOrEqual(lies.length);
  });

  test('a worker asks nothing that the secret did not sign for its model', async () => {
    const redis = new FakeRedis();
    const worker = redis.worker('w', async () => reply('never'));
    void coordinator(redis)
      .complete({ ...requestOf('hi'), call: 'c' }, never)
      .catch(() => {});
    const message = await firstSent(redis);
    const { mac: _, protocol: _p, key: _k, ...fields } = message;
    for (const forged of [
      { ...message, mac: '0'.repeat(64) },
      { ...message, kind: 'model-2' },
      signJob(stranger, fields),
      signJob(key, { ...fields, kind: 'model-2' }),
      signJob(key, { ...fields, until: 1 }),
    ])
      expect(await worker.run(forged)).toMatchObject({ kind: 'refused' });
    redis.beats.clear();
    const other = signJob(key, { ...fields, job: 'ask-x', run: 'ask-x' });
    expect(await worker.run(other)).toEqual({ kind: 'left', reason: 'its coordinator is gone' });
    expect(worker.asked).toEqual([]);
    expect(redis.claims.size).toBe(0);
  });
});

describe('a run that was killed', () => {
  const journal = () => {
    const records = new Map<string, CallRecord>();
    return { records, append: async (record: CallRecord) => void records.set(record.key, record) };
  };

  test('takes up the call that was under way: it is paid for once, and stands in the account once', async () => {
    const redis = new FakeRedis();
    const worker = redis.worker('w', async () => reply('hello'));
    const { records, append } = journal();
    const first = coordinator(redis);
    const dying = withJournal(first, append)
      .complete(requestOf('hi'), never)
      .catch((reason: unknown) => reason);
    const message = await firstSent(redis);
    // The process is gone without a word; the worker asks all the same.
    await worker.run(message);
    await first.close();
    expect(await dying).toMatchObject({ code: 'interrupted' });
    expect([...records.values()].map(({ state }) => state)).toEqual(['open']);

    const again = withJournal(coordinator(redis), append, { left: [...records.values()] });
    expect((await again.complete(requestOf('hi'), never)).text).toBe('hello');
    expect(redis.sent.length).toBe(1);
    expect(worker.asked.length).toBe(1);
    expect([...records.values()].map(({ state }) => state)).toEqual(['answered']);
    // What another question left is not taken for this one.
    const other = again.complete(requestOf('another'), never);
    expect((await firstSent(redis, 2)).job).not.toBe(message.job);
    await worker.run(redis.sent[1] as JobMessage);
    expect((await other).text).toBe('hello');
  });

  test('finds the reply that was journaled and not stored', async () => {
    const redis = new FakeRedis();
    const worker = redis.worker('w', async () => reply('hello'));
    const { records, append } = journal();
    const first = withJournal(coordinator(redis), append).complete(requestOf('hi'), never);
    await worker.run(await firstSent(redis));
    await first;
    expect([...records.values()].map(({ state }) => state)).toEqual(['answered']);
    const again = withJournal(coordinator(redis), append, { left: [...records.values()] });
    expect((await again.complete(requestOf('hi'), never)).text).toBe('hello');
    expect(worker.asked.length).toBe(1);
  });

  test('asks anew where Redis has nothing of the call any more, and the old one stays at its worst', async () => {
    const redis = new FakeRedis();
    const worker = redis.worker('w', async () => reply('hello'));
    const { records, append } = journal();
    const first = coordinator(redis);
    void withJournal(first, append)
      .complete(requestOf('hi'), never)
      .catch(() => {});
    await firstSent(redis);
    await first.close();
    await redis.channel().forget(redis.sent[0]?.job ?? '');
    const asking = withJournal(coordinator(redis), append, { left: [...records.values()] }).complete(
      requestOf('hi'),
      never,
    );
    await worker.run(await firstSent(redis, 2));
    expect((await asking).text).toBe('hello');
    expect([...records.values()].map(({ state }) => state)).toEqual(['open', 'answered']);
  });
});
