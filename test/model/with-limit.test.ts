import { expect, test } from 'vitest';
import type { ChatModel } from '../../src/core/chat.ts';
import { InterruptedError, ModelError } from '../../src/core/errors.ts';
import { createOfflineModel } from '../../src/model/offline-model.ts';
import { callQueue, withLimit } from '../../src/model/pacing.ts';
import { chatRequest, never } from '../fakes/fake-model.ts';

const request = chatRequest({ sample: 3 });

function slowModel() {
  const seen = { now: 0, most: 0, calls: 0 };
  const model: ChatModel = {
    id: 'm',
    complete: async () => {
      seen.calls++;
      seen.most = Math.max(seen.most, ++seen.now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.now--;
      if (seen.calls % 4 === 0) throw new ModelError('model-server-error', 'x');
      return { status: 'completed', text: '', usage: null };
    },
  };
  return { model, seen };
}

test('no more calls in flight than allowed, also when some fail', async () => {
  const { model, seen } = slowModel();
  const limited = withLimit(model, callQueue(3));
  await Promise.allSettled(Array.from({ length: 20 }, () => limited.complete(request, never)));
  expect(seen).toMatchObject({ most: 3, calls: 20 });
});

test('calls that wait when the signal aborts are never made', async () => {
  const { model, seen } = slowModel();
  const limited = withLimit(model, callQueue(1));
  const controller = new AbortController();
  const outcomes = Promise.allSettled(Array.from({ length: 5 }, () => limited.complete(request, controller.signal)));
  await new Promise((resolve) => setTimeout(resolve, 1));
  controller.abort();
  const failures = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(seen.calls).toBe(1);
  expect(failures).toHaveLength(4);
  for (const failure of failures) expect((failure as PromiseRejectedResult).reason).toBeInstanceOf(InterruptedError);
});

test('a model that may not be asked names the question that no recording answers', async () => {
  const about = { taskId: 't/1', variantId: 't/1::original', purpose: 'tests' } as const;
  await expect(createOfflineModel('tiny').complete({ ...request, about }, never)).rejects.toMatchObject({
    code: 'offline-miss',
    exitCode: 2,
    message: expect.stringMatching(/tiny.*tests 3 of variant t\/1::original/),
    hint: expect.stringContaining('--recording'),
  });
});

test('after a failure that every call would meet the waiting ones fail alike, without a call', async () => {
  let calls = 0;
  const refused = new ModelError('model-key-refused', 'no', { concernsAll: true });
  const limited = withLimit(
    {
      id: 'm',
      complete: async () => {
        calls++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        throw refused;
      },
    },
    callQueue(3),
  );
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => limited.complete(request, never)));
  expect(calls).toBe(3);
  expect(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason === refused)).toBe(true);
});

test('calls that wait are not made once the run is over', async () => {
  let ended: ModelError | null = null;
  let calls = 0;
  const model: ChatModel = {
    id: 'm',
    complete: async () => {
      calls++;
      if (calls === 2) ended = new ModelError('model-calls-failed', 'too many', { concernsAll: true });
      return { status: 'completed', text: '', usage: null };
    },
  };
  const limited = withLimit(model, callQueue(1), () => ended);
  const asked = Array.from({ length: 5 }, () => limited.complete(request, never));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
  expect(calls).toBe(2);
});
