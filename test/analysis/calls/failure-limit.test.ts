import { expect, test } from 'vitest';
import {
  exceedsLimit,
  failureReasons,
  parseFailureLimit,
  tooManyFailures,
} from '../../../src/analysis/calls/failure-limit.ts';
import type { FailedCall } from '../../../src/core/chat.ts';
import { replyRecord } from '../../fakes/reply-record.ts';

function failed(task: number, code = 'model-request-refused'): FailedCall {
  const { reply: _, ...asked } = replyRecord({ taskId: `t${task}` });
  return { ...asked, failure: { code, message: `said ${code}` }, usage: null };
}
const failures = (count: number, tasks: number) => Array.from({ length: count }, (_, at) => failed(at % tasks));

test.each([
  ['10%', { share: 0.1 }],
  ['2.5 %', { share: 0.025 }],
  ['5', { count: 5 }],
  [' 0 ', { count: 0 }],
  ['100%', { share: 1 }],
])('%s is a limit', (text, limit) => {
  expect(parseFailureLimit(text)).toEqual(limit);
});

test.each(['', 'many', '1.5', '-1', '101%', '5x', 'x5', '5%%'])('%j is none', (text) => {
  expect(() => parseFailureLimit(text)).toThrow(
    expect.objectContaining({
      code: 'failure-limit-invalid',
      exitCode: 2,
      message: expect.stringContaining(`--max-failures ${text} is`),
      hint: expect.stringContaining('such as 10%'),
    }),
  );
});

const whole = { isWhole: true };
const soFar = { isWhole: false };

test('a share counts from 20 calls and three tasks on: one bad prompt ends no run', () => {
  const isOver = (failed: number, of: number, calls: number) =>
    exceedsLimit(failures(failed, of), calls, { share: 0.1 }, whole);
  expect([isOver(20, 20, 20), isOver(20, 3, 20), isOver(11, 5, 100)]).toEqual([true, true, true]);
  expect([isOver(19, 19, 19), isOver(20, 2, 20), isOver(2, 2, 20), isOver(10, 5, 100)]).toEqual(Array(4).fill(false));
});

test.each([whole, soFar])('of one or two tasks all must fail, since three there are not (%j)', (state) => {
  const isOver = (failed: number, of: number, tasks: number) =>
    exceedsLimit(failures(failed, of), failed, { share: 0.1 }, { ...state, tasks });
  expect([isOver(20, 1, 1), isOver(20, 2, 2)]).toEqual([true, true]);
  expect([isOver(20, 1, 2), isOver(20, 2, 3), isOver(19, 1, 1)]).toEqual([false, false, false]);
});

test('a run under way ends when the share is surely too large, not when the first calls were unlucky', () => {
  const isOver = (failed: number, of: number, calls: number) =>
    exceedsLimit(failures(failed, of), calls, { share: 0.1 }, soFar);
  expect([isOver(20, 20, 20), isOver(30, 5, 100)]).toEqual([true, true]);
  expect([isOver(4, 4, 23), isOver(11, 5, 100)]).toEqual([false, false]);
});

test('a number counts from the first call on', () => {
  expect(exceedsLimit(failures(1, 1), 1, { count: 0 }, soFar)).toBe(true);
  expect(exceedsLimit(failures(5, 1), 5, { count: 5 }, soFar)).toBe(false);
});

test('the error names the commonest reason, and what to do', () => {
  const all = [failed(1), failed(2, 'model-timeout'), failed(2, 'model-timeout')];
  const told = failureReasons(all).map(({ code, calls, tasks }) => `${code} ${calls} ${tasks}`);
  expect(told).toEqual(['model-timeout 2 1', 'model-request-refused 1 1']);
  const error = tooManyFailures(all, 20);
  expect(error.message).toBe('3 of 20 calls failed; the commonest reason (2): said model-timeout');
  expect(error).toMatchObject({ exitCode: 5, concernsAll: true, hint: expect.stringContaining('--retry-failed') });
});

test('a reason counts its calls and the tasks that they are of; without one the error gives none', () => {
  expect(failureReasons([failed(1), failed(2), failed(2)])).toEqual([
    { code: 'model-request-refused', message: 'said model-request-refused', calls: 3, tasks: 2 },
  ]);
  expect(tooManyFailures([failed(1)], 2).hint).toContain('--max-failures 50% lets more of it fail');
  expect(tooManyFailures([], 7).message).toBe('0 of 7 calls failed');
  expect(failureReasons([])).toEqual([]);
});
