import { expect, test } from 'vitest';
import { type ChatModel, type ChatReply, type ChatRequest, requestKey } from '../../src/core/chat.ts';
import { InterruptedError, ModelError } from '../../src/core/errors.ts';
import { type ReplyCache, withCache } from '../../src/model/with-cache.ts';
import { chatRequest, fakeModel, never } from '../fakes/fake-model.ts';

const base = chatRequest({ seed: 1 });

const fail: ReplyCache['fail'] = (_key, _request, error) => Promise.reject(error);

/** A model that keeps its replies in memory, and what it keeps. */
function cached(inner: ChatModel = fakeModel(() => 'reply'), kept = new Map<string, ChatReply>()) {
  const model = withCache(inner, {
    get: (request) => kept.get(requestKey(inner.id, request)),
    put: async (key, _request, reply) => void kept.set(key, reply),
    fail,
  });
  return {
    kept,
    ask: (change: Partial<ChatRequest> = {}, signal = never) => model.complete({ ...base, ...change }, signal),
  };
}

test('asks once for one request', async () => {
  const inner = fakeModel(() => 'reply');
  const { kept, ask } = cached(inner);
  const first = await ask();
  expect(await ask({ about: { taskId: 't', variantId: 'v', purpose: 'tests' } })).toEqual(first);
  expect(inner.requests).toHaveLength(1);
  expect([...kept.keys()]).toEqual([requestKey('fake', base)]);
});

test.each<[string, Partial<ChatRequest>]>([
  ['sample', { sample: 1 }],
  ['message', { messages: [{ role: 'user', content: 'ho' }] }],
  ['role', { messages: [{ role: 'system', content: 'hi' }] }],
  ['temperature', { temperature: 0.7 }],
  ['top-p', { topP: 1 }],
  ['token limit', { maxTokens: 11 }],
  ['seed', { seed: 2 }],
])('another %s is another question', async (_, change) => {
  const inner = fakeModel(() => 'reply');
  const { ask } = cached(inner);
  await ask();
  await ask(change);
  expect(inner.requests).toHaveLength(2);
});

test('another model is another question', async () => {
  const { kept, ask } = cached();
  await ask();
  expect((await cached({ ...fakeModel(() => 'b'), id: 'other' }, kept).ask()).text).toBe('b');
});

test('equal requests under way share one call', async () => {
  const inner = fakeModel(() => new Promise((resolve) => setTimeout(() => resolve('late'), 10)));
  const { ask } = cached(inner);
  expect((await Promise.all([ask(), ask()])).map(({ text }) => text)).toEqual(['late', 'late']);
  expect(inner.requests).toHaveLength(1);
});

test("one caller's abort is not the other's", async () => {
  const mine = new AbortController();
  let calls = 0;
  const complete: ChatModel['complete'] = async (_request, signal) => {
    calls++;
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (signal.aborted) throw new InterruptedError();
    return { status: 'completed', text: 'ok', usage: null };
  };
  const { ask } = cached({ id: 'm', complete });
  const aborted = ask({}, mine.signal).catch((error: Error) => error);
  const other = ask();
  mine.abort();
  expect(await aborted).toBeInstanceOf(InterruptedError);
  expect((await other).text).toBe('ok');
  expect(calls).toBe(2);
});

test('a refusal, as any answer, is kept; failures and errors are asked again', async () => {
  const answers = ['failed', null, 'refused'] as const;
  const inner = fakeModel(() => {
    const status = answers[inner.requests.length - 1];
    if (!status) throw new ModelError('model-server-error', 'oops');
    return { status, text: '', usage: null };
  });
  const { kept, ask } = cached(inner);
  expect((await ask()).status).toBe('failed');
  await expect(ask()).rejects.toThrow('oops');
  expect(kept.size).toBe(0);
  for (const _ of [1, 2]) expect((await ask()).status).toBe('refused');
  expect(inner.requests).toHaveLength(3);
});

test('a reply is returned only when it is safe', async () => {
  const order: string[] = [];
  const cache: ReplyCache = {
    get: () => undefined,
    put: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push('stored');
    },
    fail,
  };
  await withCache(
    fakeModel(() => 'ok'),
    cache,
  ).complete(base, never);
  order.push('returned');
  expect(order).toEqual(['stored', 'returned']);
});
