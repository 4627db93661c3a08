import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holmAdjust } from '../../src/statistics/holm.ts';
import { countDiscordant, mcnemarExact } from '../../src/statistics/mcnemar.ts';
import { normalCdf, normalQuantile } from '../../src/statistics/normal.ts';

describe('mcnemarExact', () => {
  // scipy.stats.binomtest(b, b + c, 0.5).pvalue
  test.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 1, 0.21875],
    [10, 2, 0.03857421875],
    [7, 7, 1],
    [0, 12, 0.00048828125],
    [120, 80, 0.005685155996750306],
    [900, 1100, 8.45708953550381e-6],
    [1, 2000, 0],
  ])('%i against %i', (onlyFirst, onlySecond, p) => {
    const value = mcnemarExact({ onlyFirst, onlySecond });
    expect(Math.abs(value - p)).toBeLessThanOrEqual(p * 1e-10);
    expect(mcnemarExact({ onlyFirst: onlySecond, onlySecond: onlyFirst })).toBe(value);
  });

  test('counts the pairs that disagree', () => {
    expect(countDiscordant([true, true, false, false, true], [true, false, true, false, false])).toEqual({
      onlyFirst: 2,
      onlySecond: 1,
    });
    expect(() => countDiscordant([true], [])).toThrow(RangeError);
  });
});

describe('holmAdjust', () => {
  test('agrees with statsmodels multipletests(method="holm")', () => {
    const adjusted = holmAdjust([0.01, 0.04, 0.03, 0.005, 0.5]);
    for (const [at, p] of [0.04, 0.09, 0.09, 0.025, 0.5].entries()) expect(adjusted[at]).toBeCloseTo(p, 12);
  });

  test('never lowers a p value, keeps their order and stays at most 1', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (pValues) => {
        const adjusted = holmAdjust(pValues);
        for (const [a, p] of pValues.entries()) {
          expect(adjusted[a]).toBeGreaterThanOrEqual(p);
          expect(adjusted[a]).toBeLessThanOrEqual(1);
          for (const [b, q] of pValues.entries())
            if (p < q) expect(adjusted[a]).toBeLessThanOrEqual(adjusted[b] as number);
        }
      }),
    );
  });
});

describe('the normal distribution', () => {
  // scipy.stats.norm.cdf
  test.each([
    [-8, 6.22096057427174e-16],
    [-5, 2.866515718791933e-7],
    [-4, 3.167124183311986e-5],
    [-3.3, 0.00048342414238377744],
    [-1.96, 0.024997895148220435],
    [-0.1, 0.460172162722971],
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [3.999, 0.9999681946599458],
    [4.001, 0.9999684623210665],
    [6, 0.9999999990134123],
  ])('cdf(%d)', (x, p) => {
    expect(Math.abs(normalCdf(x) / p - 1)).toBeLessThan(1e-11);
  });

  // scipy.stats.norm.ppf
  test.each([
    [1e-10, -6.361340902404056],
    [1e-5, -4.264890793922825],
    [0.025, -1.9599639845400545],
    [0.3, -0.5244005127080409],
    [0.5, 0],
    [0.8, 0.8416212335729143],
    [0.9999, 3.719016485455709],
  ])('quantile(%d)', (p, x) => {
    expect(normalQuantile(p)).toBeCloseTo(x, 10);
  });

  test('the quantile has no end at 0 and 1', () => {
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });
});
