import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import { meanInterval } from '../../src/statistics/mean-interval.ts';
import { pairedBootstrap } from '../../src/statistics/paired-bootstrap.ts';
import { wilsonInterval } from '../../src/statistics/wilson.ts';

const repeat = (count: number, value: number) => new Array<number>(count).fill(value);
const rng = () => createRng(7).fork('test');

describe('wilsonInterval', () => {
  // statsmodels.stats.proportion.proportion_confint(method='wilson')
  test.each([
    [0, 40, 0, 0.08762160119728668],
    [12, 40, 0.1807484522974653, 0.45430018818144946],
    [40, 40, 0.9123783988027134, 1],
    [1, 164, 0.0010771813904626622, 0.03372625073970362],
    [37, 120, 0.23272736988916298, 0.39582997723800684],
  ])('%i of %i', (successes, trials, low, high) => {
    const interval = wilsonInterval(successes, trials);
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  test('without trials anything is possible', () => {
    expect(wilsonInterval(0, 0)).toEqual({ value: 0, low: 0, high: 1 });
  });
});

describe('meanInterval', () => {
  test('is Wilson on values of 0 and 1', () => {
    expect(meanInterval([...repeat(12, 1), ...repeat(28, 0)]).low).toBeCloseTo(wilsonInterval(12, 40).low, 12);
    expect(meanInterval(repeat(40, 0))).toEqual(wilsonInterval(0, 40));
    expect(meanInterval(repeat(40, 1))).toEqual(wilsonInterval(40, 40));
  });

  test('has width, holds the mean and stays within [0, 1], whatever the values', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 }), (values) => {
        const { low, value, high } = meanInterval(values);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(value + 1e-12);
        expect(value).toBeLessThanOrEqual(high + 1e-12);
        expect(high).toBeLessThanOrEqual(1);
        expect(high - low).toBeGreaterThan(0);
      }),
    );
  });
});

test('pairedBootstrap: no difference on any task is still no proof of none', () => {
  const { value, low, high } = pairedBootstrap(repeat(40, 1), repeat(40, 1), { rng: rng() });
  expect(value).toBe(0);
  expect(low).toBeCloseTo(-wilsonInterval(0, 40).high, 12);
  expect(high).toBeCloseTo(wilsonInterval(0, 40).high, 12);
  expect(pairedBootstrap([], [], { rng: rng() })).toEqual({ value: 0, low: -1, high: 1 });
});
