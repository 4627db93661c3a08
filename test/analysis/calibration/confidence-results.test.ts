import { describe, expect, test } from 'vitest';
import { armConfidence, calibrate } from '../../../src/analysis/calibration/confidence-results.ts';
import type { RunRecord } from '../../../src/records/run-record.ts';
import { smallRun } from '../../fakes/small-run.ts';

const [T, F] = [true, false];

describe('calibrate', () => {
  test('of four picks, by hand', () => {
    const outcomes = [1, 0, 1, 0];
    const forecasts = [0.9, 0.6, 0.6, 0.1].map((probability, at) => ({ probability, outcome: outcomes[at] ?? 0 }));
    const found = calibrate(forecasts, 1);
    expect(found?.picks).toBe(4);
    expect(found?.brier).toBeCloseTo((0.01 + 0.36 + 0.16 + 0.01) / 4, 12);
    // Always one half, right half of the time.
    expect(found?.brierOfMean).toBeCloseTo(0.25, 12);
    // Each pick is a bin of its own.
    expect(found?.calibrationError).toBeCloseTo((0.1 + 0.6 + 0.4 + 0.1) / 4, 12);
    expect(found?.perfectBelow).toBeGreaterThan(0.3);
    expect(found?.perfectBelow).toBeLessThan(1);
    expect(found?.curve.map(({ coverage }) => coverage)).toEqual([0.25, 0.75, 1]);
    expect(calibrate(forecasts, 1)).toEqual(found);
  });

  test('of none there is nothing', () => expect(calibrate([], 1)).toBeNull());
});

describe('armConfidence', () => {
  /** Confidences by task, of the arm `mutation-ensemble` alone. */
  function runWith(
    confidences: Readonly<Record<string, number | null>>,
    config: Record<string, unknown> = {},
  ): RunRecord {
    const b = { original: [F, T], picksRight: false };
    const run = smallRun({ a: { original: [T, F] }, b, c: { original: [T] } });
    const rankings = run.rankings.flatMap((ranking) => {
      const confidence = ranking.arm === 'mutation-ensemble' ? confidences[ranking.taskId] : undefined;
      const own = confidence === undefined ? ranking : { ...ranking, confidence };
      return [{ ...own }, { ...own, scorer: 'another', confidence: 0.01 }];
    });
    return { ...run, rankings, manifest: { ...run.manifest, config } };
  }

  test('is of the picks of the run’s own scorer that have one', () => {
    const [found, ...others] = armConfidence(runWith({ a: 0.8, b: 0.3, c: null }));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ arm: 'mutation-ensemble', picks: 2, answered: null });
    expect(found?.brier).toBeCloseTo((0.04 + 0.09) / 2, 12);
  });

  test('tells what is left of the answers at the wanted confidence, and how much of it is right', () => {
    const answered = (minConfidence: number) =>
      armConfidence(runWith({ a: 0.8, b: 0.3, c: 0.5 }, { minConfidence }))[0]?.answered;
    expect(answered(0.5)).toMatchObject({ atLeast: 0.5, tasks: 2, right: { value: 1 } });
    expect(answered(0.2)?.tasks).toBe(3);
    expect(answered(0.2)?.right.value).toBeCloseTo(2 / 3, 12);
    expect(answered(0.9)).toMatchObject({ atLeast: 0.9, tasks: 0 });
  });

  test('a run without any has none', () => expect(armConfidence(runWith({}))).toEqual([]));
});
