import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import { quantileOf } from '../../src/statistics/bootstrap.ts';
import { meanDifference } from '../../src/statistics/mean-difference.ts';
import { pairedBootstrap } from '../../src/statistics/paired-bootstrap.ts';
import { relativeDrop } from '../../src/statistics/relative-drop.ts';
import { drawTaskResamples, resampledSums, type TaskResamples } from '../../src/statistics/task-resamples.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** The quantile between the two nearest ranks, from its definition. */
function plainQuantile(values: readonly number[], p: number): number {
  const sorted = ascending(values);
  const at = Math.max(0, Math.min(1, p)) * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  return below + (at % 1) * ((sorted[Math.ceil(at)] ?? Number.NaN) - below);
}

test('pairedBootstrap: draws from the tasks, one without a difference and one of the largest, written out', () => {
  const [first, second] = [
    [1, 0.5, 0, 1],
    [0, 0.5, 0.25, 0],
  ];
  const pool = [1, 0, -0.25, 1, 0, 1];
  const draw = createRng(5).fork('twin');
  const means = Array.from({ length: 300 }, () => {
    const drawn = pool.map(() => {
      const at = draw.below(pool.length);
      return at === 5 && draw.next() >= 0.5 ? -1 : (pool[at] ?? Number.NaN);
    });
    return sum(drawn) / pool.length;
  });
  const found = pairedBootstrap(first ?? [], second ?? [], { rng: createRng(5).fork('twin'), resamples: 300 });
  expect(found.value).toBeCloseTo(0.4375, 12);
  expect(found.low).toBeCloseTo(Math.min(0.4375, plainQuantile(means, 0.025)), 12);
  expect(found.high).toBeCloseTo(Math.max(0.4375, plainQuantile(means, 0.975)), 12);
});

/** Resamples by hand: how often each task was drawn, how often the unseen one, and which way that went. */
function resamplesOf(rows: readonly (readonly [weights: readonly number[], unseen: number, way: 1 | -1])[]) {
  const resamples: TaskResamples = {
    weights: rows.map(([weights]) => Uint8Array.from(weights)),
    unseen: Uint8Array.from(rows, ([, unseen]) => unseen),
    direction: Int8Array.from(rows, ([, , way]) => way),
  };
  return resamples;
}

describe('resamples of a task set', () => {
  test('are as many draws as tasks and one more, over all of them', () => {
    const { weights, unseen, direction } = drawTaskResamples(6, createRng(2), 50);
    expect([weights.length, unseen.length, direction.length]).toEqual([50, 50, 50]);
    for (const [at, counts] of weights.entries()) {
      expect(counts).toHaveLength(6);
      expect(sum([...counts]) + (unseen[at] ?? 0)).toBe(7);
    }
    expect(new Set(direction)).toEqual(new Set([-1, 1]));
    expect(Math.max(...unseen)).toBeGreaterThan(0);
  });

  test('sums take the values at their places', () => {
    const resamples = resamplesOf([
      [[2, 9, 1], 0, 1],
      [[0, 5, 3], 0, 1],
    ]);
    expect([...resampledSums([0.5, -0.25], [0, 2], resamples)]).toEqual([0.75, -0.75]);
    expect([...resampledSums([], [], resamples)]).toEqual([0, 0]);
  });
});

describe('meanDifference', () => {
  const differences = [0.5, -0.25];
  const of = (...rows: Parameters<typeof resamplesOf>[0]) => meanDifference(differences, [0, 2], resamplesOf(rows));

  test('one resample, by hand: the unseen task has the largest difference, its way, and there is one without any', () => {
    // 2 * 0.5 - 0.25 = 0.75 over 3 tasks; the unseen one twice at +-0.5; one more without a difference.
    const [up, down] = [of([[2, 9, 1], 2, 1]), of([[2, 9, 1], 2, -1])];
    expect(up.value).toBe(0.125);
    expect([up.low, up.high]).toEqual([0.125, 1.75 / 6]);
    expect([down.low, down.high]).toEqual([-0.25 / 6, 0.125]);
  });

  test('the interval lies between the ranks of several resamples, in whatever order they came', () => {
    const { low, high } = of([[4, 0, 0], 0, 1], [[0, 0, 4], 0, 1], [[1, 0, 1], 0, 1]);
    const means = [2 / 5, -1 / 5, 0.25 / 3];
    expect(low).toBeCloseTo(plainQuantile(means, 0.025), 12);
    expect(high).toBeCloseTo(plainQuantile(means, 0.975), 12);
  });

  test('the effect size is the mean over the deviation of the differences', () => {
    // Mean 0.125; deviations of 0.375 either way, with n - 1.
    expect(of([[1, 1, 1], 0, 1]).effectSize).toBeCloseTo(0.125 / Math.sqrt(2 * 0.375 ** 2), 12);
  });

  test('equal differences have no spread to measure an effect by; none at all reach to both sides alike', () => {
    const resamples = resamplesOf([[[1, 1], 1, 1]]);
    expect(meanDifference([0.5, 0.5], [0, 1], resamples).effectSize).toBeNull();
    const { low, high } = meanDifference([0, 0], [0, 1], resamples);
    expect(high).toBeGreaterThan(0);
    expect(low).toBe(-high);
  });
});

describe('relativeDrop', () => {
  const of = (...rows: Parameters<typeof resamplesOf>[0]) =>
    relativeDrop({ before: [1, 0.5], after: [0.5, 0.5], positions: [0, 1] }, resamplesOf(rows));

  test('one resample, by hand: the unseen task was solved before, and is after where it goes up', () => {
    const value = 1 / 3;
    // 1 + 2 * 0.5 + 2 = 4 before; 0.5 + 2 * 0.5 = 1.5 after, and 2 more where it goes up.
    expect(of([[1, 2], 2, 1])?.value).toBeCloseTo(value, 12);
    expect(of([[1, 2], 2, 1])?.low).toBeCloseTo(0.125, 12);
    expect(of([[1, 2], 2, 1])?.high).toBeCloseTo(value, 12);
    expect(of([[1, 2], 2, -1])?.low).toBeCloseTo(value, 12);
    expect(of([[1, 2], 2, -1])?.high).toBeCloseTo(0.625, 12);
  });

  test('nothing can drop from nothing', () => {
    const rows = resamplesOf([[[1, 1], 0, 1]]);
    expect(relativeDrop({ before: [0, 0], after: [0, 0], positions: [0, 1] }, rows)).toBeNull();
  });

  test('a resample without anything to lose says what the tasks say', () => {
    const { value, low, high } = of([[0, 0], 0, 1]) ?? {};
    expect([low, high]).toEqual([value, value]);
  });
});

test('quantiles of sorted numbers, whatever they are', () => {
  const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(numbers, fc.double({ min: -0.5, max: 1.5, noNaN: true }), (values, p) => {
      expect(quantileOf(Float64Array.from(ascending(values)), p)).toBeCloseTo(plainQuantile(values, p), 6);
    }),
  );
});
