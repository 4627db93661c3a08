import { expect, test } from 'vitest';
import { nextJob, type WaitingJob, type WorkerState } from '../../../src/sandbox/repositories/repository-queue.ts';

const job = (image: string, key: string) => ({ image, key }) as WaitingJob;
const worker = (image: string, key: string | null, busy = false): WorkerState => ({ image, key, busy });

test('a worker stays with the module that it holds', () => {
  expect(nextJob([job('a', 'x'), job('a', 'y')], [worker('a', 'y')])).toEqual({ at: 1, worker: 0 });
});

test('then it takes one of its image that nobody holds', () => {
  const workers = [worker('a', 'x', true), worker('a', null)];
  expect(nextJob([job('a', 'x'), job('b', 'z'), job('a', 'y')], workers)).toEqual({ at: 2, worker: 1 });
});

test('then any of its image', () => {
  expect(nextJob([job('b', 'z'), job('a', 'x')], [worker('a', 'x', true), worker('a', null)])).toEqual({
    at: 1,
    worker: 1,
  });
});

test('then a new container, for a module that nobody holds', () => {
  expect(nextJob([job('a', 'x'), job('b', 'z')], [worker('a', 'x', true)])).toEqual({ at: 1, worker: null });
  expect(nextJob([job('a', 'x')], [worker('a', 'x', true)])).toEqual({ at: 0, worker: null });
  expect(nextJob([], [worker('a', null)])).toBeNull();
});
