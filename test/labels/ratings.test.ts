import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import { mergeRatings, type Rating } from '../../src/labels/ratings.ts';
import { krippendorffAlpha } from '../../src/statistics/krippendorff-alpha.ts';
import { resampledInterval } from '../../src/statistics/resampled-interval.ts';

const LABELS = ['a', 'b', 'c', 'd'];

const sheet = (rater: string, labels: readonly (readonly string[])[]): readonly Rating[] =>
  labels.map((given, at) => ({ id: `item ${at}`, rater, labels: given, note: '' }));

describe('the majority', () => {
  const sheets = [
    sheet('ada', [['a'], ['a'], ['a'], [], ['a', 'b']]),
    sheet('ben', [['a'], ['a'], ['b'], [], ['b']]),
    sheet('cleo', [['a'], ['b'], ['c'], [], ['b', 'c']]),
  ];

  test('is what more than half gave; without one there is a conflict', () => {
    expect(mergeRatings(sheets.flat(), LABELS).map(({ labels, status }) => [status, ...labels])).toEqual([
      ['unanimous', 'a'],
      ['majority', 'a'],
      ['conflict'],
      ['unlabelled'],
      ['majority', 'b'],
    ]);
  });

  test('of two raters needs both', () => {
    expect(mergeRatings(sheets.slice(0, 2).flat(), LABELS)[2]?.status).toBe('conflict');
  });
});

/**
 * Four raters who take a random other label with a known probability e. Two of them agree with probability
 * (1 - e)^2 + e^2 / (k - 1), chance agreement is 1 / k for k labels that are equally frequent: what alpha must be.
 */
describe('four synthetic raters with known noise', () => {
  const ITEMS = 200;
  const expectedAlpha = (noise: number) => {
    const agree = (1 - noise) ** 2 + noise ** 2 / (LABELS.length - 1);
    return (agree - 1 / LABELS.length) / (1 - 1 / LABELS.length);
  };
  const mergedAt = (noise: number, seed: number) => {
    const rng = createRng(seed).fork('raters', noise);
    const truth = Array.from({ length: ITEMS }, (_, at) => LABELS[at % LABELS.length] as string);
    const sheets = ['ada', 'ben', 'cleo', 'dan'].map((rater) =>
      sheet(
        rater,
        truth.map((label) => [rng.next() < noise ? rng.pick(LABELS.filter((other) => other !== label)) : label]),
      ),
    );
    return mergeRatings(sheets.flat(), LABELS);
  };

  test.each([0.05, 0.2])('noise %d: the interval of alpha holds the true value as often as it should', (noise) => {
    const truth = expectedAlpha(noise);
    const found = Array.from({ length: 40 }, (_, seed) => {
      const units = mergedAt(noise, seed).map(({ votes }) => votes.map(({ labels }) => labels[0]));
      return resampledInterval(units, krippendorffAlpha, { rng: createRng(seed), resamples: 200 });
    });
    const holding = found.filter((alpha) => alpha && alpha.low < truth && truth < alpha.high).length;
    const mean = found.reduce((sum, alpha) => sum + (alpha?.value ?? 0), 0) / found.length;
    // Of 40 intervals at 95 %, fewer than 34 hold in 3 of 1,000 tries.
    expect(holding).toBeGreaterThanOrEqual(34);
    expect(Math.abs(mean - truth)).toBeLessThan(0.01);
  });
});
