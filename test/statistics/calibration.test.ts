import { expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import {
  brierScore,
  calibrationBins,
  calibrationError,
  type Forecast,
  perfectCalibrationError,
  riskCoverage,
} from '../../src/statistics/calibration.ts';

const forecast = (probability: number, outcome: number): Forecast => ({ probability, outcome });

test('the Brier score is the mean squared error, and of a fraction the mean over its draw', () => {
  expect(brierScore([forecast(1, 1), forecast(0, 0)])).toBe(0);
  expect(brierScore([forecast(0.75, 0)])).toBeCloseTo(0.5625, 12);
  expect(brierScore([forecast(0.3, 0.25)])).toBeCloseTo(0.25 * 0.49 + 0.75 * 0.09, 12);
});

test('bins are of equal mass and the error is their mean gap', () => {
  const list = [0.4, 0.1, 0.9, 0.3, 0.2].map((p) => forecast(p, p > 0.5 ? 1 : 0));
  expect(calibrationBins(list, 5).map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
  expect(calibrationError(list, 5)).toBeCloseTo((0.1 + 0.2 + 0.3 + 0.4 + 0.1) / 5, 12);
  expect(calibrationError(list, 1)).toBeCloseTo(Math.abs(0.38 - 0.2), 12);
  expect(calibrationBins(list, 9)).toHaveLength(5);
  expect(calibrationBins([forecast(0.9, 1), ...list.slice(0, 2)], 3)[0]).toEqual({
    size: 1,
    meanProbability: 0.1,
    meanOutcome: 0,
  });
  expect([brierScore([]), calibrationError([])]).toEqual([0, 0]);
});

test('a perfect forecaster stays below the quantile in about 95 of 100 worlds, a biased one does not', () => {
  const rng = createRng(5).fork('calibration');
  const probabilities = Array.from({ length: 80 }, () => rng.next());
  const limit = perfectCalibrationError(probabilities, { rng: rng.fork('limit') });
  const errors = (bias: number) =>
    Array.from({ length: 400 }, () =>
      calibrationError(probabilities.map((p) => forecast(p, rng.next() < Math.min(1, p + bias) ? 1 : 0))),
    ).filter((error) => error > limit).length / 400;
  expect(errors(0)).toBeGreaterThan(0.02);
  expect(errors(0)).toBeLessThan(0.1);
  expect(errors(0.3)).toBeGreaterThan(0.7);
});

test('the curve answers the most confident first, equal ones together', () => {
  expect(riskCoverage([forecast(0.2, 0), forecast(0.9, 1), forecast(0.5, 1), forecast(0.5, 0)])).toEqual([
    { coverage: 0.25, threshold: 0.9, precision: 1 },
    { coverage: 0.75, threshold: 0.5, precision: 2 / 3 },
    { coverage: 1, threshold: 0.2, precision: 0.5 },
  ]);
});
