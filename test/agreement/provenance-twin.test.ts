import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codetScorer } from '../../agreement/codet-scorer.ts';
import { rankWithoutOwnVariant, shuffleVariants, weighVariants } from '../../agreement/provenance.ts';
import type { ExecutionMatrix, MatrixEntry } from '../../src/core/matrix.ts';
import type { Origin } from '../../src/core/program.ts';
import { createRng } from '../../src/core/random.ts';
import { matrixOf } from './random-matrix.ts';

const origin = fc.record({ variantId: fc.constantFrom('t::a', 't::b', 't::c'), sample: fc.nat(3) });
const originsOf = (count: number) =>
  fc.array(fc.uniqueArray(origin, { minLength: 1, maxLength: 4, selector: (each) => JSON.stringify(each) }), {
    minLength: count,
    maxLength: count,
  });

/** Small matrices whose programs and tests come from three variants. */
const written: fc.Arbitrary<ExecutionMatrix> = fc
  .record({ rows: fc.integer({ min: 1, max: 4 }), columns: fc.integer({ min: 1, max: 5 }) })
  .chain(({ rows, columns }) =>
    fc.record({
      cells: fc.array(fc.string({ unit: fc.constantFrom('p', '.'), minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
      programs: originsOf(rows),
      tests: originsOf(columns),
    }),
  )
  .map(({ cells, programs, tests }) => {
    const shape = matrixOf(cells);
    const from = (entries: readonly MatrixEntry[], all: readonly (readonly Origin[])[]) =>
      entries.map((entry, at) => ({ ...entry, weight: all[at]?.length ?? 0, origins: all[at] ?? [] }));
    return { ...shape, candidates: from(shape.candidates, programs), tests: from(shape.tests, tests) };
  });

/** The tests that other variants wrote too, each counting for these alone; all where there are none. */
function testsOfOthers(matrix: ExecutionMatrix, variantId: string): ExecutionMatrix {
  const kept = matrix.tests.flatMap((entry, column) => {
    const origins = entry.origins.filter((each) => each.variantId !== variantId);
    return origins.length === 0 ? [] : [{ column, entry: { ...entry, origins, weight: origins.length } }];
  });
  if (kept.length === 0) return matrix;
  return {
    ...matrix,
    tests: kept.map(({ entry }) => entry),
    verdicts: matrix.verdicts.map((row) => kept.map(({ column }) => row[column] ?? 'fail')),
  };
}

/** How many distinct scores are better than the candidate's; one that is not ranked comes after all of them. */
function rankOf(matrix: ExecutionMatrix, row: number): number {
  const { sets } = codetScorer.rank(matrix);
  const own = sets.find(({ candidates }) => candidates.includes(row))?.score ?? Number.NEGATIVE_INFINITY;
  return new Set(sets.map(({ score }) => score).filter((score) => score > own)).size;
}

describe('rankWithoutOwnVariant', () => {
  test('agrees with its definition, sample by sample', () => {
    fc.assert(
      fc.property(written, (matrix) => {
        for (const { candidates, score } of rankWithoutOwnVariant(matrix, codetScorer).sets) {
          for (const row of candidates) {
            const samples = matrix.candidates[row]?.origins ?? [];
            const logs = samples.map(({ variantId }) => Math.log1p(rankOf(testsOfOthers(matrix, variantId), row)));
            expect(score).toBeCloseTo(-logs.reduce((sum, log) => sum + log, 0) / samples.length, 8);
          }
        }
      }),
    );
  });
});

const entry = (id: string, ...origins: readonly (readonly [string, number])[]): MatrixEntry => ({
  id,
  weight: origins.length,
  origins: origins.map(([variantId, sample]) => ({ variantId, sample })),
});

test('a variant is known by its mutator, with or without the task before it', () => {
  const matrix = {
    ...matrixOf(['p']),
    candidates: [
      entry('c', ['t::lex-swap::s1.0', 0], ['lex-swap::s1.0', 0], ['t::original', 0], ['syn-turn::s1.0', 0]),
    ],
    tests: [entry('t')],
  };
  const weights = new Map([
    ['lex-swap', 0.25],
    ['original', 3],
  ]);
  expect(weighVariants(matrix, weights).candidates[0]?.weight).toBe(0.25 + 0.25 + 3 + 1);
});

test('a shuffle deals by sample, whatever the order of the programs', () => {
  const programs = [
    entry('x', ['t::b', 0], ['t::a', 1]),
    entry('y', ['t::a', 0], ['t::c', 0]),
    entry('z', ['t::c', 1], ['t::b', 1]),
  ];
  const matrix = { ...matrixOf(['', '', '']), candidates: programs };
  const dealt = (candidates: readonly MatrixEntry[]) =>
    shuffleVariants({ ...matrix, candidates }, createRng(2)).candidates.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(dealt(programs.toReversed())).toEqual(dealt(programs));
  const names = dealt(programs).flatMap(({ origins }) => origins.map(({ variantId }) => variantId));
  expect(names.toSorted()).toEqual(['t::a', 't::a', 't::b', 't::b', 't::c', 't::c']);
});
