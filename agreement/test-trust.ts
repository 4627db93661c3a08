import type { ExecutionMatrix } from '../src/core/matrix.ts';
import type { UnscoredSet } from './consensus-sets.ts';
import { packMatrix, passesByTest } from './packed-matrix.ts';

/** How far the tests of a matrix can be trusted, from the matrix alone. */
export interface TestTrust {
  /** Share of all cells (samples times test occurrences) that pass; 0 without cells. */
  readonly share: number;
  /** Of what all tests weigh, each by the share of samples that pass it, what those of a set weigh; in (0, 1]. */
  readonly passedBy: (set: Pick<UnscoredSet, 'tests'>) => number;
}

const DIGITS = 1e12;

export function testTrust(matrix: ExecutionMatrix): TestTrust {
  const packed = packMatrix(matrix);
  const passes = passesByTest(packed).map((count, column) => count * (packed.testWeights[column] as number));
  const all = passes.reduce((sum, count) => sum + count, 0);
  const cells =
    packed.candidateWeights.reduce((sum, weight) => sum + weight, 0) *
    packed.testWeights.reduce((sum, weight) => sum + weight, 0);
  return {
    share: cells === 0 ? 0 : all / cells,
    passedBy: ({ tests }) => {
      const own = tests.reduce((sum, column) => sum + (passes[column] as number), 0);
      return all === 0 ? 0 : Math.round((DIGITS * own) / all) / DIGITS;
    },
  };
}
