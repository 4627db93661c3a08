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

  test('values that spread less give a narrower interval at the same mean', () => {
    const spread = meanInterval([...repeat(20, 1), ...repeat(20, 0)]);
    const close = meanInterval([...repeat(20, 0.4), ...repeat(20, 0.6)]);
    expect(close.high - close.low).toBeLessThan((spread.high - spread.low) / 3);
  });
});

test('meanInterval takes a step nowhere: nearly all right is like all right', () => {
  const nearly = meanInterval(repeat(14, 0.9999));
  expect(nearly.low).toBeLessThan(wilsonInterval(14, 14).low + 0.01);
  expect(nearly.high).toBeCloseTo(1, 3);
});

describe('pairedBootstrap', () => {
  test('what makes a task hard cancels out', () => {
    const second = Array.from({ length: 60 }, (_, task) => (task % 2) * 0.9);
    const first = second.map((value, task) => value + (task % 6 === 0 ? 0.1 : 0));
    const { value, low, high } = pairedBootstrap(first, second, { rng: rng() });
    expect(value).toBeCloseTo(1 / 60, 12);
    expect(low).toBeGreaterThan(0);
    expect(high).toBeLessThan(0.04);
  });

  test('swapping the arms turns the interval round', () => {
    const first = [1, 1, 0, 0.5, 0, 1, 0, 0];
    const second = [0, 1, 0, 0, 0.25, 1, 0, 0];
    const there = pairedBootstrap(first, second, { rng: rng() });
    const back = pairedBootstrap(second, first, { rng: rng() });
    expect(back.value).toBeCloseTo(-there.value, 12);
    expect(back.low).toBeCloseTo(-there.high, 2);
    expect(back.high).toBeCloseTo(-there.low, 2);
  });

  test('no difference on any task is still no proof of none', () => {
    const { value, low, high } = pairedBootstrap(repeat(40, 1), repeat(40, 1), { rng: rng() });
    expect(value).toBe(0);
    expect(low).toBeCloseTo(-wilsonInterval(0, 40).high, 12);
    expect(high).toBeCloseTo(wilsonInterval(0, 40).high, 12);
    expect(pairedBootstrap([], [], { rng: rng() })).toEqual({ value: 0, low: -1, high: 1 });
  });

  test('refuses lists of different length', () => {
    expect(() => pairedBootstrap([1], [], { rng: rng() })).toThrow(RangeError);
  });
});
