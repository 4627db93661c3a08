import { expect, test } from 'vitest';
import type { SandboxJob, SandboxResult, SandboxTest } from '../../../src/core/sandbox.ts';
import {
  type AskRunner,
  judgeCandidate,
  judgeTreeCandidate,
} from '../../../src/sandbox/repositories/judge-repository-candidate.ts';
import { repositoryTarget } from '../../fakes/small-repository.ts';

const target = repositoryTarget({ path: 'pkg/mod.py', functionName: 'f', pytestArgs: ['-q'] });
const node = (id: string): SandboxTest => ({ id, body: { kind: 'pytest', node: id } });
const jobOf = (code: string, tests: readonly SandboxTest[]): SandboxJob => ({
  id: 'job',
  code,
  suite: { id: 'suite', tests, entryPoint: 'f', repository: target },
  limits: { timeoutMs: 60_000, memoryMib: 512 },
});
const fileOf = (text: string, encoding: BufferEncoding = 'utf8') => ({
  content: Buffer.from(text, encoding).toString('base64'),
  tests: {},
});
const FILE = 'def f():\n    return 1\n';

function runner(answer: Partial<SandboxResult>) {
  const asked: Parameters<AskRunner>[0][] = [];
  const ask: AskRunner = async (request) => {
    asked.push(request);
    return { verdicts: [], outputs: [], details: [], weak: [], cpuMs: 7, ...answer };
  };
  return { asked, ask };
}

const TWO = 'def f():\n    return 2\n';

test('the patched file goes to the runner with the ids of the tests', async () => {
  const run = runner({ verdicts: ['pass', 'fail'], details: [null, 'no'], counts: { passed: 1, ran: 2 } });
  const result = await judgeCandidate(jobOf(TWO, [node('a'), node('b')]), target, fileOf(FILE), run.ask);
  expect(result).toMatchObject({ verdicts: ['pass', 'fail'], counts: { passed: 1, ran: 2 } });
  const [request] = run.asked;
  expect(request).toMatchObject({ op: 'official', nodes: ['a', 'b'], pytestArgs: ['-q'], memoryMib: 3072 });
  expect(Buffer.from(request?.files['pkg/mod.py'] ?? '', 'base64').toString()).toBe(TWO);
});

test('a candidate that does not fit is a value with a reason, and nothing runs', async () => {
  const run = runner({});
  const result = await judgeCandidate(jobOf('nothing here', [node('a')]), target, fileOf(FILE), run.ask);
  expect(result).toMatchObject({ problem: 'no-code', verdicts: ['error'], counts: { passed: 0, ran: 0 } });
  expect(run.asked).toEqual([]);
});

test('generated tests carry no counts; a problem of the runner is kept', async () => {
  const run = runner({ verdicts: ['error'], details: ['x'], problem: 'import-error' });
  const tests: SandboxTest[] = [{ id: 't', body: { kind: 'assertion', code: 'assert f() == 2' } }];
  const result = await judgeCandidate(jobOf(TWO, tests), target, fileOf(FILE), run.ask);
  expect(result).toMatchObject({ problem: 'import-error', verdicts: ['error'] });
  expect(result.counts).toBeUndefined();
  expect(run.asked[0]).toMatchObject({ op: 'generated', function: 'f', nodes: [] });
});

test('a file in another encoding keeps its bytes', async () => {
  const run = runner({ verdicts: ['error'], details: [null] });
  const latin = '# -*- coding: latin-1 -*-\n# caf\u00e9\n';
  await judgeCandidate(jobOf(TWO, [node('a')]), target, fileOf(latin + FILE, 'latin1'), run.ask);
  const sent = Buffer.from(run.asked[0]?.files['pkg/mod.py'] ?? '', 'base64');
  expect(sent.toString('latin1')).toBe(latin + TWO);
});

test('a tree: changed files go to the runner with those of the tests, which win', async () => {
  const run = runner({ verdicts: ['pass'], details: [null], counts: { passed: 1, ran: 1 } });
  const tree = {
    image: { kind: 'folder', path: '/project' },
    wholeRoot: true,
    pytestArgs: ['-x'],
    importFrom: ['src'],
    files: { 'tests/test_a.py': 'dGVzdA==' },
  } as const;
  const code = JSON.stringify({ 'src/a.py': 'YQ==', 'src/b.py': null, 'tests/test_a.py': 'bWluZQ==' });
  const result = await judgeTreeCandidate(jobOf(code, [node('tests/test_a.py::test_a')]), tree, run.ask);
  expect(result).toMatchObject({ verdicts: ['pass'], counts: { passed: 1, ran: 1 } });
  expect(run.asked[0]).toMatchObject({
    op: 'official',
    path: null,
    importFrom: ['src'],
    pytestArgs: ['-x'],
    nodes: ['tests/test_a.py::test_a'],
    files: { 'src/a.py': 'YQ==', 'src/b.py': null, 'tests/test_a.py': 'dGVzdA==' },
  });
});
