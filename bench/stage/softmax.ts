import type { Rng } from '../../src/core/random.ts';

/** Inner products of all pairs of cases, `[n][n]`. */
export type Gram = readonly Float64Array[];

export interface SoftmaxOptions {
  /** Ridge penalty on the weights. */
  readonly ridge: number;
  /** 0: every case counts alike; 1: every class does. */
  readonly balance: number;
}

/** Coefficients of the training cases, `[case][class]`: weights are their sum of vectors; and the biases. */
export interface SoftmaxFit {
  readonly alpha: readonly Float64Array[];
  readonly bias: Float64Array;
}

const STEPS = 200;

function weightsOf(labels: readonly number[], classes: number, balance: number): Float64Array {
  const counts = new Float64Array(classes);
  for (const label of labels) counts[label] = (counts[label] as number) + 1;
  const raw = labels.map((label) => (labels.length / (classes * (counts[label] as number))) ** balance);
  const mean = raw.reduce((sum, weight) => sum + weight, 0) / raw.length;
  return Float64Array.from(raw, (weight) => weight / mean);
}

/** Turns scores into probabilities, in place. */
export function softmax(scores: Float64Array): Float64Array {
  const highest = Math.max(...scores);
  let total = 0;
  for (let at = 0; at < scores.length; at++) {
    scores[at] = Math.exp((scores[at] as number) - highest);
    total += scores[at] as number;
  }
  for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] as number) / total;
  return scores;
}

/** The score of each class for a case, from its inner products with the training cases. */
export function scoresOf({ alpha, bias }: SoftmaxFit, products: ArrayLike<number>): Float64Array {
  const scores = Float64Array.from(bias);
  for (let at = 0; at < alpha.length; at++) {
    const row = alpha[at] as Float64Array;
    const product = products[at] as number;
    for (let label = 0; label < scores.length; label++) {
      scores[label] = (scores[label] as number) + product * (row[label] as number);
    }
  }
  return scores;
}

/**
 * Multinomial logistic regression with a ridge, in its dual form: few cases, many features. Gradient steps with
 * Nesterov's momentum; flat arrays, since cross-validation fits thousands of times.
 */
export function fitSoftmax(
  gram: Gram,
  labels: readonly number[],
  classes: number,
  { ridge, balance }: SoftmaxOptions,
): SoftmaxFit {
  const count = labels.length;
  const weights = weightsOf(labels, classes, balance);
  const size = count * classes;
  let alpha = new Float64Array(size);
  const ahead = new Float64Array(size);
  const bias = new Float64Array(classes);
  const scores = new Float64Array(classes);
  // The curvature is at most half the largest weight times the largest eigenvalue, which the trace bounds.
  const trace = gram.reduce((sum, row, at) => sum + (row[at] as number), 0);
  const rate = 1 / (0.5 * Math.max(...weights) * (trace / count + 1) + ridge);
  for (let step = 0; step < STEPS; step++) {
    const next = new Float64Array(size);
    const gradient = new Float64Array(classes);
    for (let at = 0; at < count; at++) {
      const row = gram[at] as Float64Array;
      scores.set(bias);
      for (let other = 0, cell = 0; other < count; other++) {
        const product = row[other] as number;
        for (let label = 0; label < classes; label++) {
          scores[label] = (scores[label] as number) + product * (ahead[cell++] as number);
        }
      }
      softmax(scores);
      scores[labels[at] as number] = (scores[labels[at] as number] as number) - 1;
      for (let label = 0; label < classes; label++) {
        const error = ((scores[label] as number) * (weights[at] as number)) / count;
        const cell = at * classes + label;
        gradient[label] = (gradient[label] as number) + error;
        next[cell] = (ahead[cell] as number) - rate * (error + ridge * (ahead[cell] as number));
      }
    }
    for (let label = 0; label < classes; label++) {
      bias[label] = (bias[label] as number) - rate * (gradient[label] as number);
    }
    const momentum = step / (step + 3);
    for (let cell = 0; cell < size; cell++) {
      ahead[cell] = (next[cell] as number) + momentum * ((next[cell] as number) - (alpha[cell] as number));
    }
    alpha = next;
  }
  return { alpha: labels.map((_, at) => alpha.subarray(at * classes, (at + 1) * classes)), bias };
}

/** Splits cases into `folds` parts with nearly equal shares of every class. */
export function stratifiedFolds(labels: readonly number[], folds: number, rng: Rng): readonly number[] {
  const fold = new Array<number>(labels.length).fill(0);
  let next = 0;
  for (const label of new Set(labels)) {
    const own = labels.flatMap((each, at) => (each === label ? [at] : []));
    for (const at of rng.shuffle(own)) fold[at] = next++ % folds;
  }
  return fold;
}
