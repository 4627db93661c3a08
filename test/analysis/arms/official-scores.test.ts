import { describe, expect, test } from 'vitest';
import {
  averagePassRate,
  judgedByParts,
  officialParts,
  passAtKByPart,
  passAtKs,
  resultsByPart,
  statusCounts,
} from '../../../src/analysis/arms/official-scores.ts';
import type { Verdict } from '../../../src/core/sandbox.ts';
import type { OfficialRecord } from '../../../src/records/run-record.ts';
import { smallRun } from '../../fakes/small-run.ts';

const judged = (verdict: Verdict, more: Partial<OfficialRecord> = {}): OfficialRecord => {
  return { taskId: 'a', candidateId: 'p', passed: verdict === 'pass', verdict, detail: null, ...more };
};
const parts = (base: Verdict, plus: Verdict) => judged(base === 'pass' ? plus : base, { parts: { base, plus } });

test('how samples ended: passed, their verdict, or why there is none', () => {
  const outcomes = [judged('pass'), judged('fail'), judged('fail'), judged('error', { problem: 'patch-impossible' })];
  expect(statusCounts(outcomes)).toEqual({ pass: 1, fail: 2, 'patch-impossible': 1 });
});

test('the average passing rate is of tests, then of samples, then of tasks', () => {
  const tested = (passed: number, total: number) => judged('fail', { tests: { passed, total } });
  const rate = averagePassRate([[tested(1, 4), tested(3, 4)], [tested(0, 0), tested(4, 4)], [tested(1, 1)]]);
  expect(rate?.value).toBeCloseTo((0.5 + 0.5 + 1) / 3, 12);
  expect(averagePassRate([[tested(1, 1)], [tested(0, 1)]])?.value).toBe(0.5);
  expect(averagePassRate([])).toBeNull();
  expect(averagePassRate([[tested(1, 1)], [tested(1, 1), judged('pass')]])).toBeNull();
});

describe('pass@k of samples', () => {
  test('for the k that every task has samples for', () => {
    const [one, two] = [
      [true, false, false],
      [false, true],
    ] as const;
    const found = passAtKs([one, two], [1, 2, 3]);
    expect(Object.keys(found)).toEqual(['1', '2']);
    expect(found['1']?.value).toBeCloseTo((1 / 3 + 1 / 2) / 2, 12);
    expect(found['2']?.value).toBeCloseTo((2 / 3 + 1) / 2, 12);
    expect(passAtKs([], [1])).toEqual({});
  });

  test('by part, each together with those before it', () => {
    const found = passAtKByPart([[parts('pass', 'fail'), parts('pass', 'pass')], [parts('fail', 'pass')]], [1]);
    expect(Object.keys(found ?? {})).toEqual(['base', 'base+plus']);
    expect(found?.['base']?.['1']?.value).toBe(0.5);
    expect(found?.['base+plus']?.['1']?.value).toBe(0.25);
    expect(passAtKByPart([[judged('pass')]], [1])).toBeNull();
  });
});

describe('parts of the official tests', () => {
  test('are named in the order in which they come', () => {
    expect(officialParts([judged('pass'), parts('pass', 'pass')])).toEqual(['base', 'base+plus']);
    expect(officialParts([])).toEqual([]);
  });

  test('judge a record by themselves alone', () => {
    expect(judgedByParts(parts('pass', 'timeout'), 'base')).toMatchObject({ passed: true, verdict: 'pass' });
    expect(judgedByParts(parts('pass', 'timeout'), 'base+plus')).toMatchObject({ passed: false, verdict: 'timeout' });
    expect(judgedByParts(parts('error', 'timeout'), 'base+plus')).toMatchObject({ verdict: 'error' });
    expect(judgedByParts(parts('fail', 'pass'), 'more')).toMatchObject({ passed: true, verdict: 'pass' });
    expect(judgedByParts(judged('fail'), 'base')).toEqual(judged('fail'));
  });

  test('give every arm its figures', () => {
    const run = smallRun({ a: { original: [true, false] } });
    const official = run.official.map((row) => ({ ...row, parts: { base: 'pass' as const, plus: row.verdict } }));
    const found = resultsByPart({ ...run, official: official.toReversed() });
    expect(found.map(([part]) => part)).toEqual(['base', 'base+plus']);
    expect(found[0]?.[1]['self-agreement']?.['1']?.value).toBe(1);
    const wrong = smallRun({ a: { original: [true, false], picksRight: false } });
    const both = resultsByPart({ ...wrong, official });
    expect(both.map(([, arms]) => arms['self-agreement']?.['1']?.value)).toEqual([1, 0]);
    expect(resultsByPart(run)).toEqual([]);
  });
});
