import { describe, expect, test } from 'vitest';
import { type ChatReply, type ChatRequest, type ReplyCache, requestKey } from '../../src/core/chat.ts';
import { InterruptedError, ModelError } from '../../src/core/errors.ts';
import { withCache } from '../../src/model/with-cache.ts';
import { fakeModel } from '../fakes/fake-model.ts';

const base: ChatRequest = {
  messages: [{ role: 'user', content: 'hi' }],
  temperature: 0.6,
  topP: 0.95,
  maxTokens: 10,
  seed: 1,
  sample: 0,
};
const never = new AbortController().signal;

function memoryCache(modelId = 'fake', kept = new Map<string, ChatReply>()) {
  const cache: ReplyCache = {
    get: (request) => kept.get(requestKey(modelId, request)),
    put: async (key, _request, reply) => void kept.set(key, reply),
  };
  return { kept, cache };
}

describe('withCache', () => {
  test('asks once for one request', async () => {
    const { cache, kept } = memoryCache();
    const inner = fakeModel(() => 'reply');
    const model = withCache(inner, cache);
    const first = await model.complete(base, never);
    const second = await model.complete({ ...base, about: { taskId: 't', variantId: 'v', purpose: 'tests' } }, never);
    expect(second).toEqual(first);
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
    ['stop', { stop: ['\n'] }],
    ['seed', { seed: 2 }],
  ])('another %s is another question', async (_, change) => {
    const { cache } = memoryCache();
    const inner = fakeModel(() => 'reply');
    const model = withCache(inner, cache);
    await model.complete(base, never);
    await model.complete({ ...base, ...change }, never);
    expect(inner.requests).toHaveLength(2);
  });

  test('another model is another question', async () => {
    const { cache, kept } = memoryCache();
    const first = fakeModel(() => 'a');
    const second = fakeModel(() => 'b');
    await withCache(first, cache).complete(base, never);
    expect(
      (await withCache({ ...second, id: 'other' }, memoryCache('other', kept).cache).complete(base, never)).text,
    ).toBe('b');
  });

  test('equal requests under way share one call', async () => {
    const { cache } = memoryCache();
    const inner = fakeModel(() => new Promise((resolve) => setTimeout(() => resolve('late'), 10)));
    const model = withCache(inner, cache);
    const replies = await Promise.all([model.complete(base, never), model.complete(base, never)]);
    expect(replies.map(({ text }) => text)).toEqual(['late', 'late']);
    expect(inner.requests).toHaveLength(1);
  });

  test("one caller's abort is not the other's", async () => {
    const { cache } = memoryCache();
    const mine = new AbortController();
    let calls = 0;
    const model = withCache(
      {
        id: 'm',
        complete: async (_request, signal) => {
          calls++;
          await new Promise((resolve) => setTimeout(resolve, 10));
          if (signal.aborted) throw new InterruptedError();
          return { status: 'completed', text: 'ok', usage: null };
        },
      },
      cache,
    );
    const aborted = model.complete(base, mine.signal).catch((error: Error) => error);
    const other = model.complete(base, never);
    mine.abort();
    expect(await aborted).toBeInstanceOf(InterruptedError);
    expect((await other).text).toBe('ok');
    expect(calls).toBe(2);
  });

  test('a truncated reply is kept', async () => {
    const { cache, kept } = memoryCache();
    await withCache(
      fakeModel(() => ({ status: 'truncated', text: 'def', usage: null })),
      cache,
    ).complete(base, never);
    expect(kept.size).toBe(1);
  });

  test('a refusal is kept; failures and errors are asked again', async () => {
    const { cache, kept } = memoryCache();
    let calls = 0;
    const model = withCache(
      fakeModel(() => {
        calls++;
        if (calls === 1) return { status: 'failed', text: '', usage: null };
        if (calls === 2) throw new ModelError('model-server-error', 'oops');
        return { status: 'refused', text: '', usage: null };
      }),
      cache,
    );
    expect((await model.complete(base, never)).status).toBe('failed');
    await expect(model.complete(base, never)).rejects.toThrow('oops');
    expect(kept.size).toBe(0);
    expect((await model.complete(base, never)).status).toBe('refused');
    expect((await model.complete(base, never)).status).toBe('refused');
    expect(calls).toBe(3);
  });

  test('a reply is returned only when it is safe', async () => {
    const order: string[] = [];
    const cache: ReplyCache = {
      get: () => undefined,
      put: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push('stored');
      },
    };
    await withCache(
      fakeModel(() => 'ok'),
      cache,
    ).complete(base, never);
    order.push('returned');
    expect(order).toEqual(['stored', 'returned']);
  });
});
