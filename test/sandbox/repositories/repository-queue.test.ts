import { expect, test } from 'vitest';
import { nextJob, type WaitingJob, type WorkerState } from '../../../src/sandbox/repositories/repository-queue.ts';

const job = (key: string) => ({ key }) as WaitingJob;
const worker = (key: string, busy = false): WorkerState => ({ key, busy });

test('a worker stays with the originals that are covered in it', () => {
  expect(nextJob([job('x'), job('y')], [worker('y')])).toEqual({ at: 1, worker: 0 });
  expect(nextJob([job('x'), job('y')], [worker('x', true), worker('y')])).toEqual({ at: 1, worker: 1 });
  expect(nextJob([job('x')], [worker('y')])).toEqual({ at: 0, worker: null });
});

test('then a new container, for originals that nobody serves', () => {
  expect(nextJob([job('x'), job('z')], [worker('x', true)])).toEqual({ at: 1, worker: null });
  expect(nextJob([job('x')], [worker('x', true)])).toEqual({ at: 0, worker: null });
  expect(nextJob([], [worker('a')])).toBeNull();
});
