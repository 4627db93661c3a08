import { expect, test } from 'vitest';
import { maxPassScorer } from '../../agreement/max-pass-scorer.ts';
import { matrixOf } from './random-matrix.ts';

test('counts the test occurrences and nothing else', () => {
  const matrix = matrixOf(['pp..', '.ppp', '...p', '....'], {
    candidateWeights: [50, 1, 2, 3],
    testWeights: [1, 1, 1, 2],
  });
  expect(maxPassScorer.rank(matrix).sets).toEqual([
    { candidates: [1], tests: [1, 2, 3], score: 4 },
    { candidates: [0], tests: [0, 1], score: 2 },
    { candidates: [2], tests: [3], score: 2 },
  ]);
});
