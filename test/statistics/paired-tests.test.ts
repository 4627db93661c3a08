import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
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

test('tasks that are all alike say nothing', () => {
  expect(stratifiedExactTest(repeat(20, single(1, 1)))).toBe(1);
  expect(signFlipTest(repeat(20, 0))).toBe(1);
});

describe('intervals from shared resamples', () => {
  const resamples = drawTaskResamples(40, createRng(3));
  const positions = Array.from({ length: 40 }, (_, at) => at);

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
