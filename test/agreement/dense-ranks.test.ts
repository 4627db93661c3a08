import { expect, test } from 'vitest';
import { denseRanks, denseRanksOf } from '../../agreement/dense-ranks.ts';
import { maxPassScorer } from '../../agreement/max-pass-scorer.ts';
import { matrixOf } from './random-matrix.ts';

test('equal scores have one rank, the next score the next, and what is not ranked none', () => {
  // Passed tests: 1, 2, none, 1 (another one), 2.
  const matrix = matrixOf(['p..', 'pp.', '...', '.p.', '.pp']);
  expect([...denseRanks(matrix, maxPassScorer)]).toEqual([1, 0, -1, 1, 0]);
  expect([...denseRanks(matrixOf([]), maxPassScorer)]).toEqual([]);
});

test('of values: 0 for the largest, equal values alike, no gap', () => {
  expect([...denseRanksOf(Float64Array.of(2, 10, 2, -1))]).toEqual([1, 0, 1, 2]);
});
