import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codetScorer } from '../../agreement/codet-scorer.ts';
import { anyMatrix, expanded, matrixOf } from './random-matrix.ts';

test('scores the square root of the samples times the tests they pass', () => {
  const matrix = matrixOf(['ppp.', 'ppp.', '...p'], { candidateWeights: [3, 1, 9], testWeights: [1, 1, 2, 1] });
  expect(codetScorer.rank(matrix).sets).toEqual([
    { candidates: [0, 1], tests: [0, 1, 2], score: 8 },
    { candidates: [2], tests: [3], score: 3 },
  ]);
});

test('agrees with the definition written out over single samples (1,000 random matrices)', () => {
  fc.assert(
    fc.property(anyMatrix, (matrix) => {
      const literal = new Map<string, { k: number; n: number }>();
      const single = expanded(matrix);
      for (const row of single.verdicts) {
        const passed = row.flatMap((verdict, at) => (verdict === 'pass' ? [at] : []));
        if (passed.length === 0) continue;
        const key = passed.join();
        literal.set(key, { k: (literal.get(key)?.k ?? 0) + 1, n: passed.length });
      }
      const expected = [...literal.values()].map(({ k, n }) => Math.sqrt(k) * n).sort((a, b) => b - a);
      const scores = codetScorer.rank(matrix).sets.map(({ score }) => score);
      expect(scores).toHaveLength(expected.length);
      for (const [at, score] of scores.entries()) expect(score).toBeCloseTo(expected[at] as number, 9);
    }),
  );
});

test('knows equal scores as equal where rounded roots are not', () => {
  expect(Math.sqrt(18) * 1).not.toBe(Math.sqrt(2) * 3);
  const { sets } = codetScorer.rank(matrixOf(['p...', '.ppp'], { candidateWeights: [18, 2] }));
  expect(sets).toHaveLength(2);
  expect(sets[0]?.score).toBe(sets[1]?.score);
});
