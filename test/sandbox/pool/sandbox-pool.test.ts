import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { InterruptedError, SandboxError } from '../../../src/core/errors.ts';
import type { SandboxJob, SandboxResult } from '../../../src/core/sandbox.ts';
import { WorkerDied } from '../../../src/sandbox/framed-process.ts';
import { SandboxPool, type SandboxWorker } from '../../../src/sandbox/pool/sandbox-pool.ts';

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
function fakePool(
  size: number,
  act: (job: SandboxJob) => Promise<SandboxResult>,
  options: Partial<ConstructorParameters<typeof SandboxPool>[0]> = {},
) {
  const seen = { started: 0, closed: 0, busy: 0, mostBusy: 0, order: [] as string[] };
  const startWorker = async (): Promise<SandboxWorker> => {
    seen.started++;
    const state = { spent: false, closed: false };
    return {
      get spent() {
        return state.spent;
      },
      async run(next) {
        seen.order.push(next.id);
        seen.mostBusy = Math.max(seen.mostBusy, ++seen.busy);
        try {
          state.spent = next.id === 'spends';
          return await act(next);
        } catch (error) {
          state.spent = true;
          throw error;
        } finally {
          seen.busy--;
        }
      },
      async close() {
        if (!state.closed) seen.closed++;
        Object.assign(state, { spent: true, closed: true });
      },
    };
  };
  const pool = new SandboxPool({ name: 'fake', size, startWorker, ...options });
  onTestFinished(() => pool.close());
  return { seen, pool };
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
  });

  test('a worker stays with its key; as few are started as can be', async () => {
    let secondBegins = () => {};
    const second = new Promise<void>((resolve) => (secondBegins = resolve));
    const act = async ({ id }: SandboxJob) => {
      if (id === 'x1') await second;
      if (id === 'x2') secondBegins();
      return result(id);
    };
    const { pool, seen } = fakePool(2, act, { keyOf: ({ id }) => id.slice(0, 1) });
    await Promise.all(['x1', 'x2', 'y1', 'y2', 'y3'].map((id) => pool.run(job(id), signal)));
    expect(seen.order).toEqual(['x1', 'y1', 'y2', 'y3', 'x2']);
    expect(seen.started).toBe(3);
    await pool.run(job('z1'), signal);
    expect(seen).toMatchObject({ started: 4, closed: 2 });
    await pool.close();
    expect(seen.closed).toBe(4);
  });

  test('a worker that cannot be started fails its job with the reason', async () => {
    const startWorker = () => Promise.reject(new SandboxError('no-python', 'no python'));
    const { pool } = fakePool(1, async ({ id }) => result(id), { startWorker });
    await expect(pool.run(job('a'), signal)).rejects.toMatchObject({ code: 'no-python' });
  });

  test('a worker that is no longer clean is not used again', async () => {
    const { pool, seen } = fakePool(1, async ({ id }) => result(id));
    for (const id of ['spends', 'b']) await pool.run(job(id), signal);
    expect(seen).toMatchObject({ started: 2, closed: 1 });
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

describe('a job that costs the sandbox its process', () => {
  const rowOf = (id: string, cells: number): SandboxJob => ({
    ...job(id),
    suite: {
      id: 'row',
      entryPoint: 'f',
      tests: Array.from({ length: cells }, (_, at) => ({ id: `${at}`, body: { kind: 'assertion', code: `${at}` } })),
    },
  });

  /** Dies on the tests of `killers`; every other cell passes and returns its test's id. */
  function killedBy(killers: readonly number[], options: Parameters<typeof fakePool>[2] = {}, size = 1) {
    const canaries: string[] = [];
    const made = fakePool(
      size,
      async ({ suite: { tests } }) => {
        const deadly = tests.find(({ id }) => killers.includes(Number(id)));
        if (deadly) throw new WorkerDied(`signal 11 in ${deadly.id}`);
        return {
          verdicts: tests.map(() => 'pass' as const),
          outputs: tests.map(({ id }) => id),
          details: tests.map(() => null),
          weak: tests.map(({ id }) => id === '2'),
          cpuMs: tests.length,
        };
      },
      { canary: async ({ name }) => void canaries.push(name), ...options },
    );
    return { ...made, canaries };
  }

  test('is recorded as an error with the cause, after the canary, and the others go on', async () => {
    const { pool, canaries } = killedBy([0]);
    const [bad, good] = await Promise.all([pool.run(rowOf('bad', 1), signal), pool.run(job('good'), signal)]);
    expect(bad).toMatchObject({ verdicts: ['error'], outputs: [null], weak: [false], fatal: [0] });
    expect(bad.details[0]).toBe("ended the sandbox's process: signal 11 in 0");
    expect(canaries).toEqual(['fake']);
    expect(good.verdicts).toEqual([]);
  });

  test('loses only the cell that kills, not its row', async () => {
    const { pool, seen } = killedBy([37]);
    const { verdicts, outputs, details, weak, fatal, cpuMs } = await pool.run(rowOf('row', 100), signal);
    expect(fatal).toEqual([37]);
    expect(verdicts.flatMap((verdict, at) => (verdict === 'pass' ? [] : [[at, verdict]]))).toEqual([[37, 'error']]);
    expect(outputs).toEqual(Array.from({ length: 100 }, (_, at) => (at === 37 ? null : `${at}`)));
    expect(details.filter((detail) => detail !== null)).toEqual(["ended the sandbox's process: signal 11 in 37"]);
    expect(weak.indexOf(true)).toBe(2);
    expect(cpuMs).toBe(99);
    // Twice the whole row, then log2(100) halves, and the one that goes on.
    expect(seen.started).toBeLessThanOrEqual(2 + 7 + 1);
    await pool.close();
    expect(seen.closed).toBe(seen.started);
  });

  test.each([
    ['so many processes', { mostRestarts: 5, mostMs: 60_000 }, 2 + 5],
    ['so long', { mostRestarts: 16, mostMs: -1 }, 2],
  ])('is given up on after %s, and says so', async (_, splitLimits, started) => {
    const everything = Array.from({ length: 64 }, (_, at) => at);
    const { pool, seen } = killedBy(everything, { splitLimits });
    const { verdicts, details, fatal } = await pool.run(rowOf('row', 64), signal);
    expect(new Set(verdicts)).toEqual(new Set(['error']));
    expect(fatal).toEqual(everything);
    expect(details[63]).toContain('not told apart from a cell that ended');
    expect(seen.started).toBe(started);
  });

  test.each<[string, (id: string) => boolean, object]>([
    [
      'a harmless program ends it, too',
      () => true,
      { code: 'sandbox-worker-died', message: expect.stringMatching(/harmless program: gone/) },
    ],
    ['the canary is judged wrongly', (id) => id === 'bad', { code: 'canary-wrong' }],
  ])('is an error of the sandbox where %s', async (_, dies, expected) => {
    const { pool } = fakePool(1, async ({ id, suite: { tests } }) => {
      if (dies(id)) throw new WorkerDied('gone');
      return { ...result('always'), verdicts: tests.map(() => 'pass' as const) };
    });
    const broken = pool.run(rowOf('bad', 3), signal);
    await expect(broken).rejects.toThrow(SandboxError);
    await expect(broken).rejects.toMatchObject(expected);
  });

  test('holds for any killers, on several workers at once', async () => {
    const cells = fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(cells, fc.integer({ min: 1, max: 3 }), async (killers, size) => {
        const { pool } = killedBy(killers, {}, size);
        const results = await Promise.all([1, 2, 3, 4].map((id) => pool.run(rowOf(`${id}`, 12), signal)));
        const expected = [...new Set(killers)].sort((a, b) => a - b);
        for (const { fatal = [] } of results) expect([...fatal]).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  test('an abort during the search ends it', async () => {
    const controller = new AbortController();
    const { pool } = killedBy([5], { canary: async () => controller.abort() });
    await expect(pool.run(rowOf('row', 8), controller.signal)).rejects.toThrow(InterruptedError);
  });
});
