import { expect, test } from 'vitest';
import { loadedSamples } from '../../agreement/b4-posterior.ts';
import { b4Scorer } from '../../agreement/b4-scorer.ts';
import { codetScorer } from '../../agreement/codet-scorer.ts';
import { findScorer, scorers } from '../../agreement/index.ts';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import { matrixOf, outputsOf } from './random-matrix.ts';

/** 10,000 samples and 10,000 test occurrences behind few rows and columns. */
function hugeMatrix(): ExecutionMatrix {
  const small = matrixOf(['ppp.', 'pp..', '...p', '....']);
  const weigh = (entries: ExecutionMatrix['tests']) => entries.map((entry) => ({ ...entry, weight: 2500 }));
  return {
    ...small,
    candidates: weigh(small.candidates),
    tests: weigh(small.tests),
    outputs: outputsOf('1 1 1 2', '1 1 2 2', '2 2 2 1', '- - - -'),
  };
}

test.each(scorers)('$name neither overflows nor loses its order at 10,000 samples and 10,000 tests', (scorer) => {
  const { sets } = scorer.rank(hugeMatrix());
  expect(sets.length).toBeGreaterThan(1);
  for (const { score } of sets) expect(Number.isFinite(score)).toBe(true);
});

test('prefers the set whose tests others pass too over one that passes as much alone', () => {
  // Sets of equal k and n, so that codet ties them; the tests of the first are passed by the third as well.
  const matrix = matrixOf(['ppp...', '...ppp', 'pp....'], { candidateWeights: [5, 5, 4] });
  const scores = codetScorer.rank(matrix).sets.map(({ score }) => score);
  expect(scores.slice(0, 2)).toEqual([Math.sqrt(45), Math.sqrt(45)]);
  expect(b4Scorer.rank(matrix).sets[0]?.candidates).toEqual([0]);
});

test('programs that raise everywhere and return nothing don’t count as loaded', () => {
  const matrix = matrixOf(['p.', '..', '..'], { candidateWeights: [3, 2, 4] });
  const verdicts = [['pass', 'fail'] as const, ['error', 'error'] as const, ['error', 'error'] as const];
  expect(loadedSamples({ ...matrix, verdicts })).toBe(3);
  expect(loadedSamples({ ...matrix, verdicts, outputs: outputsOf('1 2', '- 7', '- -') })).toBe(5);
});

test('the paper’s fixed prior is a rule of its own and orders large matrices otherwise', () => {
  const scores = (name: string) =>
    findScorer(name)
      .rank(hugeMatrix())
      .sets.map(({ score }) => score);
  expect(scores('b4-fixed')).not.toEqual(scores('b4'));
});
