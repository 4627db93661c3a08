import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scorers } from '../../agreement/index.ts';
import { passAtKOf } from '../../bench/executed-tasks.ts';
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
