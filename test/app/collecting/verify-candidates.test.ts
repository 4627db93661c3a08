import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type LiftedCandidate, verifyCandidates } from '../../../src/app/collecting/verify-candidates.ts';
import { SandboxError } from '../../../src/core/errors.ts';
import { silentProgress } from '../../../src/core/progress.ts';
import type { Sandbox, SandboxJob } from '../../../src/core/sandbox.ts';
import { sandboxOf } from '../../fakes/fake-sandbox.ts';
import { suiteDir } from '../../fakes/temp-dir.ts';

const root = suiteDir();

const NAMES = ['first', 'second', 'third', 'fourth', 'fifth'];
const candidates = NAMES.map(
  (functionName): LiftedCandidate => ({
    target: `core.py::${functionName}`,
    path: 'core.py',
    functionName,
    className: null,
    docstring: '',
    source: '',
    reference: `def ${functionName}(a):\n    return a\n`,
    stub: `def ${functionName}(a):\n    raise NotImplementedError\n`,
    classDocstring: null,
    helpers: [],
    nodes: ['one', 'two', 'three'].map((test) => `test_core.py::test_${functionName}_${test}`),
  }),
);

/** Passes what is no stub, or what `answer` says; counts how many functions it judges at once. */
function judge(answer: (job: SandboxJob) => Promise<'pass' | 'fail' | 'timeout'>) {
  const under = new Set<string>();
  const seen = { most: 0, limits: new Set<number>() };
  const sandbox = sandboxOf(async (job) => {
    const { tests, entryPoint } = job.suite;
    under.add(`${entryPoint}`);
    seen.most = Math.max(seen.most, under.size);
    seen.limits.add(job.limits.timeoutMs);
    const verdict = await answer(job).finally(() => under.delete(`${entryPoint}`));
    return { verdicts: tests.map(() => verdict) };
  });
  return { sandbox, seen };
}

const isStub = ({ code }: SandboxJob) => code.includes('NotImplementedError');

function run(out: string, sandbox: Sandbox, jobs: number) {
  const settings = { root, wholeRoot: true, pytestArgs: [], leastTests: 3, mostSeconds: 7, jobs, out };
  const context = { progress: silentProgress, warn() {}, env: {}, signal: new AbortController().signal };
  return verifyCandidates(candidates, settings, sandbox, context);
}

test.each([1, 2, 4])('%i at once, their results in the order of the candidates', async (jobs) => {
  const { sandbox, seen } = judge(async (job) => {
    // The first is the slowest.
    await sleep(job.suite.entryPoint === 'first' ? 60 : 15);
    return isStub(job) ? 'fail' : 'pass';
  });
  const found = await run(mkdtempSync(join(root, 'work-')), sandbox, jobs);
  expect(found.map(({ target, problem }) => [target, problem])).toEqual(candidates.map(({ target }) => [target, null]));
  expect(seen).toEqual({ most: jobs, limits: new Set([7000]) });
});

test('tests beyond their time refuse a function, after one run', async () => {
  let runs = 0;
  const { sandbox } = judge(async (job) => {
    if (job.suite.entryPoint !== 'second') return isStub(job) ? 'fail' : 'pass';
    runs++;
    return 'timeout';
  });
  const found = await run(mkdtempSync(join(root, 'work-')), sandbox, 2);
  expect(found.filter(({ problem }) => problem !== null).map(({ target }) => target)).toEqual(['core.py::second']);
  expect(runs).toBe(1);
});

test('a sandbox that fails ends all; what was judged meanwhile is kept, and the rest is not begun', async () => {
  const work = mkdtempSync(join(root, 'work-'));
  const begun = new Set<string>();
  const { sandbox } = judge(async (job) => {
    begun.add(`${job.suite.entryPoint}`);
    if (job.suite.entryPoint === 'second') throw new SandboxError('sandbox-worker-died', 'gone');
    await sleep(20);
    return isStub(job) ? 'fail' : 'pass';
  });
  await expect(run(work, sandbox, 2)).rejects.toMatchObject({ code: 'sandbox-worker-died' });
  expect([...begun].toSorted()).toEqual(['first', 'second']);
  expect(readFileSync(join(work, 'verified.jsonl'), 'utf8')).toContain('core.py::first');
});
