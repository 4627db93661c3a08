import { expect, test } from 'vitest';
import { workersOfRun } from '../../../src/app/study/workers-of-run.ts';
import type { OwnWorker } from '../../../src/queue/worker-notice.ts';

const worker = (id: string, active: number) => ({ id, jobs: 2, counts: { active } }) as OwnWorker;

test('what each worker did since the run began, also of those that are gone', () => {
  const programs = {
    workers: [worker('a', 1), worker('b', 0)],
    doneBy: new Map([
      ['a', 10],
      ['old', 7],
    ]),
  };
  const look = workersOfRun(() => programs);
  const idle = { isThere: true, runners: 2, programs: 0 };
  expect(look()).toEqual([
    { ...idle, id: 'a', active: 1 },
    { ...idle, id: 'b', active: 0 },
  ]);
  programs.workers = [worker('b', 3)];
  programs.doneBy = new Map([
    ['a', 25],
    ['b', 4],
    ['old', 7],
  ]);
  expect(look()).toEqual([
    { id: 'a', isThere: false, runners: 0, active: 0, programs: 15 },
    { id: 'b', isThere: true, runners: 2, active: 3, programs: 4 },
  ]);
});
