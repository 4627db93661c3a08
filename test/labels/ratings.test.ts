import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import { raterAgreement } from '../../src/labels/agreement.ts';
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
    console.log(
      `noise ${noise}: true alpha ${truth.toFixed(3)}, mean ${mean.toFixed(3)}, held by ${holding}/40 intervals`,
    );
    // Of 40 intervals at 95 %, fewer than 34 hold in 3 of 1,000 tries.
    expect(holding).toBeGreaterThanOrEqual(34);
    expect(Math.abs(mean - truth)).toBeLessThan(0.01);
  });

  test('all figures of one set of raters agree with each other', () => {
    const { alpha, fleiss, pairs, labels, items, complete } = raterAgreement(mergedAt(0.1, 1), {
      labels: LABELS,
      several: false,
      rng: createRng(1),
    });
    if (!alpha || !fleiss) throw new Error('undefined');
    const shown = [alpha.value, alpha.low, alpha.high, expectedAlpha(0.1), fleiss.value].map((value) =>
      value.toFixed(3),
    );
    console.log(
      `noise 0.1, four raters, 200 items: alpha ${shown[0]} [${shown[1]}, ${shown[2]}], true ${shown[3]}; Fleiss ${shown[4]}`,
    );
    expect([items, complete]).toEqual([ITEMS, ITEMS]);
    expect(Math.abs(fleiss.value - alpha.value)).toBeLessThan(0.005);
    expect(pairs).toHaveLength(6);
    const mean = pairs.reduce((sum, { kappa }) => sum + (kappa?.value ?? 0), 0) / 6;
    expect(Math.abs(mean - alpha.value)).toBeLessThan(0.01);
    for (const { given, alpha: own } of labels) {
      expect(given).toBeGreaterThan(0);
      expect(own?.low).toBeLessThan(own?.value ?? 0);
    }
  });

  test('raters who draw at random have an alpha near 0', () => {
    const units = mergedAt(0.75, 3).map(({ votes }) => votes.map(({ labels }) => labels[0]));
    expect(Math.abs(krippendorffAlpha(units) ?? 1)).toBeLessThan(0.06);
  });
});
