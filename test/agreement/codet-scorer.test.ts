import { expect, test } from 'vitest';

import { codetScorer } from '../../agreement/codet-scorer.ts';
import { matrixOf } from './random-matrix.ts';

test('scores the square root of the samples times the tests they pass', () => {
  const matrix = matrixOf(['ppp.', 'ppp.', '...p'], { candidateWeights: [3, 1, 9], testWeights: [1, 1, 2, 1] });
  expect(codetScorer.rank(matrix).sets).toEqual([
    { candidates: [0, 1], tests: [0, 1, 2], score: 8 },
    { candidates: [2], tests: [3], score: 3 },
  ]);
});

test('knows equal scores as equal where rounded roots are not', () => {
  expect(Math.sqrt(18) * 1).not.toBe(Math.sqrt(2) * 3);
  const { sets } = codetScorer.rank(matrixOf(['p...', '.ppp'], { candidateWeights: [18, 2] }));
  expect(sets).toHaveLength(2);
  expect(sets[0]?.score).toBe(sets[1]?.score);
});
