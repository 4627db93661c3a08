import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logBeta } from '../../src/statistics/log-beta.ts';
import { plainLogBeta } from '../agreement/oracle-ranking.ts';

test('agrees with factorials for whole numbers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (p, q) => {
      expect(logBeta(p, q)).toBeCloseTo(plainLogBeta(p, q), 8);
    }),
  );
});

test('is symmetric and right for known values', () => {
  expect(logBeta(0.5, 0.5)).toBeCloseTo(Math.log(Math.PI), 12);
  expect(logBeta(1, 7)).toBeCloseTo(-Math.log(7), 12);
  expect(logBeta(3e8, 12345)).toBe(logBeta(12345, 3e8));
});

test('keeps its digits where ln Gamma would lose them: B(p + 1, q) = B(p, q) p / (p + q)', () => {
  for (const [p, q] of [
    [1e8, 3e8],
    [20, 3e8],
    [5000, 1e10],
  ] as const) {
    expect(logBeta(p + 1, q) - logBeta(p, q)).toBeCloseTo(Math.log(p / (p + q)), 5);
    expect(Number.isFinite(logBeta(p, q))).toBe(true);
  }
});
