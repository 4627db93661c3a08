import { describe, expect, test } from 'vitest';
import { heatOf } from '../../../src/reporters/html/robustness-section.ts';

const of = (value: number, half: number) => ({ value, low: value - half, high: value + half });

describe('the tint of a change', () => {
  test('two tasks with a large change are paler than forty with a quarter of it', () => {
    expect(heatOf(of(0.83, 0.9), 2)).toBeLessThan(heatOf(of(0.2, 0.1), 40) / 2);
  });

  test('one task, whose interval has no width, is pale', () => {
    expect(heatOf(of(1, 0), 1)).toBeLessThan(0.25);
  });

  test('a change within its interval is paler than one that stands clear of it, at equal size and tasks', () => {
    expect(heatOf(of(0.1, 0.2), 40)).toBeLessThan(heatOf(of(0.1, 0.05), 40));
  });

  test('losses are tinted as gains are, the other way', () => {
    expect(heatOf(of(-0.2, 0.1), 20)).toBeCloseTo(-heatOf(of(0.2, 0.1), 20));
    expect(heatOf(of(0, 0.1), 20)).toBe(0);
    expect(heatOf(of(0.5, 0.1), 40)).toBe(1);
  });
});
