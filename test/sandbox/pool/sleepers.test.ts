import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SandboxJob, SandboxResult } from '../../../src/core/sandbox.ts';
import { SandboxPool } from '../../../src/sandbox/pool/sandbox-pool.ts';

const signal = new AbortController().signal;
const job = (id: string): SandboxJob => ({
  id,
  code: '',
  suite: { id: 's', tests: [], entryPoint: null },
  limits: { timeoutMs: 1, memoryMib: 1 },
});
const result: SandboxResult = { verdicts: [], outputs: [], details: [], weak: [], cpuMs: 0 };

/** Workers that finish a job when they are told to, and sleep while its id is in `sleeping`. */
function heldPool(size: number, { tells = true } = {}) {
  const sleeping = new Set<string>();
  const open = new Map<string, () => void>();
  const seen = { started: 0, closed: 0, questions: 0, done: [] as string[] };
  const startWorker = async () => {
    seen.started++;
    let current = '';
    const asleep = () => {
      seen.questions++;
      return sleeping.has(current);
    };
    return {
      spent: false,
      ...(tells ? { asleep } : {}),
      async run({ id }: SandboxJob) {
        current = id;
        await new Promise<void>((resolve) => open.set(id, resolve));
        open.delete(id);
        return result;
      },
      close: async () => void seen.closed++,
    };
  };
  const pool = new SandboxPool({ name: 'held', size, startWorker });
  const submit = (...ids: string[]) => {
    for (const id of ids)
      void pool.run(job(id), signal).then(
        () => seen.done.push(id),
        () => {},
      );
  };
  const finish = async (id: string) => {
    open.get(id)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { pool, seen, sleeping, submit, finish, pass, running: () => [...open.keys()] };
}

describe('a worker whose programs only wait', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('holds no place: the jobs behind it are served', async () => {
    const { pool, seen, sleeping, submit, finish, pass, running } = heldPool(1);
    sleeping.add('sleeper');
    submit('sleeper', 'a', 'b');
    await pass(250);
    expect(running()).toEqual(['sleeper']);
    await pass(100);
    expect(running()).toEqual(['sleeper', 'a']);
    await finish('a');
    expect(running()).toEqual(['sleeper', 'b']);
    await finish('b');
    await finish('sleeper');
    expect(seen).toMatchObject({ started: 2, done: ['a', 'b', 'sleeper'] });
    await pool.close();
    expect(seen.closed).toBe(2);
  });

  test('is one that sleeps all the time, not one that works or cannot tell', async () => {
    for (const tells of [true, false]) {
      const { pool, submit, finish, pass, running } = heldPool(1, { tells });
      submit('worker', 'next');
      await pass(5000);
      expect(running()).toEqual(['worker']);
      await finish('worker');
      expect(running()).toEqual(['next']);
      await pool.close();
    }
    const { pool, sleeping, submit, pass, running } = heldPool(1);
    submit('now and then', 'next');
    for (let look = 0; look < 30; look++) {
      if (look % 3 === 0) sleeping.delete('now and then');
      else sleeping.add('now and then');
      await pass(100);
    }
    expect(running()).toEqual(['now and then']);
    await pool.close();
  });

  test('lets no more than the size serve beside it, however many sleep', async () => {
    const { pool, seen, sleeping, submit, pass, running } = heldPool(2);
    const ids = Array.from({ length: 9 }, (_, at) => `${at}`);
    for (const id of ids) sleeping.add(id);
    submit(...ids);
    await pass(5000);
    expect(running()).toEqual(['0', '1', '2', '3']);
    expect(seen.started).toBe(4);
    await pool.close();
  });

  test('has its place again when it wakes', async () => {
    const { pool, sleeping, submit, finish, pass, running } = heldPool(1);
    sleeping.add('sleeper');
    submit('sleeper', 'a', 'b', 'c');
    await pass(300);
    expect(running()).toEqual(['sleeper', 'a']);
    sleeping.delete('sleeper');
    await pass(100);
    await finish('a');
    await pass(5000);
    expect(running()).toEqual(['sleeper']);
    await finish('sleeper');
    expect(running()).toEqual(['b']);
    await pool.close();
  });

  test('is looked at only while somebody waits for a place', async () => {
    const { pool, seen, sleeping, submit, finish, pass, running } = heldPool(1);
    sleeping.add('sleeper');
    submit('sleeper');
    await pass(5000);
    expect(seen.questions).toBe(0);
    submit('a');
    await pass(300);
    expect(running()).toEqual(['sleeper', 'a']);
    const { questions } = seen;
    await pass(5000);
    expect(seen.questions).toBe(questions);
    // What was seen seconds ago says nothing of now.
    submit('b');
    await finish('a');
    expect(running()).toEqual(['sleeper']);
    await pass(300);
    expect(running()).toEqual(['sleeper', 'b']);
    await pool.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
