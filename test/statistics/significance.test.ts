import { describe, expect, test } from 'vitest';
import { holmAdjust } from '../../src/statistics/holm.ts';
import { countDiscordant, mcnemarExact } from '../../src/statistics/mcnemar.ts';

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

test('holmAdjust: agrees with statsmodels multipletests(method="holm")', () => {
  const adjusted = holmAdjust([0.01, 0.04, 0.03, 0.005, 0.5]);
  for (const [at, p] of [0.04, 0.09, 0.09, 0.025, 0.5].entries()) expect(adjusted[at]).toBeCloseTo(p, 12);
});
