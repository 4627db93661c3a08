import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedPassAtK, type ScoredSamples } from '../../src/statistics/expected-pass-at-k.ts';

/** One entry per sample, best set first; enumerates every way to draw, one sample after the other. */
function enumerate(sets: readonly (readonly boolean[])[], k: number): number {
  let lucky = 0;
  let ways = 0;
  const draw = (turn: number, solved: boolean) => {
    if (turn === k) {
      ways++;
      if (solved) lucky++;
      return;
    }
    for (const correct of sets[turn % sets.length] as readonly boolean[]) draw(turn + 1, solved || correct);
  };
  draw(0, false);
  return lucky / ways;
}

const NOTHING_ELSE = { samples: 0, correct: 0 };

test('agrees with the enumeration of all draws', () => {
  const aSet = fc.array(fc.boolean(), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(aSet, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 6 }), (sets, k) => {
      const scored = sets.map((set, rank) => ({
        score: 10 - rank,
        samples: set.length,
        correct: set.filter(Boolean).length,
      }));
      expect(expectedPassAtK(scored, NOTHING_ELSE, k)).toBeCloseTo(enumerate(sets, k), 12);
    }),
  );
});

test('merges sets of equal score, in whatever order they come', () => {
  const sets: ScoredSamples[] = [
    { score: 1, samples: 5, correct: 5 },
    { score: 2, samples: 3, correct: 0 },
    { score: 2, samples: 1, correct: 1 },
  ];
  expect(expectedPassAtK(sets, NOTHING_ELSE, 1)).toBe(0.25);
  expect(expectedPassAtK(sets, NOTHING_ELSE, 2)).toBe(1);
  expect(expectedPassAtK([...sets].reverse(), NOTHING_ELSE, 1)).toBe(0.25);
});

test('draws from all samples, without putting back, where nothing is ranked', () => {
  expect(expectedPassAtK([], { samples: 4, correct: 1 }, 1)).toBe(0.25);
  expect(expectedPassAtK([], { samples: 4, correct: 1 }, 4)).toBe(1);
  expect(expectedPassAtK([], NOTHING_ELSE, 1)).toBe(0);
});
