import { expect, test } from 'vitest';
import { f1Scores } from '../../../bench/stage/f1-scores.ts';
import { fitSoftmax, scoresOf, softmax } from '../../../bench/stage/softmax.ts';

test('F1 by hand', () => {
  // Class 0: 2 hits, 1 false, 1 missed; class 1: 1 hit, 1 false, 1 missed; class 2: never.
  const { each, macro, weighted, accuracy } = f1Scores([0, 0, 0, 1, 1], [0, 0, 1, 1, 0], 3);
  expect(each).toEqual([2 / 3, 1 / 2, 0]);
  expect(macro).toBeCloseTo((2 / 3 + 1 / 2) / 3);
  expect(weighted).toBeCloseTo((3 * (2 / 3) + 2 * (1 / 2)) / 5);
  expect(accuracy).toBe(3 / 5);
});

const POINTS = [
  [1, 0],
  [0.9, 0.1],
  [0, 1],
  [0.1, 0.9],
  [-1, -1],
  [-0.9, -0.8],
];
const LABELS = [0, 0, 1, 1, 2, 2];
const product = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
const gram = POINTS.map((point) => Float64Array.from(POINTS, (other) => product(point, other)));

test('separable points are separated, and the gradient at the solution is zero', () => {
  const ridge = 0.05;
  const fit = fitSoftmax(gram, LABELS, 3, { ridge, balance: 0 });
  gram.forEach((row, at) => {
    const probabilities = softmax(scoresOf(fit, row));
    expect(probabilities.indexOf(Math.max(...probabilities))).toBe(LABELS[at]);
    // The stationary point: alpha = -error / (n * ridge).
    probabilities.forEach((probability, label) => {
      const error = probability - Number(LABELS[at] === label);
      expect(fit.alpha[at]?.[label]).toBeCloseTo(-error / (LABELS.length * ridge), 3);
    });
  });
});
