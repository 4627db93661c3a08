import { expect, test } from 'vitest';
import type { ExecuteJob } from '../../../src/app/execution/execute-job.ts';
import { type ExecutedJob, runMatrices } from '../../../src/app/execution/run-matrices.ts';
import { DatasetError, InterruptedError } from '../../../src/core/errors.ts';
import { fakeSandbox, sandboxOf } from '../../fakes/fake-sandbox.ts';

const signal = new AbortController().signal;

function job(id: string, codes: readonly string[]): ExecuteJob {
  return {
    id,
    candidates: codes.map((code, index) => ({ id: `${id}${index}`, code })),
    suite: { id, tests: [{ id: 't', body: { kind: 'assertion', code: 'assert f(1) == 1' } }], entryPoint: 'f' },
    limits: { timeoutMs: 100, memoryMib: 64 },
  };
}

async function* from(jobs: readonly ExecuteJob[], failure?: Error): AsyncIterable<ExecuteJob> {
  yield* jobs;
  if (failure) throw failure;
}

const told = ({ job, rows, cpuMs }: ExecutedJob) => [job.id, rows.map(({ verdicts }) => verdicts.join()), cpuMs];

const sandbox = () => fakeSandbox((code) => (code.includes('return 1') ? 'pass' : 'fail'));

test('runs programs that differ in names of locals and comments once, and gives every candidate its row', async () => {
  const fake = sandbox();
  const jobs = [
    job('a', [
      'def f(x):\n    y = x\n    return y',
      'def f(x):\n    return 1',
      'def f(x):\n    z = x # same\n    return z',
    ]),
    job('b', []),
    job('c', ['def f(x):\n    return 1', 'def f(x):\n    return 1 # again']),
  ];
  const events: unknown[] = [];
  for await (const each of runMatrices(from(jobs), { sandbox: fake, workers: 2, signal })) events.push(told(each));
  expect(events).toEqual([
    ['a', ['fail', 'pass', 'fail'], 2],
    ['b', [], 0],
    ['c', ['pass', 'pass'], 1],
  ]);
  expect(fake.jobs).toHaveLength(3);
});

test('a broken line loses nothing that stands before it', async () => {
  const failure = new DatasetError('job-invalid', { file: 'jobs.jsonl', line: 3 }, 'is not a job');
  const rows: unknown[] = [];
  const all = (async () => {
    const jobs = from([job('a', ['def f(x):\n    return 1']), job('b', ['def f(x):\n    return 2'])], failure);
    for await (const each of runMatrices(jobs, { sandbox: sandbox(), workers: 4, signal })) rows.push(told(each));
  })();
  await expect(all).rejects.toBe(failure);
  expect(rows).toEqual([
    ['a', ['pass'], 1],
    ['b', ['fail'], 1],
  ]);
});

test('what an interruption leaves of a job has the rows that there are', async () => {
  const stop = new AbortController();
  const halting = sandboxOf(({ code }) => {
    if (code.includes('return 1')) return { verdicts: ['pass'] };
    stop.abort();
    throw new InterruptedError();
  });
  const jobs = from([job('a', ['def f(x):\n    return 1', 'def f(x):\n    return 2', 'def f(x):\n    return 1'])]);
  const rows: unknown[] = [];
  const all = (async () => {
    const matrices = runMatrices(jobs, { sandbox: halting, workers: 1, signal: stop.signal });
    for await (const each of matrices) rows.push(told(each));
  })();
  await expect(all).rejects.toThrow(InterruptedError);
  expect(rows).toEqual([['a', ['pass'], 1]]);
});
