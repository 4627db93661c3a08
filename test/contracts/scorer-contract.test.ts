import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scorers } from '../../agreement/index.ts';
import type { ExecutionMatrix, Ranking } from '../../src/core/matrix.ts';
import { anyProbed, expanded, matrixOf, reordered } from '../agreement/random-matrix.ts';
import { leastCpuMs } from '../least-cpu-ms.ts';

/** A ranking by ids instead of indexes; `#2` suffixes of expanded entries are dropped. */
function byId(matrix: ExecutionMatrix, { sets }: Ranking) {
  const ids = (entries: ExecutionMatrix['tests'], indexes: readonly number[]) =>
    [...new Set(indexes.map((index) => (entries[index]?.id ?? '?').replace(/#.*/, '')))].sort();
  return sets.map(({ candidates, tests, score }) => ({
    candidates: ids(matrix.candidates, candidates),
    tests: ids(matrix.tests, tests),
    score,
  }));
}

describe.each(scorers)('scorer $name', (scorer) => {
  test('says what it is and where it comes from', () => {
    expect(scorer.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(scorer.summary).toMatch(/^[A-Z].*\.$/);
    expect(scorer.source.url).toMatch(/^https:\/\//);
  });

  test('ranks best first with finite scores, each candidate at most once', () => {
    fc.assert(
      fc.property(anyProbed, (matrix) => {
        const { sets } = scorer.rank(matrix);
        const seen = sets.flatMap(({ candidates }) => candidates);
        expect(new Set(seen).size).toBe(seen.length);
        for (const [at, set] of sets.entries()) {
          expect(Number.isFinite(set.score)).toBe(true);
          expect(set.candidates.length).toBeGreaterThan(0);
          if (at > 0) expect(set.score).toBeLessThanOrEqual(sets[at - 1]?.score as number);
        }
      }),
    );
  });

  test('a candidate that passes nothing is out, and the tests of a set are passed by all of it', () => {
    fc.assert(
      fc.property(anyProbed, (matrix) => {
        for (const { candidates, tests } of scorer.rank(matrix).sets) {
          for (const row of candidates) {
            expect(matrix.verdicts[row]).toContain('pass');
            for (const column of tests) expect(matrix.verdicts[row]?.[column]).toBe('pass');
          }
        }
      }),
    );
  });

  test('the order of rows and columns shows nowhere', () => {
    fc.assert(
      fc.property(anyProbed, fc.infiniteStream(fc.nat()), (matrix, numbers) => {
        const shuffled = (length: number) =>
          Array.from({ length }, (_, index) => ({ index, key: numbers.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ index }) => index);
        const other = reordered(matrix, shuffled(matrix.candidates.length), shuffled(matrix.tests.length));
        expect(byId(other, scorer.rank(other))).toEqual(byId(matrix, scorer.rank(matrix)));
      }),
    );
  });

  test('a weight equals duplicates', () => {
    fc.assert(
      fc.property(anyProbed, (matrix) => {
        const single = expanded(matrix);
        expect(byId(single, scorer.rank(single))).toEqual(byId(matrix, scorer.rank(matrix)));
      }),
    );
  });

  test('is pure: a frozen matrix ranks twice the same', () => {
    fc.assert(
      fc.property(anyProbed, (matrix) => {
        for (const part of [matrix, matrix.candidates, matrix.tests, matrix.verdicts, ...matrix.verdicts])
          Object.freeze(part);
        expect(scorer.rank(matrix)).toEqual(scorer.rank(matrix));
      }),
    );
  });

  test('nothing to rank gives an empty ranking', () => {
    expect(scorer.rank(matrixOf([])).sets).toEqual([]);
    expect(scorer.rank(matrixOf(['...', '...'])).sets).toEqual([]);
  });

  test('1,000 candidates by 1,000 tests take less than a second', () => {
    const rows = Array.from({ length: 1000 }, (_, row) =>
      Array.from({ length: 1000 }, (_, column) => ((row * 31 + column * 17) % 101 < 60 ? 'p' : '.')).join(''),
    );
    const matrix = matrixOf(rows);
    // A copy each time, since what is found in a matrix is remembered.
    expect(leastCpuMs(() => scorer.rank({ ...matrix }), 1000)).toBeLessThan(1000);
  });
});
