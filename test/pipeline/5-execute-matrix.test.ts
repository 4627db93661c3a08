import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pluralityScorer } from '../../agreement/plurality-scorer.ts';
import { srankScorer } from '../../agreement/srank-scorer.ts';
import { readMatrixFile, writeMatrixFile } from '../../src/app/selection/matrix-file.ts';
import { silentProgress } from '../../src/core/progress.ts';
import { executeMatrix, type MatrixInput } from '../../src/pipeline/5-execute-matrix.ts';
import { loadRun } from '../../src/store/load-run.ts';
import { openRunDirectory } from '../../src/store/run-directory.ts';
import { fakeSandbox } from '../fakes/fake-sandbox.ts';
import { runManifest } from '../fakes/run-manifest.ts';
import { repositoryTarget } from '../fakes/small-repository.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const repository = repositoryTarget();
const origins = [{ variantId: 'original', sample: 0 }];
const alone: MatrixInput = {
  taskId: 't',
  entryPoint: 'f',
  candidates: ['one', 'two'].map((code) => ({ id: code, taskId: 't', code, origins })),
  tests: [{ id: 'a', taskId: 't', body: { kind: 'assertion', code: 'assert f() == 1' }, origins }],
};

/** The matrix as stage 5 gives it, as a run directory gives it back, and as a matrix file does. */
async function threeTimes(input: MatrixInput, { probes = 0, sandbox = fakeSandbox(() => 'pass') } = {}) {
  const directory = await tempDir();
  const store = await openRunDirectory(directory, runManifest({}));
  const { candidates, tests, taskId, entryPoint } = input;
  await store.log('candidates').append({ key: 'c', taskId, candidates, problems: [] });
  await store.log('tests').append({ key: 't', taskId, tests, problems: [] });
  const executed = await executeMatrix(input, {
    sandbox,
    probes,
    limits: { timeoutMs: 100, memoryMib: 64 },
    progress: silentProgress,
    signal: new AbortController().signal,
    rows: store.log('verdicts'),
  });
  await store.close();
  const file = join(directory, 'matrix.jsonl');
  await writeMatrixFile(file, [{ taskId, entryPoint, candidates, tests, matrix: executed, official: null }]);
  const [loaded] = (await loadRun(directory)).matrices;
  const [read] = await readMatrixFile(file);
  return [executed, loaded, read?.matrix];
}

describe('what programs returned', () => {
  test('is recorded of programs that stand alone, also where it is nothing', async () => {
    const [executed, ...others] = await threeTimes(alone);
    expect(executed?.outputs).toEqual([[null], [null]]);
    for (const other of others) expect(other).toEqual(executed);
  });

  test('is unknown inside a repository, so that rules that rest on it rank nothing', async () => {
    const [executed, ...others] = await threeTimes({ ...alone, repository });
    expect(executed?.outputs).toBeUndefined();
    for (const other of others) {
      expect(other).toEqual(executed);
      for (const scorer of [srankScorer, pluralityScorer]) {
        expect(other && scorer.rank(other).sets).toEqual([]);
      }
    }
  });
});

describe('what programs return on probes', () => {
  const literal: MatrixInput = {
    ...alone,
    tests: [{ id: 'a', taskId: 't', body: { kind: 'assertion', code: 'assert f([1, 2]) == 1' }, origins }],
  };

  test('stands apart from the tests, after the stage, in a run directory and in a matrix file', async () => {
    const sandbox = fakeSandbox((code, test) => (code === 'two' && !test.startsWith('assert') ? 'error' : 'pass'));
    const [executed, ...others] = await threeTimes(literal, { probes: 3, sandbox });
    expect(executed).toMatchObject({ verdicts: [['pass'], ['pass']], outputs: [[null], [null]] });
    expect(executed?.probes?.inputs).toHaveLength(3);
    expect(executed?.probes?.outputs).toEqual([Array(3).fill(null), Array(3).fill(null)]);
    for (const other of others) expect(other).toEqual(executed);
    expect(sandbox.jobs).toHaveLength(2);
    expect(sandbox.jobs[0]?.suite.tests.slice(1).map(({ body }) => 'code' in body && body.code)).toEqual(
      executed?.probes?.inputs,
    );
  });

  test('is not asked where nothing is said, where no call is literal, and inside a repository', async () => {
    for (const [input, probes] of [
      [literal, 0],
      [alone, 3],
      [{ ...literal, repository }, 3],
    ] as const) {
      const [executed, ...others] = await threeTimes(input, { probes });
      expect(executed?.probes).toBeUndefined();
      for (const other of others) expect(other).toEqual(executed);
    }
  });
});

test('what the task gives is a condition beside the matrix, between tests and probes', async () => {
  const code = 'assert f([3]) == 3';
  const input: MatrixInput = {
    ...alone,
    tests: [{ id: 'a', taskId: 't', body: { kind: 'assertion', code: 'assert f([1, 2]) == 1' }, origins }],
    given: [{ kind: 'assertion', code }],
  };
  const sandbox = fakeSandbox((program, body) => (program === 'two' && body === code ? 'fail' : 'pass'));
  const [executed, ...others] = await threeTimes(input, { probes: 2, sandbox });
  expect(executed?.verdicts).toEqual([['pass'], ['pass']]);
  expect(executed?.given).toEqual({ tests: [code], passed: [true, false] });
  expect(executed?.probes?.inputs).toHaveLength(2);
  for (const other of others) expect(other).toEqual(executed);
});
