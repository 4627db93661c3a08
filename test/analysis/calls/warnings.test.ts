import { expect, test } from 'vitest';
import { warningsOf } from '../../../src/analysis/calls/warnings.ts';
import { smallRun } from '../../fakes/small-run.ts';

const run = smallRun({ a: { original: [true, false] } });
const entry = (id: string) => ({ id, weight: 1, origins: [] });
const verdicts = [['pass', 'pass', 'pass'] as const, ['error', 'error', 'pass'] as const];
const matrices = [{ taskId: 'a', candidates: ['p', 'q'].map(entry), tests: ['s', 't', 'u'].map(entry), verdicts }];

test('where all went well there is nothing to say', () => {
  expect(warningsOf(run)).toEqual([]);
  const efficiency = [{ taskId: 'a', candidateId: 'right', measures: { cpuMs: 1, peakKib: 1 } }];
  const referenceVerdicts = [{ taskId: 'a', testIds: [], passed: [] }];
  expect(warningsOf({ ...run, matrices, fatalCells: [], referenceVerdicts, efficiency })).toEqual([]);
});

test('each kind with its count, of how many, and the commonest reason', () => {
  const efficiency = ['x', 'y', 'z'].map((candidateId, at) => {
    return { taskId: 'a', candidateId, measures: null, ...(at === 2 ? { problem: 'too slow' } : {}) };
  });
  const official = run.official.map((row, at) => (at === 0 ? { ...row, fatal: 'killed' } : row));
  expect(
    warningsOf({
      ...{ ...run, matrices, official, efficiency },
      fatalCells: [
        { taskId: 'a', candidateId: 'q', reasons: ['stack', 'memory'] },
        { taskId: 'a', candidateId: 'p', reasons: ['memory'] },
      ],
      referenceVerdicts: [
        { taskId: 'a', testIds: [], passed: [], problem: 'no module' },
        { taskId: 'b', testIds: ['s'], passed: [true] },
      ],
    }),
  ).toEqual([
    { kind: 'fatal-generated', count: 3, of: 6, reason: 'memory' },
    { kind: 'fatal-official', count: 1, of: 2, reason: 'killed' },
    { kind: 'reference', count: 1, of: 2, reason: 'no module' },
    { kind: 'efficiency', count: 3, of: 3, reason: 'passes, but not while measured' },
  ]);
});
