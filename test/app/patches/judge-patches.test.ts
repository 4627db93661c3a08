import { describe, expect, test } from 'vitest';
import { evidenceScorer } from '../../../agreement/evidence-scorer.ts';
import type { PatchedTree } from '../../../src/app/patches/apply-patch.ts';
import { testsFrom } from '../../../src/app/patches/find-nodes.ts';
import { describeSelection, judgePatches, type PatchQuestion } from '../../../src/app/patches/judge-patches.ts';
import { checkSettings } from '../../../src/app/settings/check-settings.ts';
import { patchSettings } from '../../../src/app/settings/verb-settings.ts';
import { silentProgress } from '../../../src/core/progress.ts';
import type { Verdict } from '../../../src/core/sandbox.ts';
import { type FakeSandbox, sandboxOf } from '../../fakes/fake-sandbox.ts';

/** A patch that leaves its own name behind, so that the fake below knows it. */
const tree = (name: string, votes = 1): PatchedTree => ({
  id: name,
  patches: Array.from({ length: votes }, (_, at) => ({ name: `${name}${at}`, diff: Buffer.from(`diff of ${name}`) })),
  files: new Map([['a.py', { content: Buffer.from(name), before: Buffer.from('base'), mode: 0o644 }]]),
});

type Judge = (patch: string, test: string, time: number) => Verdict | 'collection';

/** Answers as pytest would: a file that cannot be collected and a run beyond its limit have no verdicts of single tests. */
function judging(judge: Judge): FakeSandbox {
  const sandbox = sandboxOf(({ code, suite }) => {
    const { 'a.py': content = '' } = JSON.parse(code) as Record<string, string>;
    const patch = Buffer.from(content, 'base64').toString() || 'base';
    const names = suite.tests.map(({ body }) => (body.kind === 'pytest' ? (body.node.split('::')[1] ?? '') : ''));
    const time = sandbox.jobs.filter((job) => job.code === code && job.suite.id === suite.id).length;
    const verdicts = names.map((name) => judge(patch, name, time));
    const more = { details: names.map(() => 'E   why it does not'), cpuMs: 100, counts: { passed: 0, ran: 0 } };
    const everywhere = (verdict: Verdict) => ({ ...more, verdicts: names.map(() => verdict) });
    if (verdicts.includes('collection')) return { ...everywhere('error'), problem: 'collection-error' as const };
    if (verdicts.includes('timeout')) return { ...everywhere('timeout'), cpuMs: 20_000 };
    return { ...more, verdicts: verdicts as Verdict[], counts: { passed: 1, ran: 1 } };
  });
  return sandbox;
}

const module = (...names: string[]) => names.map((name) => `def ${name}():\n    pass\n`).join('');

async function judged(judge: Judge, given: Partial<PatchQuestion> = {}) {
  const sandbox = judging(judge);
  const question: PatchQuestion = {
    root: '/nowhere',
    trees: [tree('right', 2), tree('half'), tree('wrong')],
    refused: [],
    tests: testsFrom({ 'test_i.py': module('test_1', 'test_2', 'test_3') }),
    regression: { files: new Map(), nodes: [] },
    scorer: evidenceScorer,
    settings: checkSettings(patchSettings, {}, { verb: 'select' }),
    ...given,
  };
  const judged = await judgePatches(question, sandbox, {
    progress: silentProgress,
    signal: new AbortController().signal,
  });
  return { selection: describeSelection(question, judged), sandbox };
}

const byTests: Judge = (patch, name) => {
  const passes = { right: ['test_1', 'test_2'], half: ['test_1'], base: ['test_3'] }[patch] ?? [];
  return passes.includes(name) ? 'pass' : 'fail';
};

test('the pick, the runner-up and the test between them; tests that pass before any patch stay', async () => {
  const { selection } = await judged(byTests);
  expect(selection.picked).toMatchObject({ id: 'right', name: 'right0', votes: 2, diff: 'diff of right' });
  expect(selection.runnerUp).toMatchObject({
    id: 'half',
    test: 'mutagree_tests/test_i.py::test_2',
    passedByPick: true,
  });
  expect(selection).toMatchObject({ rule: 'evidence', confidence: expect.any(Number), notes: [] });
  expect(selection.tests.map(({ before }) => before)).toEqual(['fail', 'fail', 'pass']);
  expect(selection.groups.map(({ id, rank, passed }) => [id, rank, passed])).toEqual([
    ['right', 1, 2],
    ['half', 2, 1],
    ['wrong', null, 0],
  ]);
});

test('of patches that pass the same tests, the one with more votes', async () => {
  const trees = [tree('a'), tree('b', 3), tree('c', 2)];
  for (const order of [trees, [...trees].reverse()]) {
    const { selection } = await judged(() => 'pass', { trees: order });
    expect(selection.groups.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(selection.runnerUp).toBeNull();
  }
});

test.each<[string, Verdict, Partial<PatchQuestion>]>([
  ['there is no test for the issue: votes decide', 'pass', { tests: testsFrom({}) }],
  ['no patch passes any test: votes decide', 'fail', {}],
])('%s', async (note, verdict, given) => {
  const { selection } = await judged(() => verdict, given);
  expect(selection).toMatchObject({ picked: { id: 'right' }, rule: 'votes', confidence: null, notes: [note] });
});

test('no patch at all', async () => {
  const { selection } = await judged(() => 'fail', { trees: [] });
  expect(selection).toMatchObject({ picked: null, groups: [], notes: ['no patch can be applied'] });
});

describe('regression tests', () => {
  const regression = testsFrom({
    'test_r.py': module('test_ok', 'test_flaky', 'test_bad'),
    'test_s.py': module('test_s'),
  });
  const judge =
    (breaking: readonly string[]): Judge =>
    (patch, name, time) => {
      if (name === 'test_flaky') return time === 2 ? 'fail' : 'pass';
      if (name === 'test_bad') return 'fail';
      if (name === 'test_ok') return breaking.includes(patch) ? 'fail' : 'pass';
      if (name === 'test_s') return breaking[0] === patch ? 'collection' : 'pass';
      return byTests(patch, name, time);
    };

  test('a patch that breaks one is out; flaky and failing ones are left out', async () => {
    const { selection, sandbox } = await judged(judge(['right', 'wrong']), { regression });
    expect(selection.picked?.id).toBe('half');
    expect(selection.groups.map(({ id, out, breaks }) => [id, out, Object.keys(breaks)])).toEqual([
      ['half', false, []],
      ['wrong', true, ['mutagree_tests/test_r.py::test_ok']],
      ['right', true, ['mutagree_tests/test_r.py::test_ok', 'mutagree_tests/test_s.py::test_s']],
    ]);
    expect(selection.groups[1]?.breaks).toEqual({ 'mutagree_tests/test_r.py::test_ok': 'why it does not' });
    expect(selection.regression).toEqual({
      passing: 2,
      flaky: ['mutagree_tests/test_r.py::test_flaky'],
      failing: ['mutagree_tests/test_r.py::test_bad'],
    });
    const nodes = sandbox.jobs.flatMap(({ code, suite }) => (code === '{}' ? [] : suite.tests.map(({ body }) => body)));
    expect(JSON.stringify(nodes)).not.toContain('test_flaky');
  });

  test('where all break some, those that break the fewest are in', async () => {
    const { selection } = await judged(judge(['right', 'half', 'wrong']), { regression });
    expect(selection.groups.filter(({ out }) => out).map(({ id }) => id)).toEqual(['right']);
    expect(selection.notes[0]).toBe('every patch breaks a regression test: those that break 1 are in');
  });
});

test('a file that fails on every tree judges nothing; one that some patch makes work does', async () => {
  const tests = testsFrom({
    'test_i.py': module('test_1', 'test_2'),
    'test_bad.py': module('test_never'),
    'test_new.py': module('test_right_only'),
  });
  const judge: Judge = (patch, name, time) => {
    if (name === 'test_never') return 'collection';
    if (name === 'test_right_only') return patch === 'right' ? 'pass' : 'collection';
    return byTests(patch, name, time);
  };
  const { selection } = await judged(judge, { tests });
  expect(selection.tests.map(({ node }) => node.split('::')[1])).toEqual(['test_1', 'test_2', 'test_right_only']);
  expect(selection.notes).toEqual(['mutagree_tests/test_bad.py fails on every tree: why it does not']);
  expect(selection.groups[0]?.verdicts).toEqual(['pass', 'pass', 'pass']);
});

test('a patch that hangs in one test keeps its other verdicts; one that hangs in all costs a few limits', async () => {
  const tests = testsFrom({ 'test_i.py': module(...Array.from({ length: 8 }, (_, at) => `test_${at}`)) });
  const judge: Judge = (patch, name) =>
    patch === 'wrong' || (patch === 'half' && name === 'test_3') ? 'timeout' : 'pass';
  const { selection, sandbox } = await judged(judge, { tests });
  const verdictsOf = (id: string) => selection.groups.find((group) => group.id === id)?.verdicts;
  expect(verdictsOf('half')).toEqual(['pass', 'pass', 'pass', 'timeout', 'pass', 'pass', 'pass', 'pass']);
  expect(verdictsOf('wrong')).toEqual(['timeout', 'timeout', ...Array.from({ length: 6 }, () => 'not-run')]);
  // The file once, two tests alone: 100 ms of CPU before any patch, twice that and two seconds for pytest, and the test's own.
  const own = sandbox.jobs.filter(({ code }) => code.includes(Buffer.from('wrong').toString('base64')));
  expect(own.map(({ limits }) => limits.timeoutMs)).toEqual([3200, 3200, 3200]);
});

test('a test that hangs on every tree does not lengthen the limit of patches', async () => {
  const { sandbox } = await judged((patch, name) => (name === 'test_3' ? 'timeout' : byTests(patch, name, 1)));
  const limits = sandbox.jobs.filter(({ code }) => code !== '{}').map(({ limits: { timeoutMs } }) => timeoutMs);
  expect(Math.max(...limits)).toBeLessThan(20_000);
});
