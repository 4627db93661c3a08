import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatModel, ChatReply } from '../../src/core/chat.ts';
import { InterruptedError, ModelConfigError, ModelError } from '../../src/core/errors.ts';
import { type RetryOptions, withRetry } from '../../src/model/pacing.ts';
import { chatRequest, never } from '../fakes/fake-model.ts';

const request = chatRequest();
const reply: ChatReply = { status: 'completed', text: 'ok', usage: null };
const busy = (retryAfterMs?: number) =>
  new ModelError('model-rate-limited', 'too many requests', {
    retryable: true,
    hint: 'Wait.',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });

/** Fails with each of the errors in turn, the last one forever unless null ends them. */
function failing(errors: readonly (Error | null)[]) {
  const calledAt: number[] = [];
  const model: ChatModel = {
    id: 'm',
    complete: async () => {
      calledAt.push(Date.now());
      const error = errors[Math.min(calledAt.length - 1, errors.length - 1)];
      if (error) throw error;
      return reply;
    },
  };
  return { model, calledAt };
}

/** Gaps between calls in ms, and the outcome, with time passing at once. */
async function play(errors: readonly (Error | null)[], options: RetryOptions = {}, signal = never) {
  const { model, calledAt } = failing(errors);
  const outcome = withRetry(model, { random: () => 0.5, ...options })
    .complete(request, signal)
    .catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return {
    outcome: await outcome,
    calls: calledAt.length,
    gaps: calledAt.slice(1).map((at, i) => at - (calledAt[i] ?? 0)),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('waits exponentially longer, and returns the reply that comes at last', async () => {
  const { outcome, gaps } = await play([busy(), busy(), busy(), null], { minDelayMs: 100 });
  expect(outcome).toBe(reply);
  expect(gaps).toEqual([100, 200, 400]);
});

test('spreads the waits by the given randomness', async () => {
  const short = await play([busy(), null], { minDelayMs: 100, random: () => 0 });
  const long = await play([busy(), null], { minDelayMs: 100, random: () => 0.999 });
  expect(short.gaps[0]).toBe(50);
  expect(long.gaps[0]).toBeGreaterThan(140);
});

test('waits as long as Retry-After says', async () => {
  const { outcome, gaps } = await play([busy(7000), busy(0), null], { minDelayMs: 100 });
  expect(outcome).toBe(reply);
  expect(gaps).toEqual([7000, 0]);
});

test('a storm ends with the number of tries', async () => {
  const { outcome, calls } = await play([busy()], { retries: 4, minDelayMs: 1 });
  expect(calls).toBe(5);
  expect(outcome).toMatchObject({
    code: 'model-rate-limited',
    message: 'too many requests (gave up after 5 tries)',
    hint: 'Wait.',
  });
});

test('what is not worth many tries gets few, and stays what it was', async () => {
  const usage = { inputTokens: 3, outputTokens: 2 };
  const gone = new ModelError('gone', 'nobody', { retryable: true, mostTries: 3, concernsAll: true, usage });
  const { outcome, calls } = await play([gone], { retries: 9, minDelayMs: 1 });
  expect(calls).toBe(3);
  expect(outcome).toMatchObject({ code: 'gone', concernsAll: true, usage });
});

test('a storm with long waits ends in bounded time', async () => {
  const { outcome, gaps } = await play([busy(30_000)], { retries: 1000, maxTotalMs: 100_000 });
  expect(outcome).toBeInstanceOf(ModelError);
  expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeLessThanOrEqual(100_000);
  expect(gaps.length).toBe(3);
});

test('does not wait for an hour because an endpoint says so', async () => {
  const { outcome, calls } = await play([busy(3_600_000)], { maxDelayMs: 60_000 });
  expect(outcome).toMatchObject({ code: 'model-rate-limited', retryAfterMs: 3_600_000 });
  expect(calls).toBe(1);
});

test.each([
  ['a wrong key', new ModelConfigError('model-key-refused', 'no')],
  ['a bug', new TypeError('x is undefined')],
  ['an interruption', new InterruptedError()],
  ['an answer that is not a completion', new ModelError('model-not-json', 'html')],
])('asks once after %s and throws it as it is', async (_, error) => {
  const { outcome, calls } = await play([error]);
  expect(outcome).toBe(error);
  expect(calls).toBe(1);
});

test('another failure after retries is thrown as it is', async () => {
  const refused = new ModelConfigError('model-key-refused', 'no');
  const { outcome, calls } = await play([busy(), refused], { minDelayMs: 1 });
  expect(outcome).toBe(refused);
  expect(calls).toBe(2);
});

test.each([
  ['an abort ends the wait', (abort: () => void) => void setTimeout(abort, 1000)],
  ['an abort that came during the call starts no wait', (abort: () => void) => abort()],
])('%s', async (_, during) => {
  const controller = new AbortController();
  const { model, calledAt } = failing([busy(50_000)]);
  const complete: ChatModel['complete'] = (...args) => {
    during(() => controller.abort());
    return model.complete(...args);
  };
  const outcome = withRetry({ ...model, complete })
    .complete(request, controller.signal)
    .catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(1001);
  expect(await outcome).toBeInstanceOf(InterruptedError);
  expect(calledAt).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
