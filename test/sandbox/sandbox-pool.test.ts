import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { InterruptedError, SandboxError } from '../../src/core/errors.ts';
import type { SandboxJob, SandboxResult } from '../../src/core/sandbox.ts';
import { runJobs } from '../../src/sandbox/run-jobs.ts';
import { SandboxPool, type SandboxWorker, WorkerDied } from '../../src/sandbox/sandbox-pool.ts';

const job = (id: string): SandboxJob => ({
  id,
  code: '',
  suite: { id: 's', tests: [], entryPoint: null },
  limits: { timeoutMs: 1, memoryMib: 1 },
});
const result = (detail: string): SandboxResult => ({
  verdicts: [],
  outputs: [],
  details: [detail],
  weak: [],
  cpuMs: 0,
});
const signal = new AbortController().signal;

/** Workers that do what `act` says; counts how many were started, closed, and busy at once. */
function fakePool(size: number, act: (job: SandboxJob, worker: number) => Promise<SandboxResult> | 'spend') {
  const seen = { started: 0, closed: 0, busy: 0, mostBusy: 0, order: [] as string[] };
  const startWorker = async (): Promise<SandboxWorker> => {
    const number = seen.started++;
    let spent = false;
    let closed = false;
    return {
      get spent() {
        return spent;
      },
      async run(next) {
        seen.order.push(next.id);
        seen.mostBusy = Math.max(seen.mostBusy, ++seen.busy);
        try {
          const outcome = act(next, number);
          if (outcome === 'spend') {
            spent = true;
            return result('spent');
          }
          return await outcome;
        } catch (error) {
          spent = true;
          throw error;
        } finally {
          seen.busy--;
        }
      },
      async close() {
        spent = true;
        if (!closed) seen.closed++;
        closed = true;
      },
    };
  };
  return { seen, pool: new SandboxPool({ name: 'fake', size, startWorker }) };
}

describe('SandboxPool', () => {
  test('runs no more than its size at once, in the order of the calls', async () => {
    const { pool, seen } = fakePool(3, async ({ id }) => {
      await sleep(5);
      return result(id);
    });
    const ids = Array.from({ length: 20 }, (_, index) => `${index}`);
    const results = await Promise.all(ids.map((id) => pool.run(job(id), signal)));
    expect(results.map(({ details }) => details[0])).toEqual(ids);
    expect(seen.order).toEqual(ids);
    expect(seen.mostBusy).toBe(3);
    expect(seen.started).toBe(3);
    await pool.close();
    expect(seen.closed).toBe(3);
  });

  test('a worker that dies is replaced and its job run again, before the jobs behind it', async () => {
    let deaths = 0;
    const { pool, seen } = fakePool(1, async ({ id }) => {
      if (id === 'a' && deaths++ === 0) throw new WorkerDied('gone');
      return result(id);
    });
    const both = await Promise.all([pool.run(job('a'), signal), pool.run(job('b'), signal)]);
    expect(both.map(({ details }) => details[0])).toEqual(['a', 'b']);
    expect(seen.order).toEqual(['a', 'a', 'b']);
    expect(seen).toMatchObject({ started: 2, closed: 1 });
    await pool.close();
  });

  test('the second death on one job is an error of the sandbox; other jobs go on', async () => {
    const { pool } = fakePool(1, async ({ id }) => {
      if (id === 'bad') throw new WorkerDied('out of files');
      return result(id);
    });
    const bad = pool.run(job('bad'), signal);
    const good = pool.run(job('good'), signal);
    await expect(bad).rejects.toThrow(SandboxError);
    await expect(bad).rejects.toMatchObject({
      code: 'sandbox-worker-died',
      message: expect.stringMatching(/out of files/),
    });
    expect((await good).details).toEqual(['good']);
    await pool.close();
  });

  test('a worker that cannot be started fails its job with the reason', async () => {
    const pool = new SandboxPool({
      name: 'fake',
      size: 1,
      startWorker: () => Promise.reject(new SandboxError('no-python', 'no python')),
    });
    await expect(pool.run(job('a'), signal)).rejects.toMatchObject({ code: 'no-python' });
    await pool.close();
  });

  test('a worker that is no longer clean is not used again', async () => {
    const { pool, seen } = fakePool(1, () => 'spend');
    await pool.run(job('a'), signal);
    await pool.run(job('b'), signal);
    expect(seen).toMatchObject({ started: 2, closed: 2 });
    await pool.close();
  });

  test('an aborted job is withdrawn from the queue, and a running one ends with its worker', async () => {
    const controller = new AbortController();
    let release = () => {};
    const { pool, seen } = fakePool(1, async ({ id }) => {
      if (id === 'running') await new Promise<void>((resolve) => (release = resolve));
      return result(id);
    });
    const running = pool.run(job('running'), controller.signal);
    const queued = pool.run(job('queued'), controller.signal);
    const other = pool.run(job('other'), signal);
    await sleep(5);
    controller.abort();
    await expect(queued).rejects.toThrow(InterruptedError);
    await expect(running).rejects.toThrow(InterruptedError);
    release();
    expect((await other).details).toEqual(['other']);
    expect(seen.order).toEqual(['running', 'other']);
    await expect(pool.run(job('late'), controller.signal)).rejects.toThrow(InterruptedError);
    await pool.close();
  });

  test('close ends what waits and refuses what comes later', async () => {
    const { pool, seen } = fakePool(1, async ({ id }) => {
      await sleep(10);
      return result(id);
    });
    const first = pool.run(job('a'), signal);
    const second = pool.run(job('b'), signal);
    await sleep(2);
    await Promise.all([pool.close(), pool.close()]);
    await expect(second).rejects.toThrow(InterruptedError);
    await first;
    await expect(pool.run(job('c'), signal)).rejects.toMatchObject({ code: 'sandbox-closed' });
    await sleep(5);
    expect(seen.closed).toBe(seen.started);
  });
});

describe('runJobs', () => {
  test('takes jobs only as there is room, and keeps their order', async () => {
    const { pool } = fakePool(2, async ({ id }) => {
      await sleep(Number(id) % 3);
      return result(id);
    });
    let taken = 0;
    let given = 0;
    let most = 0;
    function* source() {
      for (let index = 0; index < 50; index++) {
        taken++;
        most = Math.max(most, taken - given);
        yield { job: job(`${index}`), context: index };
      }
    }
    const contexts: number[] = [];
    for await (const { result: one, context } of runJobs(pool, source(), { inFlight: 4, signal })) {
      given++;
      expect(one.details).toEqual([`${context}`]);
      contexts.push(context);
    }
    expect(contexts).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(most).toBeLessThanOrEqual(5);
    await pool.close();
  });

  test('a failure reaches the caller', async () => {
    const { pool } = fakePool(1, async () => {
      throw new SandboxError('broken', 'broken');
    });
    const jobs = [1, 2, 3].map((context) => ({ job: job(`${context}`), context }));
    const all = (async () => {
      for await (const _ of runJobs(pool, jobs, { inFlight: 2, signal }));
    })();
    await expect(all).rejects.toMatchObject({ code: 'broken' });
    await pool.close();
  });
});
