import { expect, test } from 'vitest';
import type { CallsBody, SandboxTest, Verdict } from '../../../src/core/sandbox.ts';
import { judgePart } from '../../../src/pipeline/7-evaluate/judge-part.ts';
import { sliceTests } from '../../../src/pipeline/7-evaluate/test-slices.ts';
import { sandboxOf } from '../../fakes/fake-sandbox.ts';

const calls = (id: string, count: number): SandboxTest => {
  const body: CallsBody = { kind: 'calls', target: 'f', inputs: '[]', count, comparison: { rule: 'equal' } };
  return { id, body };
};

async function run(tests: readonly SandboxTest[], judge: (test: SandboxTest) => Verdict, cpuMs = 1) {
  const sandbox = sandboxOf(({ suite }) => ({ verdicts: suite.tests.map(judge), cpuMs }));
  const slices = sliceTests({ tests, entryPoint: 'f' });
  const part = { id: 'x', code: '', slices, limits: { timeoutMs: 4000, memoryMib: 64 }, totalMs: 1000 };
  const outcome = await judgePart(part, { sandbox, signal: new AbortController().signal });
  return {
    ...outcome,
    jobs: sandbox.jobs,
    ids: sandbox.jobs.map(({ suite }) => suite.tests.map(({ id }) => id).join()),
  };
}
const scripts = (...ids: readonly string[]) =>
  ids.map((id): SandboxTest => ({ id, body: { kind: 'stdio', stdin: '', expectedStdout: '' } }));

const isWhole = ({ body }: SandboxTest) => body.kind === 'calls' && body.only === undefined;

test('calls that together are over the limit of one are run again one by one', async () => {
  const slow = await run([calls('first', 2), calls('a', 2), calls('b', 3), calls('c', 1)], (each) =>
    each.id === 'b' && isWhole(each) ? 'timeout' : isWhole(each) && each.id === 'c' ? 'not-run' : 'pass',
  );
  // The only call of c was not run for the time-out before it; now it stands for itself.
  expect(slow.ids).toEqual(['first', 'a,b', 'b/0,b/1,b/2,c']);
  // An endless program needs its whole limit once, in a call of its own.
  expect(slow.jobs.map(({ limits }) => limits.timeoutMs)).toEqual([125, 125, 4000]);
});

test('what a sandbox left out before the cell that was over its limit is run, too', async () => {
  const verdicts: Readonly<Record<string, Verdict>> = { a: 'not-run', b: 'timeout', 'a/1': 'fail' };
  const left = await run([calls('first', 2), calls('a', 2), calls('b', 3)], ({ id }) => verdicts[id] ?? 'pass');
  expect(left).toMatchObject({ verdict: 'fail' });
  expect(left.ids.at(-1)).toBe('b/0,b/1,b/2,a/0,a/1');
});

test('a large cell is run again in pieces, and one by one from the first of them that is over its limit', async () => {
  const isFirst = ({ id }: SandboxTest) => id === 'a/0-64';
  const once = await run([calls('a', 130), calls('b', 2)], (each) =>
    each.id === 'a' || isFirst(each) ? 'timeout' : 'pass',
  );
  expect(once).toMatchObject({ verdict: 'pass' });
  expect(once.ids.slice(0, 2)).toEqual(['a', 'a/0-64']);
  const singly = once.jobs.slice(2).flatMap(({ suite }) => suite.tests.map(({ id }) => id));
  expect(singly).toHaveLength(132);
  expect(singly.slice(0, 2)).toEqual(['a/0-64/0', 'a/0-64/1']);
  expect(singly.slice(127)).toEqual(['a/64-128/127', 'a/128-130/128', 'a/128-130/129', 'b/0', 'b/1']);
  const together = await run([{ ...calls('a', 130), costMs: 60 } as SandboxTest], ({ id }) =>
    id === 'a' ? 'timeout' : 'pass',
  );
  expect(together.ids).toEqual(['a', 'a/0-64', 'a/64-128', 'a/128-130']);
  // A piece has its share of what the reference took for the whole.
  expect(together.jobs.map(({ limits }) => limits.timeoutMs)).toEqual([500, 250, 250, 125]);
});

test('what calls may owe to their cell is asked again of each of them, a wrong answer is not', async () => {
  for (const verdict of ['error', 'out-of-memory'] as const) {
    const shared = await run([calls('a', 2)], (each) => (isWhole(each) ? verdict : 'pass'));
    expect(shared).toMatchObject({ verdict: 'pass' });
    expect(shared.jobs).toHaveLength(2);
    expect(await run([calls('a', 2)], () => verdict)).toMatchObject({ verdict });
  }
});

test('the first input that fails ends a program', async () => {
  const tests = scripts(...Array.from({ length: 30 }, (_, at) => `${at}`));
  const wrong = await run(tests, ({ id }) => (id === '2' ? 'fail' : 'pass'));
  expect(wrong).toMatchObject({ verdict: 'fail' });
  expect(wrong.jobs.map(({ suite }) => suite.tests.length)).toEqual([1, 4]);
  const right = await run(tests, () => 'pass');
  expect(right.jobs.map(({ suite }) => suite.tests.length)).toEqual([1, 4, 16, 9]);
});

test('what the reference takes long for comes last', async () => {
  const tests = [1000, 10, 400, 20].map((costMs, at) => ({ ...calls(`${at}`, 2), costMs }));
  const right = await run(tests, () => 'pass');
  expect(right.jobs.flatMap(({ suite }) => suite.tests.map(({ id }) => id))).toEqual(['1', '3', '2', '0']);
  expect(right.jobs[0]?.suite.tests.every((each) => !('costMs' in each))).toBe(true);
  // Eight times the slowest, in doubled steps, and no more than a call may take.
  expect(right.jobs.map(({ limits }) => limits.timeoutMs)).toEqual([125, 4000]);
});

test('one call over the limit is a time-out, a wrong answer needs no second run', async () => {
  const endless = await run([calls('a', 40)], (each) => (isWhole(each) || each.id === 'a/20' ? 'timeout' : 'pass'));
  expect(endless).toMatchObject({ verdict: 'timeout' });
  expect(endless.jobs.map(({ suite }) => suite.tests.length)).toEqual([1, 16, 16]);
  const wrong = await run([calls('a', 40), calls('b', 1)], ({ id }) => (id === 'a' ? 'fail' : 'pass'));
  expect(wrong).toMatchObject({ verdict: 'fail' });
  expect(wrong.jobs).toHaveLength(1);
});

test('calls one by one may not take more than the total', async () => {
  const slow = await run([calls('a', 64)], (each) => (isWhole(each) ? 'timeout' : 'pass'), 600);
  expect(slow).toMatchObject({ verdict: 'timeout', detail: 'all calls together took more than 1000 ms' });
  expect(slow.jobs).toHaveLength(3);
});

test('the verdict that says why counts, not the tests left out for it', async () => {
  const verdicts: Readonly<Record<string, Verdict>> = { b: 'not-run', c: 'timeout' };
  const { verdict, jobs } = await run(scripts('a', 'b', 'c'), ({ id }) => verdicts[id] ?? 'pass');
  expect(verdict).toBe('timeout');
  expect(jobs[0]?.limits.giveUpAfterTimeouts).toBe(1);
  const assertions: SandboxTest[] = [{ id: 'a', body: { kind: 'assertion', code: 'assert f()' } }];
  const plain = await run(assertions, () => 'pass');
  expect(plain.jobs[0]?.limits).toEqual({ timeoutMs: 4000, memoryMib: 64 });
});
