import { expect, test } from 'vitest';
import { codetScorer } from '../../agreement/codet-scorer.ts';
import {
  countDistinctVariants,
  rankWithoutOwnVariant,
  shuffleVariants,
  weighVariants,
} from '../../agreement/provenance.ts';
import type { ExecutionMatrix, MatrixEntry } from '../../src/core/matrix.ts';
import { createRng } from '../../src/core/random.ts';
import { matrixOf } from './random-matrix.ts';

const from = (id: string, ...origins: readonly (readonly [string, number])[]): MatrixEntry => ({
  id,
  weight: origins.length,
  origins: origins.map(([variantId, sample]) => ({ variantId: `t::${variantId}`, sample })),
});

/** One wrong idea of variant a with its own tests, four times; a right one that variants b and c share. */
const matrix: ExecutionMatrix = {
  ...matrixOf(['ppp.', '...p']),
  candidates: [
    from('wrong', ['a::s0.0', 0], ['a::s0.0', 1], ['a::s0.0', 2], ['a::s0.0', 3]),
    from('right', ['b::s0.0', 0], ['c::s0.0', 0]),
  ],
  tests: [
    from('t0', ['a::s0.0', 0]),
    from('t1', ['a::s0.0', 1]),
    from('t2', ['a::s0.0', 2]),
    from('t3', ['b::s0.0', 0], ['c::s0.0', 0]),
  ],
};
const bestOf = ({ sets }: ReturnType<typeof codetScorer.rank>) =>
  sets[0]?.candidates.map((row) => matrix.candidates[row]?.id);

test('by samples the repeated idea of one variant wins; by distinct variants the shared one', () => {
  expect(bestOf(codetScorer.rank(matrix))).toEqual(['wrong']);
  const distinct = countDistinctVariants(matrix);
  expect(distinct.candidates.map(({ weight }) => weight)).toEqual([1, 2]);
  expect(distinct.tests.map(({ weight }) => weight)).toEqual([1, 1, 1, 2]);
});

test('without the tests of its own variant the repeated idea passes nothing', () => {
  expect(bestOf(rankWithoutOwnVariant(matrix, codetScorer))).toEqual(['right']);
});

test('with one variant there are no other judges, and the ranking is the rule’s own order', () => {
  const single = matrixOf(['ppp.', '...p', 'p...'], { candidateWeights: [3, 2, 1] });
  expect(rankWithoutOwnVariant(single, codetScorer).sets.map(({ candidates }) => candidates)).toEqual(
    codetScorer.rank(single).sets.map(({ candidates }) => candidates),
  );
});

test('variants weigh what their mutator is given', () => {
  const weighed = weighVariants(matrix, new Map([['a', 0.25]]));
  expect(weighed.candidates.map(({ weight }) => weight)).toEqual([1, 2]);
  expect(weighed.tests.map(({ weight }) => weight)).toEqual([0.25, 0.25, 0.25, 2]);
});

test('a shuffle keeps every sample’s program and tests together and deals the same names', () => {
  const shuffled = shuffleVariants(matrix, createRng(3).fork('x'));
  const names = (entries: readonly MatrixEntry[]) =>
    entries.flatMap(({ origins }) => origins.map((o) => o.variantId)).sort();
  expect(names(shuffled.candidates)).toEqual(names(matrix.candidates));
  expect(shuffled.candidates.map(({ weight }) => weight)).toEqual([4, 2]);
  // t0 was written in the same sample as the first "wrong" program, and still is.
  const key = (entry: MatrixEntry | undefined) => JSON.stringify(entry?.origins[0]);
  expect(key(shuffled.tests[0])).toBe(key(shuffled.candidates[0]));
  expect(shuffled.verdicts).toBe(matrix.verdicts);
  const different = Array.from({ length: 20 }, (_, seed) => shuffleVariants(matrix, createRng(seed).fork('x')));
  expect(new Set(different.map(({ candidates }) => JSON.stringify(candidates))).size).toBeGreaterThan(5);
});

test('a variant of another task is known by its whole first part, an unnamed one weighs 1', () => {
  const odd: ExecutionMatrix = {
    ...matrixOf(['p']),
    candidates: [
      {
        id: 'x',
        weight: 3,
        origins: ['u::a::s0.0', 't::a::s0.0', 't::'].map((variantId) => ({ variantId, sample: 0 })),
      },
    ],
  };
  // `u` is not named: 1; `a`: 10; the empty name: 100.
  const weighed = weighVariants(
    odd,
    new Map([
      ['a', 10],
      ['', 100],
    ]),
  );
  expect(weighed.candidates[0]?.weight).toBe(111);
});

test('a program that no sample stands behind is judged by none and is not ranked', () => {
  const [wrong, right] = matrix.candidates as [MatrixEntry, MatrixEntry];
  const ghost = { id: 'ghost', weight: 0, origins: [] };
  const three = {
    ...matrix,
    candidates: [wrong, right, ghost],
    verdicts: [...matrix.verdicts, matrix.verdicts[0] ?? []],
  };
  expect(rankWithoutOwnVariant(three, codetScorer).sets.flatMap(({ candidates }) => candidates)).toEqual([1, 0]);
});

test('by hand: ranks without the tests of a sample’s own variant, as the mean of ln(1 + r)', () => {
  // Without a's tests t3 alone is left: right first, wrong not ranked (1 after the only rank). Without b's, or c's, t3
  // still counts once (by the other): wrong 4 * 3, right 2 * 1.
  const { sets } = rankWithoutOwnVariant(matrix, codetScorer);
  expect(sets.map(({ candidates }) => candidates)).toEqual([[1], [0]]);
  // Right: first, then second in the two rankings without b and without c: ln 2 for both samples. Wrong: ln 2 for all four.
  for (const { score } of sets) expect(score).toBeCloseTo(-Math.LN2, 8);
  expect(sets[0]?.score).toBe(sets[1]?.score);
});
