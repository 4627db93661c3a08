import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { InterruptedError } from '../../../src/core/errors.ts';
import type { SandboxJob } from '../../../src/core/sandbox.ts';
import { bubblewrapSandbox } from '../../../src/sandbox/native/bubblewrap-sandbox.ts';
import { readStat, watchSleep } from '../../../src/sandbox/native/process-activity.ts';
import { processSandbox } from '../../../src/sandbox/native/process-sandbox.ts';

const started: ChildProcess[] = [];

function start(script: string): ChildProcess {
  const child = spawn('/bin/sh', ['-c', script], { stdio: 'ignore', detached: true });
  started.push(child);
  return child;
}

/** What is said in some looks, after a first that sees what was before. */
async function looks(asleep: () => boolean, count = 5): Promise<boolean[]> {
  asleep();
  const said: boolean[] = [];
  for (let look = 0; look < count; look++) {
    await sleep(100);
    said.push(asleep());
  }
  return said;
}

test('a state and a time are read from a line whatever the name of the program is', () => {
  const line = '7 (a) R (b) 1 2) S 1 7 7 0 -1 4194560 10 0 0 0 31 4 5 6 20 0 1 0 100 1 1';
  expect(readStat(line)).toEqual({ state: 'S', ticks: 46 });
});

describe.skipIf(process.platform !== 'linux')('processes that sleep', () => {
  afterEach(() => {
    for (const { pid } of started.splice(0)) {
      try {
        if (pid) process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  });

  test.each([
    ['a sleep', 'exec sleep 60'],
    ['a child that sleeps', 'sleep 60 & wait'],
    ['one that stops itself', 'kill -STOP $$'],
    ['a read of what nobody writes', 'sleep 60 | cat'],
  ])('%s', async (_, script) => {
    const { pid } = start(script);
    await sleep(300);
    expect((await looks(watchSleep(pid))).filter(Boolean).length).toBeGreaterThanOrEqual(4);
  });

  test.each([
    ['a loop', 'while :; do :; done'],
    ['a loop of a grandchild, below one that sleeps', '(while :; do :; done & wait) & wait'],
    ['children that come and go', 'while :; do /bin/true; done'],
  ])('not: %s', async (_, script) => {
    const { pid } = start(script);
    await sleep(300);
    expect(await looks(watchSleep(pid))).toEqual([false, false, false, false, false]);
  });

  test('is told of none that ended or is not known, nor at the first question', async () => {
    const child = start('exec sleep 60');
    const asleep = watchSleep(child.pid);
    expect(asleep()).toBe(false);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    expect(await looks(asleep, 2)).toEqual([false, false]);
    expect(await looks(watchSleep(undefined), 2)).toEqual([false, false]);
  });
});

const works = async ({ probe }: typeof processSandbox) => (await probe()).available && process.platform === 'linux';
const sandboxes = [
  { name: 'bubblewrap', plugin: bubblewrapSandbox, there: await works(bubblewrapSandbox) },
  { name: 'process', plugin: processSandbox, there: await works(processSandbox) },
];

describe.each(sandboxes)('$name with one worker', ({ plugin, there }) => {
  const run = (id: string, code: string, timeoutMs = 500): SandboxJob => ({
    id,
    code,
    suite: {
      id: 'sleepers',
      entryPoint: 'f',
      tests: [{ id: '0', body: { kind: 'assertion', code: 'assert f(3) == 6' } }],
    },
    limits: { timeoutMs, memoryMib: 256 },
  });

  test.skipIf(!there)('judges the jobs behind a sleeper before it', async () => {
    const sandbox = await plugin.open({ jobs: 1 });
    const waking = new AbortController();
    // It may sleep for more than a minute.
    const sleeper = sandbox.run(
      run('sleeper', 'import time\ndef f(x):\n    time.sleep(1000)\n', 20_000),
      waking.signal,
    );
    const ended = expect(sleeper).rejects.toThrow(InterruptedError);
    const { signal } = new AbortController();
    const others = ['def f(x):\n    return 2 * x\n', 'def f(x):\n    return x\n'].map((code) =>
      sandbox.run(run(code, code), signal),
    );
    const verdicts = (await Promise.all(others)).map(({ verdicts: [verdict] }) => verdict);
    expect(verdicts).toEqual(['pass', 'fail']);
    waking.abort();
    await ended;
    await sandbox.close();
  });
});
