import { describe, expect, test } from 'vitest';
import { summariseArms } from '../../../src/analysis/arms/arm-results.ts';
import { gainsOverRuns } from '../../../src/analysis/arms/gains-over-runs.ts';
import { studyOf } from '../../../src/records/study.ts';
import { syntheticStudy } from '../../fakes/study.ts';

describe('gainsOverRuns', () => {
  const study = syntheticStudy(7);
  const plain = study.runs.map((record) => summariseArms(record).comparisons);

  test('corrects each pair of arms over the runs by itself, and keeps their figures', () => {
    const gains = gainsOverRuns(study);
    expect(study.runs.length).toBeGreaterThan(1);
    expect(gains.map((row) => row.map(({ arm }) => arm))).toEqual(plain.map((row) => row.map(({ arm }) => arm)));
    for (const at of plain[0]?.keys() ?? []) {
      const before = plain.map((row) => row[at]?.pValue ?? Number.NaN);
      const after = gains.map((row) => row[at]?.adjustedP ?? Number.NaN);
      const least = Math.min(...before);
      // Holm's first step: the smallest p times the number of runs.
      expect(Math.min(...after)).toBeCloseTo(Math.min(1, least * before.length), 12);
      for (const [run, p] of after.entries()) expect(p).toBeGreaterThanOrEqual(before[run] ?? 0);
    }
  });

  test('a difference below 0.05 alone is not a finding where the corrected one is not', () => {
    const gains = gainsOverRuns(study).flat();
    for (const [at, { adjustedP, finding }] of gains.entries())
      expect(finding).toBe((plain.flat()[at]?.finding ?? false) && adjustedP < 0.05);
  });

  test('of one run the p values stay as they are', () => {
    const [first] = study.runs;
    const [gains = []] = gainsOverRuns(studyOf(first));
    expect(gains.map(({ adjustedP }) => adjustedP)).toEqual(
      summariseArms(first).comparisons.map(({ pValue }) => pValue),
    );
  });
});
