import { expect, test } from 'vitest';
import { codetScorer } from '../../agreement/codet-scorer.ts';
import {
  CONFIDENCE_FEATURES,
  confidenceFeatures,
  confidenceTable,
  pickConfidence,
} from '../../agreement/confidence.ts';
import { fusionScorer } from '../../agreement/fusion-scorer.ts';
import { scorers } from '../../agreement/index.ts';
import { matrixOf } from './random-matrix.ts';

/** Rules that bench/fit-confidence has not been run on yet, so that their picks have no confidence. */
const UNFITTED: ReadonlySet<string> = new Set();

const confidenceAt = (agreeing: number, alone: number) => {
  const matrix = matrixOf(['pp', '..'], { candidateWeights: [agreeing, alone] });
  return pickConfidence(matrix, fusionScorer.rank(matrix), 'fusion') as number;
};

test('grows with the share of samples that agree, and lies inside (0, 1)', () => {
  const shares = [1, 3, 5, 8].map((agreeing) => confidenceAt(agreeing, 9 - agreeing));
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  for (const share of shares) {
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
  }
});

test('grows with the share of tests that the pick passes, which count by their occurrences', () => {
  const likely = (weights: number[]) => {
    const matrix = matrixOf(['pp.', '...'], { testWeights: weights });
    return pickConfidence(matrix, fusionScorer.rank(matrix), 'fusion') as number;
  };
  expect(likely([1, 1, 4])).toBeLessThan(likely([2, 2, 4]));
  expect(likely([2, 2, 4])).toBeLessThan(likely([2, 2, 1]));
});

test('tied sets count by their samples', () => {
  // Two sets of score 2: samples 4 and 1, tests 1 and 2; the pick is drawn among five samples.
  const matrix = matrixOf(['p..', '.pp', '...'], { candidateWeights: [4, 1, 5] });
  const ranking = codetScorer.rank(matrix);
  expect(ranking.sets.map(({ score }) => score)).toEqual([2, 2]);
  const agreeing = (4 * 4 + 1 * 1) / 5;
  const passed = (4 * 1 + 1 * 2) / 5;
  expect(confidenceFeatures(matrix, ranking)).toEqual([
    Math.log((agreeing + 0.5) / (10 - agreeing + 0.5)),
    Math.log(10),
    Math.log((passed + 0.5) / (3 - passed + 0.5)),
    0,
  ]);
});

test('a plain draw has its own level, whatever the budget', () => {
  const draw = (weight: number) => {
    const matrix = matrixOf(['..', '..'], { candidateWeights: [weight, 1] });
    return pickConfidence(matrix, fusionScorer.rank(matrix), 'fusion');
  };
  expect(draw(2)).toBe(draw(50));
  expect(draw(2)).toBeLessThan(0.5);
});

test('no program, or a rule that was never calibrated: no number', () => {
  const matrix = matrixOf(['p']);
  expect(pickConfidence(matrix, codetScorer.rank(matrix), 'unknown')).toBeNull();
  expect(pickConfidence(matrixOf([]), { sets: [] }, 'fusion')).toBeNull();
});

test('the shipped table names its source and has a row of the right length for every scorer', () => {
  const { source, features, coefficients } = confidenceTable();
  expect(source).toMatch(/bench\/fit-confidence/);
  expect(features).toEqual([...CONFIDENCE_FEATURES]);
  for (const { name } of scorers) {
    if (UNFITTED.has(name)) expect(coefficients[name], name).toBeUndefined();
    else expect(coefficients[name], name).toHaveLength(features.length + 1);
  }
});
