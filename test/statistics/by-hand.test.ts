import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import { expectedPassAtK } from '../../src/statistics/expected-pass-at-k.ts';
import { logisticProbability } from '../../src/statistics/logistic.ts';
import { meanInterval } from '../../src/statistics/mean-interval.ts';
import { pairedBootstrap } from '../../src/statistics/paired-bootstrap.ts';
import { cohenKappa } from '../../src/statistics/rater-agreement.ts';
import { averageRanks, spearman } from '../../src/statistics/spearman.ts';
import { cohensD, fisherRatio } from '../../src/statistics/two-samples.ts';
import { wilsonInterval, Z_95 } from '../../src/statistics/wilson.ts';

describe('spearman', () => {
  test('of two swaps of neighbours among five is 0.8, with the interval of Bonett and Wright', () => {
    // Sum of squared rank differences 4: 1 - 6 * 4 / (5 * 24).
    const found = spearman([10, 20, 30, 40, 50], [2, 1, 4, 3, 5]);
    const margin = Z_95 * Math.sqrt((1 + 0.8 ** 2 / 2) / 2);
    expect(found?.value).toBeCloseTo(0.8, 12);
    expect(found?.low).toBeCloseTo(Math.tanh(Math.atanh(0.8) - margin), 12);
    expect(found?.high).toBeCloseTo(Math.tanh(Math.atanh(0.8) + margin), 12);
  });

  test('in perfect order reaches the end, and on the other side half a swap of neighbours', () => {
    const margin = Z_95 * Math.sqrt((1 + 0.95 ** 2 / 2) / 2);
    const near = Math.tanh(Math.atanh(0.95) - margin);
    const up = spearman([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]);
    const down = spearman([1, 2, 3, 4, 5], [5, 4, 3, 2, 1]);
    expect([up?.value, up?.high]).toEqual([1, 1]);
    expect(up?.low).toBeCloseTo(near, 12);
    expect([down?.value, down?.low]).toEqual([-1, -1]);
    expect(down?.high).toBeCloseTo(-near, 12);
  });

  test('of few pairs nothing is known but the order', () => {
    expect(spearman([1, 2], [2, 1])).toEqual({ value: -1, low: -1, high: 1 });
    expect(spearman([1, 2, 3], [1, 3, 2])).toMatchObject({ low: -1, high: 1 });
    expect(spearman([1], [1])).toBeNull();
    expect(spearman([1, 2], [3, 3])).toBeNull();
    expect(() => spearman([1, 2], [1])).toThrow('2 values cannot pair with 1');
  });

  test('ties at the end share their ranks too', () => {
    expect(averageRanks([3, 1, 3, 3])).toEqual([3, 1, 3, 3]);
    expect(averageRanks([])).toEqual([]);
  });
});

describe('two samples', () => {
  test('unequal sizes and spreads are pooled by their degrees of freedom', () => {
    // Means 4 and 2; variances 2 (of two) and 12 (of three).
    expect(cohensD([3, 5], [0, 0, 6])).toBeCloseTo(2 / Math.sqrt((1 * 2 + 2 * 12) / 3), 12);
    expect(fisherRatio([3, 5], [0, 0, 6])).toBeCloseTo(4 / 14, 12);
  });
  test('equal constants differ by nothing, other ones by infinitely many deviations', () => {
    expect(fisherRatio([1, 1], [1, 1])).toBe(0);
    expect([cohensD([2, 2], [1, 1]), fisherRatio([2, 2], [1, 1])]).toEqual([Infinity, Infinity]);
    expect(cohensD([1, 1], [1, 1])).toBe(0);
    expect(() => fisherRatio([1, 2], [])).toThrow('two values, not 0');
    expect(() => cohensD([1], [1, 2])).toThrow(RangeError);
  });
});

test('agreement of raters: cohenKappa: 3 of 4 agreed, half of them by chance', () => {
  expect(cohenKappa(['a', 'a', 'a', 'b'], ['a', 'a', 'b', 'b'])).toBeCloseTo(0.5, 12);
  expect(cohenKappa([], [])).toBeNull();
  expect(cohenKappa(['a', 'a'], ['a', 'a'])).toBeNull();
  expect(() => cohenKappa([1], [])).toThrow('1 labels cannot pair with 0');
});

describe('meanInterval', () => {
  test('is Wilson at the effective number of tasks', () => {
    const values = [0.2, 0.4, 0.9];
    const mean = 0.5;
    const unseen = (mean ** 2 + (1 - mean) ** 2) / 10;
    const variance = (0.09 + 0.01 + 0.16 + unseen) / 3.2;
    const effective = 3 / (variance / 0.25);
    const expected = wilsonInterval(mean * effective, effective);
    const found = meanInterval(values);
    expect(found.value).toBeCloseTo(mean, 12);
    expect(found.low).toBeCloseTo(expected.low, 12);
    expect(found.high).toBeCloseTo(expected.high, 12);
  });
  test('of nothing anything is possible', () => expect(meanInterval([])).toEqual({ value: 0, low: 0, high: 1 }));
});

test('sets without a sample are not drawn from', () => {
  const nothing = { score: 9, samples: 0, correct: 0 };
  expect(expectedPassAtK([nothing, { score: 1, samples: 2, correct: 1 }], { samples: 2, correct: 1 }, 1)).toBe(0.5);
  expect(expectedPassAtK([nothing], { samples: 4, correct: 3 }, 1)).toBe(0.75);
});

test('unequal numbers are refused', () => {
  expect(() => pairedBootstrap([1], [], { rng: createRng(1) })).toThrow('1 values cannot pair with 0');
});

test('a logistic probability: the intercept alone, with a feature, and far out, where nothing overflows', () => {
  expect(logisticProbability([Math.log(3)], [])).toBeCloseTo(0.75, 12);
  expect(logisticProbability([1, Math.log(4), 2], [1, -0.5])).toBeCloseTo(0.8, 12);
  expect(logisticProbability([0, 5], [])).toBe(0.5);
  expect(logisticProbability([], [1])).toBe(0.5);
  expect(logisticProbability([1e6], [])).toBe(1);
  expect(logisticProbability([-1e6], [])).toBe(1 / (1 + Math.exp(700)));
});
