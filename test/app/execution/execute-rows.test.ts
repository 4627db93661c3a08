import { describe, expect, test } from 'vitest';
import type { ExecuteJob } from '../../../src/app/execution/execute-job.ts';
import { type ExecuteEvent, executeRows } from '../../../src/app/execution/execute-rows.ts';
import { DatasetError } from '../../../src/core/errors.ts';
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

async function* from(jobs: readonly ExecuteJob[], failure?: Error): AsyncIterable<ExecuteJob> {
  yield* jobs;
  if (failure) throw failure;
}

function told(event: ExecuteEvent): string {
  if (event.kind === 'begin') return `begin ${event.job.id}`;
  return event.kind === 'row' ? `${event.candidate} ${event.result.verdicts.join()}` : `end ${event.cpuMs}`;
}

describe('executeRows', () => {
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
    const events: string[] = [];
    for await (const event of executeRows(from(jobs), { sandbox: fake, workers: 2, signal })) events.push(told(event));
    expect(events).toEqual([
      'begin a',
      'a0 fail',
      'a1 pass',
      'a2 fail',
      'end 2',
      'begin b',
      'end 0',
      'begin c',
      'c0 pass',
      'c1 pass',
      'end 1',
    ]);
    expect(fake.jobs).toHaveLength(3);
  });

  test('rows come while later jobs are still to be read', async () => {
    const fake = sandbox();
    let read = 0;
    async function* source() {
      for (let index = 0; index < 500; index++) {
        read++;
        yield job(`j${index}`, ['def f(x):\n    return 1']);
      }
    }
    let rows = 0;
    for await (const event of executeRows(source(), { sandbox: fake, workers: 1, signal })) {
      if (event.kind !== 'row') continue;
      rows++;
      expect(read - rows).toBeLessThanOrEqual(33);
    }
    expect(rows).toBe(500);
  });

  test('a broken line loses nothing that stands before it', async () => {
    const failure = new DatasetError('job-invalid', { file: 'jobs.jsonl', line: 3 }, 'is not a job');
    const rows: string[] = [];
    const all = (async () => {
      const jobs = from([job('a', ['def f(x):\n    return 1']), job('b', ['def f(x):\n    return 2'])], failure);
      for await (const event of executeRows(jobs, { sandbox: sandbox(), workers: 4, signal })) rows.push(told(event));
    })();
    await expect(all).rejects.toBe(failure);
    expect(rows).toEqual(['begin a', 'a0 pass', 'end 1', 'begin b', 'b0 fail', 'end 1']);
  });
});
