import { expect, test } from 'vitest';
import { patternPassScorer } from '../../agreement/pattern-pass-scorer.ts';
import { matrixOf } from './random-matrix.ts';

test('programs that fail differently are of different patterns', () => {
  const matrix = matrixOf(['pp.', 'pp.', 'pp.'], { candidateWeights: [2, 3, 1] });
  const verdicts = [
    ['pass', 'pass', 'fail'] as const,
    ['pass', 'pass', 'error'] as const,
    ['pass', 'pass', 'fail'] as const,
  ];
  expect(
    patternPassScorer.rank({ ...matrix, verdicts }).sets.map(({ candidates, score }) => [candidates, score]),
  ).toEqual([
    [[0, 2], 6],
    [[1], 6],
  ]);
});
