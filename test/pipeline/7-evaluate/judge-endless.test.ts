import { afterAll, describe, expect, test } from 'vitest';
import type { CallsBody, Sandbox, SandboxJob } from '../../../src/core/sandbox.ts';
import { judgePart } from '../../../src/pipeline/7-evaluate/judge-part.ts';
import { testSlices } from '../../../src/pipeline/7-evaluate/test-slices.ts';
import { processSandbox } from '../../../src/sandbox/native/process-sandbox.ts';

const isThere = (await processSandbox.probe()).available;
const sandbox = isThere ? await processSandbox.open({ jobs: 1 }) : null;
afterAll(() => sandbox?.close());

/** Digits of n, which ends for no negative number. */
const DIGITS = 'def f(n):\n    k = 0\n    while n != 0:\n        k += 1\n        n //= 10\n    return k\n';
/** The same, without a loop that can be told. */
const RECURSIVE =
  'def g(n):\n    return n // 10\ndef f(n):\n    k = 0\n    while n != 0:\n        k += 1\n        n = g(n)\n    return k\n';
const LIMIT_MS = 1500;

async function judge(code: string, numbers: readonly number[], answers: readonly number[]) {
  const jobs: SandboxJob[] = [];
  const counted: Sandbox = {
    name: 'counted',
    run: (job, signal) => {
      jobs.push(job);
      return (sandbox as Sandbox).run(job, signal);
    },
    close: async () => {},
  };
  const body: CallsBody = {
    ...{ kind: 'calls', target: 'f', count: numbers.length, comparison: { rule: 'equal' } },
    inputs: JSON.stringify(numbers.map((number) => [number])),
    expected: [{ form: 'json', text: JSON.stringify(answers) }],
  };
  const slices = testSlices({ id: 's', tests: [{ id: 'all', body }], entryPoint: 'f', official: true });
  const outcome = await judgePart(
    { id: 'x', code, slices, limits: { timeoutMs: LIMIT_MS, memoryMib: 256 }, totalMs: 60_000 },
    { sandbox: counted, signal: new AbortController().signal },
  );
  return { outcome, limits: jobs.map(({ limits }) => limits.timeoutMs) };
}

describe.skipIf(!isThere)('an endless program (needs python3)', () => {
  test('is known by its loop, and by the call that it was, without the whole limit', async () => {
    const { outcome, limits } = await judge(DIGITS, [12, 0, -5, 7], [2, 0, 1, 1]);
    expect(outcome).toMatchObject({ verdict: 'timeout', failed: { test: 'f(-5)', expected: '1' } });
    expect(outcome.detail).toContain('input 2: a loop comes back to the state that it was in');
    expect(limits).toEqual([250, 500]);
  });

  test('has its whole limit where that cannot be told', async () => {
    const { outcome, limits } = await judge(RECURSIVE, [12, 0, -5, 7], [2, 0, 1, 1]);
    expect(outcome).toMatchObject({ verdict: 'timeout', failed: { test: 'f(-5)' } });
    // Nothing is told of a loop that calls the program's own functions.
    expect(limits).toEqual([250, 500, LIMIT_MS]);
  });

  test('that is only slow passes, and one that is wrong as well is wrong', async () => {
    const slow = `import time\n${DIGITS.replace('k = 0', 'k = 0\n    for _ in range(4_000_000): pass')}`;
    const numbers = Array.from({ length: 6 }, (_, at) => 10 ** at);
    const lengths = numbers.map((_, at) => at + 1);
    expect((await judge(slow, numbers, lengths)).outcome).toMatchObject({ verdict: 'pass' });
    const [first = 0, ...rest] = lengths;
    expect((await judge(slow, numbers, [first + 1, ...rest])).outcome).toMatchObject({ verdict: 'fail' });
  });

  test('that says itself that its loop never ends has no verdict of it but what it is', async () => {
    const says = 'class EndlessLoop(BaseException): pass\ndef f(n):\n    raise EndlessLoop("this loop never ends")\n';
    expect((await judge(says, [1], [1])).outcome).toMatchObject({ verdict: 'error' });
  });
});
