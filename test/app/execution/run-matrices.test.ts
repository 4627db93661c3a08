import { expect, test } from 'vitest';
import { type ExecutedJob, type ExecuteJob, runMatrices } from '../../../src/app/execute-jobs.ts';
import { fakeSandbox } from '../../fakes/fake-sandbox.ts';

const signal = new AbortController().signal;

function job(id: string, codes: readonly string[]): ExecuteJob {
  return {
    id,
    candidates: codes.map((code, index) => ({ id: `${id}${index}`, code })),
    suite: { id, tests: [{ id: 't', body: { kind: 'assertion', code: 'assert f(1) == 1' } }], entryPoint: 'f' },
    limits: { timeoutMs: 100, memoryMib: 64 },
  };
}

const told = ({ job, rows, cpuMs }: ExecutedJob) => [job.id, rows.map(({ verdicts }) => verdicts.join()), cpuMs];

test('runs programs that differ in names of locals and comments once, and gives every candidate its row', async () => {
  const fake = fakeSandbox((code) => (code.includes('return 1') ? 'pass' : 'fail'));
  const jobs = [
    job('a', [
      'def f(x):\n    y = x\n    return y',
      'def f(x):\n    return 1',
      'def f(x):\n    z = x # same\n    return z',
    ]),
    job('b', []),
    job('c', ['def f(x):\n    return 1', 'def f(x):\n    return 1 # again']),
  ];
  const executed = await runMatrices(jobs, fake, signal);
  expect(executed.map(told)).toEqual([
    ['a', ['fail', 'pass', 'fail'], 2],
    ['b', [], 0],
    ['c', ['pass', 'pass'], 1],
  ]);
  expect(fake.jobs).toHaveLength(3);
});
