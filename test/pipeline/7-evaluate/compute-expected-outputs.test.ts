import { expect, test } from 'vitest';
import type { Oracle } from '../../../src/core/oracle.ts';
import type { CallsBody, Sandbox, SandboxJob, SandboxTest, Verdict } from '../../../src/core/sandbox.ts';
import { computeExpectedOutputs } from '../../../src/pipeline/7-evaluate/compute-expected-outputs.ts';
import type { AnswerCache, StoredAnswers } from '../../../src/records/run-store.ts';
import { sandboxOf } from '../../fakes/fake-sandbox.ts';

const calls = { kind: 'calls', target: 'f', inputs: '[[1], [2]]', count: 2 } as const;
const body: CallsBody = { ...calls, comparison: { rule: 'equal', tolerance: 0 } };
const oracle: Oracle = {
  taskId: 't',
  tests: [{ id: 'a', part: 'base', body }],
  answeredBy: ['reference', 'other'],
  relativeLimit: { floorMs: 4000, factor: 4, totalMs: 60_000 },
  timeoutMs: 4000,
};

function memory(): AnswerCache & { readonly stored: Map<string, StoredAnswers> } {
  const stored = new Map<string, StoredAnswers>();
  return {
    stored,
    get: async (key) => stored.get(key) ?? null,
    put: async (key, answers) => void stored.set(key, answers),
  };
}

const deps = (sandbox: Sandbox, answers: AnswerCache | null = null) => {
  return { sandbox, signal: new AbortController().signal, memoryMib: 64, answers };
};

/** Judges every test by a rule; what passes returned the program and the test. */
const judgingSandbox = (judge: (test: SandboxTest, job: SandboxJob) => Verdict, cpuMs = 1) =>
  sandboxOf((job) => {
    const verdicts = job.suite.tests.map((test) => judge(test, job));
    const outputs = job.suite.tests.map(({ id }, at) => (verdicts[at] === 'pass' ? `${job.code} ${id}` : null));
    return { verdicts, outputs, details: verdicts, cpuMs };
  });

test('the answers of the reference come first, and are asked once', async () => {
  const sandbox = judgingSandbox(() => 'pass');
  const answers = memory();
  for (const _ of [1, 2]) {
    const settled = await computeExpectedOutputs(oracle, [], deps(sandbox, answers));
    expect(settled.timeoutMs).toBe(4000);
    const expected = ['reference a', 'other a'].map((text) => ({ form: 'recorded', text }));
    expect(settled.tests).toEqual([{ id: 'a', part: 'base', costMs: 1, body: { ...body, expected } }]);
  }
  expect(sandbox.jobs.map(({ code }) => code)).toEqual(['reference', 'other']);
  await computeExpectedOutputs({ ...oracle, answeredBy: ['changed'] }, [], deps(sandbox, answers));
  expect(sandbox.jobs).toHaveLength(3);
});

test('where the reference is slow, each call stands alone and the limit follows the slowest', async () => {
  const isSlow = ({ id }: SandboxTest, { limits }: SandboxJob) => limits.timeoutMs === 1000 && id !== 'a/0';
  const sandbox = judgingSandbox((each, job) => (isSlow(each, job) ? 'timeout' : 'pass'), 2500);
  const settled = await computeExpectedOutputs(oracle, [], deps(sandbox));
  expect(settled.tests.map(({ id }) => id)).toEqual(['a/0', 'a/1']);
  expect(settled.timeoutMs).toBe(10_000);
});

test('another reading that fails somewhere is left out there; a reference that fails is an error', async () => {
  const fails = (code: string) => judgingSandbox((_, job) => (job.code === code ? 'error' : 'pass'));
  const settled = await computeExpectedOutputs(oracle, [], deps(fails('other')));
  expect(settled.tests[0]?.body).toMatchObject({ expected: [{ text: 'reference a' }] });
  await expect(computeExpectedOutputs(oracle, [], deps(fails('reference')))).rejects.toThrow(
    'the reference of task "t" gives no answers to compare with: error',
  );
});

test('other oracles stay as they are', async () => {
  const sandbox = judgingSandbox(() => 'pass');
  const known: Oracle = { ...oracle, tests: [{ id: 'a', body: { kind: 'assertion', code: 'assert f()' } }] };
  expect(await computeExpectedOutputs(known, [], deps(sandbox))).toBe(known);
  expect(sandbox.jobs).toEqual([]);
});
