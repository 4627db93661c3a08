import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import { fleissKappa, krippendorffAlpha, masiDistance } from '../../src/statistics/rater-agreement.ts';
import { resampledInterval } from '../../src/statistics/resampled-interval.ts';

/** Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C, as printed: rows are observers, `.` where one did not observe. */
const PAPER = [
  '1 2 3 3 2 1 4 1 2 . . .',
  '1 2 3 3 2 2 4 1 2 5 . 3',
  '. 3 3 3 2 3 4 2 2 5 1 .',
  '1 2 3 3 2 4 4 1 2 5 1 .',
].map((row) => row.split(' '));

const unitsOf = (rows: readonly (readonly string[])[]) =>
  (rows[0] ?? []).map((_, unit) => rows.flatMap((row) => (row[unit] === '.' ? [] : [Number(row[unit])])));

describe("Krippendorff's alpha", () => {
  test('is that of the published example: nominal 0.743, interval 0.849', () => {
    expect(krippendorffAlpha(unitsOf(PAPER))).toBeCloseTo(0.743, 3);
    expect(krippendorffAlpha(unitsOf(PAPER), (one, other) => (one - other) ** 2)).toBeCloseTo(0.849, 3);
  });

  test('is that of the paper’s two observers with binary data: 0.095', () => {
    const rows = ['0 1 0 0 0 0 0 0 1 0', '1 1 1 0 0 1 0 0 0 0'].map((row) => row.split(' '));
    expect(krippendorffAlpha(unitsOf(rows))).toBeCloseTo(0.095, 3);
  });

  test('is 0.692 for the paper’s nominal example of two observers', () => {
    const rows = ['a a b b d c c c e d d a', 'b a b b b c c c e d d d'].map((row) => row.split(' '));
    const units = (rows[0] as string[]).map((label, unit) => [label, (rows[1] as string[])[unit] as string]);
    expect(krippendorffAlpha(units)).toBeCloseTo(0.692, 3);
  });

  test('is undefined without pairs and with one label', () => {
    expect(krippendorffAlpha([[1], [2], []])).toBeNull();
    expect(
      krippendorffAlpha([
        [1, 1],
        [1, 1],
      ]),
    ).toBeNull();
  });
});

describe("Fleiss' kappa", () => {
  test('is 0.210 for the example with ten subjects and fourteen raters', () => {
    const counts = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    const units = counts.map((row) => row.flatMap((count, label) => Array<number>(count).fill(label)));
    expect(fleissKappa(units)).toBeCloseTo(0.21, 3);
  });

  test('refuses units of unequal numbers of raters', () => {
    expect(() => fleissKappa([['a', 'b'], ['a']])).toThrow(RangeError);
    expect(fleissKappa([])).toBeNull();
    expect(fleissKappa([['a', 'a']])).toBeNull();
  });
});

test('MASI: weighs the Jaccard index by how the sets lie to each other', () => {
  const set = (text: string) => new Set(text);

  expect(masiDistance(set('ab'), set('ab'))).toBe(0);
  expect(masiDistance(set('ab'), set('abcd'))).toBeCloseTo(1 - (1 / 2) * (2 / 3), 12);
  expect(masiDistance(set('abc'), set('bcd'))).toBeCloseTo(1 - (1 / 2) * (1 / 3), 12);
  expect(masiDistance(set('ab'), set('cd'))).toBe(1);
  expect(masiDistance(set(''), set(''))).toBe(0);
  expect(masiDistance(set(''), set('a'))).toBe(1);
});

describe('the interval', () => {
  const units = Array.from({ length: 100 }, (_, at) => (at % 5 === 0 ? ['a', 'b'] : at % 2 ? ['a', 'a'] : ['b', 'b']));

  test('holds the value, is narrower with more units and the same for the same seed', () => {
    const of = (many: readonly string[][]) => resampledInterval(many, krippendorffAlpha, { rng: createRng(1) });
    const few = of(units);
    const more = of([...units, ...units, ...units, ...units]);
    if (!few || !more) throw new Error('undefined');
    expect(few.low).toBeLessThan(few.value);
    expect(few.high).toBeGreaterThan(few.value);
    expect((more.high - more.low) / (few.high - few.low)).toBeCloseTo(0.5, 1);
    expect(of(units)).toEqual(few);
  });

  test('is none where the statistic is undefined', () => {
    expect(resampledInterval([['a', 'a']], krippendorffAlpha, { rng: createRng(1) })).toBeNull();
  });
});
