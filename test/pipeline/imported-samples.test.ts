import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleKey } from '../../src/core/program.ts';
import { createRng } from '../../src/core/random.ts';
import { drawCells, drawsOf, type SamplesByVariant, usualSize } from '../../src/pipeline/imported-samples.ts';

const samplesByVariant = (sizes: readonly number[]): SamplesByVariant =>
  sizes.map((size, at) => Array.from({ length: size }, (_, sample) => ({ variantId: `t::w${at}`, sample })));
const cell = { name: 'c', draws: 7, placebo: false };
const rng = () => createRng(3).fork('t');

test('one wording: each of those that have enough, whole, and nothing is left to chance', () => {
  const draws = drawsOf(samplesByVariant([5, 5, 3]), { ...cell, wordings: 1, size: 5 }, rng());
  expect(draws.map(({ wordings, samples }) => [wordings, samples.length])).toEqual([
    [[0], 5],
    [[1], 5],
  ]);
});

test('five of five wordings: one of each; five of two: three and two', () => {
  for (const { samples } of drawsOf(samplesByVariant([5, 5, 5, 5, 5, 5]), { ...cell, wordings: 5, size: 5 }, rng())) {
    expect(new Set(samples.map(({ variantId }) => variantId)).size).toBe(5);
  }
  for (const { samples } of drawsOf(samplesByVariant([5, 5, 5]), { ...cell, wordings: 2, size: 5 }, rng())) {
    const counts = new Map<string, number>();
    for (const { variantId } of samples) counts.set(variantId, (counts.get(variantId) ?? 0) + 1);
    expect([...counts.values()].sort()).toEqual([2, 3]);
  }
});

test('every wording and every sample is drawn as often as any other', () => {
  const draws = drawsOf(samplesByVariant([4, 4, 4, 4]), { ...cell, draws: 4000, wordings: 2, size: 2 }, rng());
  const counts = new Map<string, number>();
  for (const { samples } of draws) {
    for (const ref of samples) counts.set(sampleKey(ref), (counts.get(sampleKey(ref)) ?? 0) + 1);
  }
  expect(counts.size).toBe(16);
  // 8,000 samples over 16: 500 each, with a standard deviation of about 22.
  for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(110);
});

test('a placebo keeps sizes and samples, and mixes wordings', () => {
  const draws = drawsOf(samplesByVariant([5, 5, 5]), { ...cell, placebo: true, wordings: 1, size: 5 }, rng());
  expect(draws.length).toBeGreaterThanOrEqual(7);
  const mixed = draws.filter(({ samples }) => new Set(samples.map(({ variantId }) => variantId)).size > 1);
  expect(mixed.length).toBeGreaterThan(draws.length / 2);
});

test('any sizes: an arm has its size, no sample twice, and only samples that there are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 1, max: 9 }),
      (sizes, wanted) => {
        const wordings = samplesByVariant(sizes);
        const size = Math.min(wanted, Math.max(...sizes));
        const all = new Set(wordings.flat().map(sampleKey));
        for (const each of drawCells({ size, draws: 3 }, wordings.length, all.size)) {
          const draws = drawsOf(wordings, each, rng());
          for (const { samples } of draws) {
            expect(samples).toHaveLength(each.size);
            expect(new Set(samples.map(sampleKey)).size).toBe(each.size);
            for (const ref of samples) expect(all.has(sampleKey(ref))).toBe(true);
          }
          expect(drawsOf(wordings, each, rng())).toEqual(draws);
        }
        expect(drawsOf(wordings, drawCells({ size, draws: 3 }, 1, size)[0] as never, rng()).length).toBeGreaterThan(0);
      },
    ),
  );
});

test('the usual size is the median of the largest wordings', () => {
  expect(usualSize([samplesByVariant([5, 1]), samplesByVariant([4]), samplesByVariant([9, 9])])).toBe(5);
  expect(usualSize([])).toBe(1);
});
