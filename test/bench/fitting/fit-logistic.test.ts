import { describe, expect, test } from 'vitest';
import { fitLogistic } from '../../../bench/fitting/fit-logistic.ts';
import { createRng } from '../../../src/core/random.ts';
import { logisticProbability } from '../../../src/statistics/logistic.ts';

test('logistic regression finds the coefficients that made the data', () => {
  const rng = createRng(1).fork('logistic');
  const cases = Array.from({ length: 4000 }, () => {
    const features = [rng.next() * 4 - 2, rng.next() * 2 - 1];
    return { features, outcome: logisticProbability([-0.5, 1.2, -0.7], features), weight: 1 };
  });
  const found = fitLogistic(cases, 1e-6);
  for (const [at, value] of [-0.5, 1.2, -0.7].entries()) expect(found[at]).toBeCloseTo(value, 4);
});

describe('logistic regression', () => {
  /** What has to be 0 at the maximum: the derivative by the intercept and by each slope. */
  function slopesAt(found: readonly number[], cases: Parameters<typeof fitLogistic>[0], ridge: number): number[] {
    return found.map((coefficient, at) =>
      cases.reduce(
        (sum, { features, outcome, weight }) =>
          sum + weight * (outcome - logisticProbability(found, features)) * (at === 0 ? 1 : (features[at - 1] ?? 0)),
        at === 0 ? 0 : -ridge * coefficient,
      ),
    );
  }

  test.each([0.001, 0.5])('ends where nothing can be gained, features that hang together too (ridge %d)', (ridge) => {
    const rng = createRng(4).fork('logistic');
    const cases = Array.from({ length: 200 }, () => {
      const [x, y] = [rng.next() * 4 - 2, rng.next() * 2 - 1];
      // The second is nearly the first, the third twenty times as large and off the middle.
      return {
        features: [x, x + 0.05 * y, 20 * y + 10],
        outcome: rng.next() < 0.4 + 0.2 * y ? 1 : 0,
        weight: 1 + rng.below(3),
      };
    });
    const found = fitLogistic(cases, ridge);
    for (const slope of slopesAt(found, cases, ridge)) expect(Math.abs(slope)).toBeLessThan(1e-6);
  });
});
