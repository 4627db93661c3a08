import { expect, test } from 'vitest';
import type { Oracle } from '../../../src/core/oracle.ts';
import type { CallsBody, Sandbox, SandboxJob, SandboxTest, Verdict } from '../../../src/core/sandbox.ts';
import { computeExpectedOutputs } from '../../../src/pipeline/7-evaluate/compute-expected-outputs.ts';
import type { AnswerCache, StoredAnswers } from '../../../src/records/run-store.ts';

const body: CallsBody = {
  kind: 'calls',
  target: 'f',
  inputs: '[[1], [2]]',
  count: 2,
  comparison: { rule: 'equal', tolerance: 0 },
};
const oracle: Oracle = {
  taskId: 't',
  tests: [{ id: 'a', part: 'base', body }],
  answeredBy: ['reference', 'other'],
  relativeLimit: { floorMs: 4000, factor: 4, totalMs: 60_000 },
  timeoutMs: 4000,
};

function sandboxOf(judge: (job: SandboxJob, test: SandboxTest) => Verdict, cpuMs = 1) {
  const jobs: SandboxJob[] = [];
  const sandbox: Sandbox = {
    name: 'fake',
    run: async (job) => {
      jobs.push(job);
      const verdicts = job.suite.tests.map((each) => judge(job, each));
      const outputs = job.suite.tests.map(({ id }, at) => (verdicts[at] === 'pass' ? `${job.code} ${id}` : null));
      return { verdicts, outputs, details: verdicts, weak: verdicts.map(() => false), cpuMs };
    },
    close: async () => {},
  };
  return { sandbox, jobs };
}

function memory(): AnswerCache & { readonly stored: Map<string, StoredAnswers> } {
  const stored = new Map<string, StoredAnswers>();
  return {
    stored,
    get: async (key) => stored.get(key) ?? null,
    put: async (key, answers) => void stored.set(key, answers),
  };
}

const deps = (sandbox: Sandbox, answers: AnswerCache | null = null) => ({
  sandbox,
  signal: new AbortController().signal,
  memoryMib: 64,
  answers,
});

test('the answers of the reference come first, and are asked once', async () => {
  const { sandbox, jobs } = sandboxOf(() => 'pass');
  const answers = memory();
  for (const _ of [1, 2]) {
    const settled = await computeExpectedOutputs(oracle, [], deps(sandbox, answers));
    expect(settled.timeoutMs).toBe(4000);
    expect(settled.tests).toEqual([
      {
        id: 'a',
        part: 'base',
        costMs: 1,
        body: {
          ...body,
          expected: [
            { form: 'recorded', text: 'reference a' },
            { form: 'recorded', text: 'other a' },
          ],
        },
      },
    ]);
  }
  expect(jobs.map(({ code }) => code)).toEqual(['reference', 'other']);
  await computeExpectedOutputs({ ...oracle, answeredBy: ['changed'] }, [], deps(sandbox, answers));
  expect(jobs).toHaveLength(3);
});

test('where the reference is slow, each call stands alone and the limit follows the slowest', async () => {
  const { sandbox } = sandboxOf(
    ({ limits }, each) => (limits.timeoutMs === 1000 && each.id !== 'a/0' ? 'timeout' : 'pass'),
    2500,
  );
  const settled = await computeExpectedOutputs(oracle, [], deps(sandbox));
  expect(settled.tests.map(({ id }) => id)).toEqual(['a/0', 'a/1']);
  expect(settled.timeoutMs).toBe(10_000);
});

test('another reading that fails somewhere is left out there; a reference that fails is an error', async () => {
  const fails = (code: string) => sandboxOf((job) => (job.code === code ? 'error' : 'pass')).sandbox;
  const settled = await computeExpectedOutputs(oracle, [], deps(fails('other')));
  expect(settled.tests[0]?.body).toMatchObject({ expected: [{ text: 'reference a' }] });
  await expect(computeExpectedOutputs(oracle, [], deps(fails('reference')))).rejects.toThrow(
    'the reference of task "t" gives no answers to compare with: error',
  );
});

test('other oracles stay as they are', async () => {
  const { sandbox, jobs } = sandboxOf(() => 'pass');
  const known: Oracle = { ...oracle, tests: [{ id: 'a', body: { kind: 'assertion', code: 'assert f()' } }] };
  expect(await computeExpectedOutputs(known, [], deps(sandbox))).toBe(known);
  expect(jobs).toEqual([]);
});
