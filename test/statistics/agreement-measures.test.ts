import { describe, expect, test } from 'vitest';
import { cohenKappa } from '../../src/statistics/cohen-kappa.ts';
import { averageRanks, spearman } from '../../src/statistics/spearman.ts';
import { cohensD, fisherRatio } from '../../src/statistics/two-samples.ts';

describe('cohenKappa', () => {
  test('is 1 for equal labels, 0 for chance, below 0 for less', () => {
    expect(cohenKappa(['a', 'b'], ['a', 'b'])).toBe(1);
    expect(cohenKappa(['a', 'a', 'b', 'b'], ['a', 'b', 'a', 'b'])).toBe(0);
    expect(cohenKappa(['a', 'b'], ['b', 'a'])).toBe(-1);
  });
  test('refuses lists that do not pair', () => expect(() => cohenKappa([1], [])).toThrow(RangeError));
});

describe('spearman', () => {
  test('shares ranks between ties', () => expect(averageRanks([10, 20, 10, 30])).toEqual([1.5, 3, 1.5, 4]));
  test('knows nothing of three pairs, and little of four', () => {
    expect(spearman([1, 2, 3], [1, 2, 3])).toEqual({ value: 1, low: -1, high: 1 });
    const four = spearman([1, 2, 3, 4], [1, 2, 3, 4]);
    expect(four?.high).toBe(1);
    expect(four?.low).toBeLessThan(0.5);
  });
  test('is undefined without spread', () => expect(spearman([1, 1], [1, 2])).toBeNull());
});

describe('two samples', () => {
  test('a gap of one pooled deviation is d = 1', () => {
    expect(cohensD([1, 2, 3], [0, 1, 2])).toBeCloseTo(1, 12);
    expect(fisherRatio([1, 2, 3], [0, 1, 2])).toBeCloseTo(0.5, 12);
  });
  test('equal constants differ by nothing', () => expect(cohensD([1, 1], [1, 1])).toBe(0));
  test('one value has no variance', () => expect(() => cohensD([1], [1, 2])).toThrow(RangeError));
});
