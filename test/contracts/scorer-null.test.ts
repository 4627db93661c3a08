import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scorers } from '../../agreement/index.ts';
import { passAtKOf } from '../../bench/executed-tasks.ts';
import { shuffledLabels } from '../../bench/regimes/shuffled-labels.ts';
import { createRng } from '../../src/core/random.ts';
import { anyProbed } from '../agreement/random-matrix.ts';

/** Every way to call `count` of the ids right. */
function* choices(ids: readonly string[], count: number): Iterable<ReadonlySet<string>> {
  const [first, ...rest] = ids;
  if (count === 0) yield new Set();
  else if (first !== undefined) {
    for (const others of choices(rest, count - 1)) yield new Set([first, ...others]);
    yield* choices(rest, count);
  }
}

describe.each(scorers)('null of scorer $name', (scorer) => {
  test('with labels that mean nothing it is right as often as a draw: exactly, over all ways to give them', () => {
    fc.assert(
      fc.property(anyProbed, fc.nat(), (matrix, number) => {
        const ids = matrix.candidates.map(({ id }) => id);
        if (ids.length === 0) return;
        const right = number % (ids.length + 1);
        const ranking = scorer.rank(matrix);
        const values = [...choices(ids, right)].map((passed) => passAtKOf({ matrix, passed }, ranking, 1));
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        expect(mean).toBeCloseTo(right / ids.length, 9);
      }),
      { numRuns: 300 },
    );
  });
});

test('shuffled labels keep how many are right, and over many shuffles call every program right as often', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const counts = new Map<string, number>();
  for (let at = 0; at < 2000; at++) {
    const passed = shuffledLabels(ids, new Set(['a', 'b', 'elsewhere']), createRng(at));
    expect(passed.size).toBe(2);
    for (const id of passed) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  // 800 each, with a standard deviation of about 22.
  for (const id of ids) expect(Math.abs((counts.get(id) ?? 0) - 800)).toBeLessThan(110);
});
