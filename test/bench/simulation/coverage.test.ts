import { describe, expect, test } from 'vitest';
import { drawShares } from '../../../bench/simulation/beta-tasks.ts';
import { coverageOf, exactCoverage } from '../../../bench/simulation/coverage.ts';
import { createRng } from '../../../src/core/random.ts';
import { meanOf } from '../../../src/statistics/bootstrap.ts';
import { meanInterval } from '../../../src/statistics/mean-interval.ts';

const rng = createRng(11).fork('coverage');

test('simulated tasks have the mean that was asked for', () => {
  const shares = drawShares({ tasks: 4000, samples: 10, mean: 0.2, spread: 1 }, rng.fork('mean'));
  expect(meanOf(shares)).toBeGreaterThan(0.18);
  expect(meanOf(shares)).toBeLessThan(0.22);
});

describe('the interval of pass@1 holds the true value in 95 % +- 1.5 of studies', () => {
  test.each([0.05, 0.2, 0.5].flatMap((mean) => [50, 164, 500].map((tasks) => [mean, tasks] as const)))(
    'pass@1 %f over %i tasks with one sample each, without chance',
    (mean, tasks) => {
      const held = exactCoverage(tasks, mean, meanInterval);
      expect(held).toBeGreaterThan(0.935);
      expect(held).toBeLessThan(0.965);
    },
  );

  // Far fewer studies than bench/interval-coverage; the tolerance adds three standard errors.
  test.each([0.05, 0.2, 0.5].flatMap((mean) => [0.3, 1, 3].map((spread) => [mean, spread] as const)))(
    'pass@1 %f over 50 tasks with five samples each, spread %f',
    (mean, spread) => {
      const own = rng.fork(mean, spread);
      const study = () => meanInterval(drawShares({ tasks: 50, samples: 5, mean, spread }, own));
      const { held } = coverageOf(1500, mean, study);
      const error = 3 * Math.sqrt((0.05 * 0.95) / 1500);
      expect(held).toBeGreaterThan(0.935 - error);
      expect(held).toBeLessThan(0.965 + error);
    },
  );
});
