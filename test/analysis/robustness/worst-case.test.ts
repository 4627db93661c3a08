import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chanceAllRight, subsetsOf, worstCase } from '../../../src/analysis/robustness/worst-case.ts';
import { createRng } from '../../../src/core/random.ts';

const rng = createRng(1);
const [T, F] = [true, false];

/** All sets of `size` among `items`, by masks. */
function setsOf<T>(items: readonly T[], size: number): T[][] {
  const sets = Array.from({ length: 1 << items.length }, (_, mask) => items.filter((_item, at) => (mask >> at) & 1));
  return sets.filter((set) => set.length === size);
}
const share = <T>(items: readonly T[], holds: (item: T) => boolean) => items.filter(holds).length / items.length;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('subsetsOf', () => {
  test('all of them, in order', () => {
    expect(subsetsOf(4, 2, rng).map((set) => set.join(''))).toEqual(['01', '02', '03', '12', '13', '23']);
    expect(subsetsOf(3, 1, rng)).toEqual([[0], [1], [2]]);
    expect(subsetsOf(29, 29, rng)).toEqual([Array.from({ length: 29 }, (_, at) => at)]);
  });

  test('64 sets are all taken; of 65 or more 64 are drawn', () => {
    expect(subsetsOf(64, 1, rng).map(([only]) => only)).toEqual(Array.from({ length: 64 }, (_, at) => at));
    const drawn = subsetsOf(65, 1, rng);
    expect(drawn).toHaveLength(64);
    expect(new Set(drawn.map(String)).size).toBeLessThan(64);
    const tens = subsetsOf(20, 10, rng);
    expect(tens).toHaveLength(64);
    for (const set of tens) {
      expect(new Set(set).size).toBe(10);
      expect(set.every((index) => index >= 0 && index < 20)).toBe(true);
    }
    // 8 over 4 is 70, 8 over 3 is 56.
    expect(subsetsOf(8, 4, rng)).toHaveLength(64);
    expect(subsetsOf(8, 3, rng)).toHaveLength(56);
  });
});

describe('worstCase', () => {
  test('only samples that all prompts have are paired', () => {
    expect(worstCase([T, T, T], [[T, F], [T]], { s: 1, k: 1, rng })).toEqual({ robustPass: 1, relative: 0 });
  });

  test('agrees with its definition over single draws', () => {
    const outcomes = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
    const size = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(
        outcomes,
        fc.array(outcomes, { minLength: 1, maxLength: 4 }),
        size,
        size,
        (before, after, most, k) => {
          const s = Math.min(most, after.length);
          const draws = setsOf([0, 1, 2, 3], k);
          const perSet = setsOf(after, s).map((set) => {
            const some = (holds: (sample: number) => boolean) => share(draws, (draw) => draw.some(holds));
            const broken = some((at) => before[at] === true && set.some((each) => !each[at]));
            const repaired = some((at) => before[at] === false && set.some((each) => each[at]));
            return { robust: some((at) => set.every((each) => each[at])), relative: broken + repaired };
          });
          const found = worstCase(before, after, { s, k, rng });
          expect(found.robustPass).toBeCloseTo(mean(perSet.map(({ robust }) => robust)), 12);
          expect(found.relative).toBeCloseTo(mean(perSet.map(({ relative }) => relative)), 12);
        },
      ),
    );
  });
});

test('the chance that s draws are all right', () => {
  expect(chanceAllRight([T, T, F], 1)).toBeCloseTo(2 / 3, 12);
  expect(chanceAllRight([T, T, F], 2)).toBeCloseTo(1 / 3, 12);
  expect(chanceAllRight([T, T, F], 3)).toBe(0);
  expect(chanceAllRight([F, F, F], 2)).toBe(0);
  expect(chanceAllRight([T, T], 2)).toBe(1);
  expect(chanceAllRight([T, T], 3)).toBeNull();
});
