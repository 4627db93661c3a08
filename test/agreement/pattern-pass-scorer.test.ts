import { expect, test } from 'vitest';
import { patternPassScorer } from '../../agreement/pattern-pass-scorer.ts';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
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

test('ties go to the original prompt’s program', () => {
  const matrix = matrixOf(['pp', 'pp']);
  const mutated: ExecutionMatrix = {
    ...matrix,
    candidates: matrix.candidates.map((candidate, at) =>
      at === 0 ? { ...candidate, origins: [{ variantId: 't::lex::s0.0', sample: 0 }] } : candidate,
    ),
  };
  const { sets } = patternPassScorer.rank(mutated);
  expect(sets.map(({ candidates, score }) => [candidates, score])).toEqual([
    [[1], 4],
    [[0], 4],
  ]);
  expect(sets[0]?.tieBreak).toBeGreaterThan(sets[1]?.tieBreak ?? 0);
});
