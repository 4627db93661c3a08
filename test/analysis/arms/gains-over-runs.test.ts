import { expect, test } from 'vitest';
import { gainsOverRuns, summariseArms } from '../../../src/analysis/arms/arm-results.ts';
import type { RunRecord } from '../../../src/records/run-record.ts';
import { studyOf } from '../../../src/records/study.ts';
import { smallRun } from '../../fakes/small-run.ts';

test('of one run the p values stay as they are', () => {
  const first = runOf(6);
  const [gains = []] = gainsOverRuns(studyOf(first));
  expect(gains.map(({ adjustedP }) => adjustedP)).toEqual(summariseArms(first).comparisons.map(({ pValue }) => pValue));
});

/** As many tasks in which the ensemble alone picks the right program; `baseline` is right in all of them. */
function runOf(gained: number): RunRecord {
  const task = { original: [true, false], variants: { 'lex-swap': [true, false] } };
  const run = smallRun(Object.fromEntries(Array.from({ length: gained }, (_, at) => [`t${at}`, task])));
  const rankings = run.rankings.map((ranking) => {
    const pickedId = ranking.arm === 'mutation-ensemble' ? 'right' : 'wrong';
    return { ...ranking, pickedId, sets: [{ candidateIds: [pickedId], testIds: [], score: 1 }] };
  });
  const first = run.tasks.map(({ taskId }) => {
    return { taskId, arm: 'baseline' as const, samples: [{ variantId: `${taskId}::original`, sample: 0 }] };
  });
  const manifest = { ...run.manifest, arms: ['baseline', 'self-agreement', 'mutation-ensemble'] as const };
  return { ...run, manifest, rankings, armSamples: [...first, ...run.armSamples] };
}

const rounded = (p: number) => Number(p.toPrecision(12));

test('by hand: nine of nine and twice six of six, for either pair of arms', () => {
  const gains = gainsOverRuns({ runs: [runOf(6), runOf(9), runOf(6)] });
  expect(gains.map((row) => row.map(({ arm }) => arm))).toEqual(Array(3).fill(['self-agreement', 'mutation-ensemble']));
  const alone = [6, 9, 6].map((tasks) => [2 / 2 ** tasks, 2 / 2 ** tasks]);
  expect(gains.map((row) => row.map(({ pValue }) => rounded(pValue)))).toEqual(alone);
  // Holm over three runs: 3 * 2 / 512, then 2 * 2 / 64, and no less for the last.
  const corrected = [4 / 64, 6 / 512, 4 / 64];
  expect(gains.map((row) => row.map(({ adjustedP }) => rounded(adjustedP)))).toEqual(corrected.map((p) => [p, p]));
  const findings = gains.map((row) => row.map(({ finding }) => finding));
  expect(findings).toEqual([false, true, false].map((finding) => [finding, finding]));
});

test('by hand: what is not a finding alone is none together', () => {
  const [first, second] = gainsOverRuns({ runs: [runOf(4), runOf(9)] }).map(([comparison]) => comparison);
  expect(first?.finding).toBe(false);
  expect(first?.adjustedP).toBeCloseTo(2 / 2 ** 4, 12);
  expect(second?.finding).toBe(true);
  expect(second?.adjustedP).toBeCloseTo(4 / 512, 12);
});
