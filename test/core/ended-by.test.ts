import { expect, test } from 'vitest';
import { endedBy } from '../../src/core/ended-by.ts';

test('ends with any of the others, with its reason, also where that is over already', () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const { signal, timedOut } = endedBy([first.signal, second.signal]);
  expect(signal.aborted).toBe(false);
  second.abort(new Error('enough'));
  expect([signal.aborted, timedOut(), (signal.reason as Error).message]).toEqual([true, false, 'enough']);
  expect(endedBy([first.signal, second.signal]).signal.reason).toBe(second.signal.reason);
});

test('ends when its time is over, and says so', async () => {
  const { signal, timedOut } = endedBy([new AbortController().signal], 5);
  await new Promise((done) => setTimeout(done, 30));
  expect([signal.aborted, timedOut(), (signal.reason as Error).name]).toEqual([true, true, 'TimeoutError']);
});

test('is ended by nothing once it is released', async () => {
  const other = new AbortController();
  const { signal, release } = endedBy([other.signal], 5);
  release();
  other.abort();
  await new Promise((done) => setTimeout(done, 30));
  expect(signal.aborted).toBe(false);
});
