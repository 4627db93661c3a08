import { expect, test } from 'vitest';
import { passAtK } from '../../src/statistics/pass-at-k.ts';

/** Share of the k-subsets of `samples` that hold one of the first `correct`, by enumeration. */
function bruteForce(samples: number, correct: number, k: number): number {
  let subsets = 0;
  let lucky = 0;
  for (let mask = 0; mask < 1 << samples; mask++) {
    let size = 0;
    for (let bit = 0; bit < samples; bit++) size += (mask >> bit) & 1;
    if (size !== k) continue;
    subsets++;
    if (mask & ((1 << correct) - 1)) lucky++;
  }
  return lucky / subsets;
}

test('is the share of subsets with a correct sample', () => {
  for (let samples = 1; samples <= 8; samples++) {
    for (let correct = 0; correct <= samples; correct++) {
      for (let k = 1; k <= samples; k++) {
        expect(passAtK(samples, correct, k)).toBeCloseTo(bruteForce(samples, correct, k), 12);
      }
    }
  }
});

test('draws all where fewer than k exist', () => {
  expect(passAtK(3, 1, 10)).toBe(1);
  expect(passAtK(3, 0, 10)).toBe(0);
  expect(passAtK(0, 0, 1)).toBe(0);
});

test('refuses counts that cannot be', () => {
  expect(() => passAtK(3, 4, 1)).toThrow('4 of 3 samples cannot be correct');
  expect(() => passAtK(3, -1, 1)).toThrow(RangeError);
  expect(() => passAtK(3, 1, 0)).toThrow('k must be a positive integer, not 0');
  expect(() => passAtK(3, 1, 1.5)).toThrow(RangeError);
});
