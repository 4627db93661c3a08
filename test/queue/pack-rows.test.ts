import { expect, test } from 'vitest';
import type { SandboxJob } from '../../src/core/sandbox.ts';
import { rowsOfNextJob } from '../../src/queue/pack-rows.ts';

const rows = (count: number, tests: number) => {
  const suite = { id: 'suite', entryPoint: 'f', tests: Array.from({ length: tests }, (_, at) => ({ id: `${at}` })) };
  return Array.from({ length: count }, () => ({ job: { suite } as unknown as SandboxJob }));
};

test.each([
  ['a large matrix travels in slices of 2,000 cells', rows(1000, 99), 4, 20],
  ['a row of more tests than that is a job of its own', rows(10, 5000), 4, 1],
  ['what is left is shared by all that are free', rows(40, 49), 4, 10],
  ['and so are large rows', rows(4, 499), 4, 1],
  ['a few small rows are not torn apart', rows(6, 9), 8, 6],
  ['programs with a test each: no more than 256 together', rows(5000, 1), 2, 256],
  ['programs without a test, too', rows(5000, 0), 2, 256],
  ['nothing waits: nothing is sent', [], 3, 0],
])('%s', (_, waiting, free, expected) => {
  expect(rowsOfNextJob(waiting, free)).toBe(expected);
});
