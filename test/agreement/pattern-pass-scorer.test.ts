import { expect, test } from 'vitest';
import { patternPassScorer } from '../../agreement/pattern-pass-scorer.ts';
import { matrixOf } from './random-matrix.ts';

test('programs that fail differently are of different patterns', () => {
  const matrix = matrixOf(['pp.', 'pp.', 'pp.'], { candidateWeights: [2, 3, 1] });
  const verdicts = (['fail', 'error', 'fail'] as const).map((last) => ['pass', 'pass', last] as const);
  const { sets } = patternPassScorer.rank({ ...matrix, verdicts });
  expect(sets.map(({ candidates, score }) => `${candidates}: ${score}`)).toEqual(['0,2: 6', '1: 6']);
});
