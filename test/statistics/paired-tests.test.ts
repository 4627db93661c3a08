import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import { mcnemarExact } from '../../src/statistics/mcnemar.ts';
import { meanDifference } from '../../src/statistics/mean-difference.ts';
import { relativeDrop } from '../../src/statistics/relative-drop.ts';
import { signFlipTest } from '../../src/statistics/sign-flip-test.ts';
import { stratifiedExactTest } from '../../src/statistics/stratified-exact-test.ts';
import { drawTaskResamples } from '../../src/statistics/task-resamples.ts';

const repeat = <T>(count: number, value: T) => new Array<T>(count).fill(value);
const single = (original: number, variant: number) => ({
  original: { samples: 1, right: original },
  variant: { samples: 1, right: variant },
});

describe('with one sample each, both tests are the exact McNemar test', () => {
  test.each([
    [7, 1],
    [3, 3],
    [0, 5],
    [12, 4],
  ])('%i and %i', (onlyFirst, onlySecond) => {
    const tasks = [...repeat(onlyFirst, single(1, 0)), ...repeat(onlySecond, single(0, 1)), ...repeat(9, single(1, 1))];
    const p = mcnemarExact({ onlyFirst, onlySecond });
    expect(stratifiedExactTest(tasks)).toBeCloseTo(p, 12);
    expect(signFlipTest(tasks.map(({ original, variant }) => variant.right - original.right))).toBeCloseTo(p, 12);
  });
});

test('tasks that are all alike say nothing', () => {
  expect(stratifiedExactTest(repeat(20, single(1, 1)))).toBe(1);
  expect(signFlipTest(repeat(20, 0))).toBe(1);
});

test('sizes without a common unit are rounded, not refused', () => {
  const differences = Array.from({ length: 12 }, (_, at) => Math.sqrt(at + 1) / 7);
  expect(signFlipTest(differences)).toBeCloseTo(2 ** -11, 12);
});

describe('intervals from shared resamples', () => {
  const resamples = drawTaskResamples(40, createRng(3));
  const positions = Array.from({ length: 40 }, (_, at) => at);

  test('a drop holds its value, and has width where nothing drops', () => {
    const before = repeat(40, 0.5);
    const kept = relativeDrop({ before, after: before, positions }, resamples);
    expect(kept).toMatchObject({ value: 0 });
    expect(kept?.high).toBeGreaterThan(0.01);
    const halved = relativeDrop({ before, after: before.map((value) => value / 2), positions }, resamples);
    expect(halved?.value).toBeCloseTo(0.5, 12);
    expect(halved?.low).toBeLessThanOrEqual(0.5);
  });

  test('nothing can drop from nothing', () => {
    expect(relativeDrop({ before: repeat(40, 0), after: repeat(40, 0), positions }, resamples)).toBeNull();
  });

  test('a difference has an effect size, and an interval even where no task differs', () => {
    const { value, low, high, effectSize } = meanDifference(
      [...repeat(30, 0.2), ...repeat(10, -0.2)],
      positions,
      resamples,
    );
    expect(value).toBeCloseTo(0.1, 12);
    expect(low).toBeLessThan(0.1);
    expect(high).toBeGreaterThan(0.1);
    expect(effectSize).toBeCloseTo(0.1 / Math.sqrt((30 * 0.01 + 10 * 0.09) / 39), 12);
    const none = meanDifference(repeat(40, 0), positions, resamples);
    expect(none.high).toBeGreaterThan(0.05);
    expect(none.effectSize).toBeNull();
  });
});
