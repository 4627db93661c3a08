import type { ExecutionMatrix, Ranking } from '../src/core/matrix.ts';
import { logBeta } from '../src/statistics/log-beta.ts';
import { rankConsensusSets } from './consensus-sets.ts';
import { findOutputClusters, NO_OUTPUT } from './output-clusters.ts';
import { packMatrix, passesByTest } from './packed-matrix.ts';

export interface B4Prior {
  /** Prior weight on large sets: correct programs agree, correct tests are many. */
  readonly alpha: number;
  /** Prior weight on wrong programs passing wrong tests being rare; of all loaded samples and test occurrences. */
  readonly beta0: (matrix: { samples: number; testOccurrences: number }) => number;
}

/**
 * N: samples whose program loads. A program that raises in every cell and returns nothing in any does not; without
 * recorded outputs one that passes or fails no test does not.
 */
export function loadedSamples(matrix: ExecutionMatrix): number {
  const outputs = findOutputClusters(matrix);
  const columns = matrix.tests.length;
  return matrix.candidates.reduce((sum, { weight }, row) => {
    const silent = matrix.verdicts[row]?.every((verdict) => verdict === 'error') ?? true;
    const returned = outputs?.numbers
      .subarray(row * columns, (row + 1) * columns)
      .some((number) => number !== NO_OUTPUT);
    return silent && !returned ? sum : sum + weight;
  }, 0);
}

/** The B4 posterior of every consensus set, up to a constant, in logarithms. */
export function rankB4(matrix: ExecutionMatrix, { alpha, beta0 }: B4Prior): Ranking {
  const packed = packMatrix(matrix);
  const passes = passesByTest(packed);
  const weightOf = (column: number) => packed.testWeights[column] as number;
  const passesOf = (column: number) => weightOf(column) * (passes[column] as number);
  let testOccurrences = 0;
  let allPasses = 0;
  for (let column = 0; column < packed.columns; column++) {
    testOccurrences += weightOf(column);
    allPasses += passesOf(column);
  }
  const samples = loadedSamples(matrix);
  const b0 = beta0({ samples, testOccurrences });
  return rankConsensusSets(matrix, ({ tests, samples: k, testOccurrences: n }) => {
    const inside = tests.reduce((sum, column) => sum + passesOf(column), 0);
    const others = samples - k;
    const outside = testOccurrences - n;
    const o1 = inside - k * n;
    const o0 = allPasses - inside;
    return (
      logBeta(n + alpha, outside + 1) +
      logBeta(k + alpha, others + 1) +
      logBeta(o1 + 1, others * n - o1 + 1) +
      logBeta(o0 + 1, others * outside - o0 + b0)
    );
  });
}
