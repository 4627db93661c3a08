import { expect, test } from 'vitest';
import type { SandboxTest } from '../../../src/core/sandbox.ts';
import { splitCalls } from '../../../src/pipeline/7-evaluate/test-slices.ts';
import { processSandbox } from '../../../src/sandbox/native/process-sandbox.ts';
import { openedSandbox } from '../../fakes/sandbox-runs.ts';

const { run } = openedSandbox(() => processSandbox.open({ jobs: 1 }), { timeoutMs: 300, memoryMib: 256 });
const inputs = JSON.stringify(Array.from({ length: 6 }, (_, at) => [at]));
const expected = [{ form: 'json', text: '[0, 1, 2, 3, 4, 5]' }] as const;
const whole: SandboxTest = {
  id: 'whole',
  body: { kind: 'calls', target: 'f', inputs, count: 6, expected, comparison: { rule: 'equal' } },
};
const verdictsOf = async (code: string, tests: readonly SandboxTest[], stops: boolean) =>
  (await run(code, [], { tests, official: true, limits: stops ? { stopAtFailure: true } : {} })).verdicts;

const WRONG_AT_TWO: Readonly<Record<string, string>> = {
  fail: 'def f(x):\n    return 0 if x == 2 else x\n',
  error: 'def f(x):\n    return x if x != 2 else [][1]\n',
  timeout: 'def f(x):\n    while x == 2:\n        pass\n    return x\n',
  'out-of-memory': 'def f(x):\n    return x if x != 2 else len(bytearray(1 << 33))\n',
};

test.each(Object.entries(WRONG_AT_TWO))(
  'the first %s ends a program where that is asked for',
  async (verdict, code) => {
    const single = splitCalls(whole);
    expect(await verdictsOf(code, single, true)).toEqual(['pass', 'pass', verdict, 'not-run', 'not-run', 'not-run']);
    expect(await verdictsOf(code, single, false)).toEqual(['pass', 'pass', verdict, 'pass', 'pass', 'pass']);
  },
);

test('pieces of a test, which share its texts, are told apart', async () => {
  const code = WRONG_AT_TWO['fail'] as string;
  expect(await verdictsOf(code, splitCalls(whole, 2), false)).toEqual(['pass', 'fail', 'pass']);
  expect(await verdictsOf(code, [whole], true)).toEqual(['fail']);
  expect(await verdictsOf('def f(x):\n    return x\n', [...splitCalls(whole, 4), whole], true)).toEqual(
    Array(3).fill('pass'),
  );
});
