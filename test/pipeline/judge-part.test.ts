import { expect, test } from 'vitest';
import type { CallsBody, Sandbox, SandboxJob, SandboxTest, Verdict } from '../../src/core/sandbox.ts';
import { judgePart } from '../../src/pipeline/judge-part.ts';

const calls = (id: string, count: number): SandboxTest => {
  const body: CallsBody = { kind: 'calls', target: 'f', inputs: '[]', count, comparison: { rule: 'equal' } };
  return { id, body };
};

function sandboxOf(judge: (test: SandboxTest) => Verdict, cpuMs = 1) {
  const jobs: SandboxJob[] = [];
  const sandbox: Sandbox = {
    name: 'fake',
    run: async (job) => {
      jobs.push(job);
      const verdicts = job.suite.tests.map(judge);
      const none = verdicts.map(() => null);
      return { verdicts, outputs: none, details: verdicts, weak: verdicts.map(() => false), cpuMs };
    },
    close: async () => {},
  };
  return { sandbox, jobs };
}

function run(tests: readonly SandboxTest[], judge: (test: SandboxTest) => Verdict, cpuMs?: number) {
  const { sandbox, jobs } = sandboxOf(judge, cpuMs);
  const suite = { id: 's', tests, entryPoint: 'f' };
  const limits = { timeoutMs: 100, memoryMib: 64 };
  const outcome = judgePart(
    { id: 'x', code: '', suite, limits, totalMs: 1000 },
    { sandbox, signal: new AbortController().signal },
  );
  return outcome.then((value) => ({ ...value, jobs }));
}

const isWhole = ({ body }: SandboxTest) => body.kind === 'calls' && body.only === undefined;

test('calls that together are over the limit of one are run again one by one', async () => {
  const slow = await run([calls('a', 2), calls('b', 3), calls('c', 1)], (each) =>
    each.id === 'b' && isWhole(each) ? 'timeout' : isWhole(each) && each.id === 'c' ? 'not-run' : 'pass',
  );
  // The only call of c was not run for the time-out before it; now it stands for itself.
  expect(slow.jobs.map(({ suite }) => suite.tests.map(({ id }) => id))).toEqual([
    ['a', 'b', 'c'],
    ['b/0', 'b/1', 'b/2', 'c'],
  ]);
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
  const tests: SandboxTest[] = ['a', 'b'].map((id) => ({ id, body: { kind: 'stdio', stdin: '', expectedStdout: '' } }));
  const { verdict, jobs } = await run(tests, ({ id }) => (id === 'a' ? 'not-run' : 'timeout'));
  expect(verdict).toBe('timeout');
  expect(jobs[0]?.limits.giveUpAfterTimeouts).toBe(1);
  const assertions: SandboxTest[] = [{ id: 'a', body: { kind: 'assertion', code: 'assert f()' } }];
  const plain = await run(assertions, () => 'pass');
  expect(plain.jobs[0]?.limits).toEqual({ timeoutMs: 100, memoryMib: 64 });
});
