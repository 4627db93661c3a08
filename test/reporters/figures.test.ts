import { describe, expect, test } from 'vitest';
import * as figures from '../../src/reporters/figures.ts';

describe('figures', () => {
  test('fractions are printed as percent with one decimal', () => {
    expect(figures.percent(0.3417)).toBe('34.2 %');
    expect(figures.percentInterval({ low: 0, high: 0.425 })).toBe('[0.0, 42.5]');
  });

  test('differences have a sign, and zero has none', () => {
    expect(figures.pointsWithInterval({ value: 0.025, low: -0.0171, high: 0.067 })).toBe('+2.5 points [-1.7, +6.7]');
    expect(figures.pointsWithInterval({ value: -0.0001, low: -0.2, high: 0.0001 })).toBe('0.0 points [-20.0, 0.0]');
  });

  test.each([
    [0.38, 'p = 0.38'],
    [0.0386, 'p = 0.039'],
    [0.1, 'p = 0.10'],
    [0.0005, 'p = 0.0005'],
    [0.00001, 'p < 0.0001'],
    [1, 'p = 1'],
    [0.999, 'p = 1'],
  ])('p = %d', (p, text) => {
    expect(figures.pValueText(p)).toBe(text);
  });

  test('counts have commas in every locale', () => {
    expect([0, 999, 1000, 1234567].map(figures.count)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect([figures.plural(1, 'task'), figures.plural(2000, 'task')]).toEqual(['1 task', '2,000 tasks']);
  });

  test('durations are for people', () => {
    expect([850, 14_000, 1_900_000, 7_530_000].map(figures.duration)).toEqual([
      '850 ms',
      '14.0 s',
      '31 min 40 s',
      '2 h 6 min',
    ]);
  });
});
