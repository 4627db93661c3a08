import { groupBy } from '../src/core/group-by.ts';
import type { ExecutionMatrix, Ranking } from '../src/core/matrix.ts';
import { oncePer } from '../src/core/once-per.ts';
import { findConsensusSets, toRanking } from './consensus-sets.ts';
import { groupEqualRows, packMatrix } from './packed-matrix.ts';

/** No value came back: the program or the test raised, or ran out of its limits. */
export const NO_OUTPUT = 0;

/** The clusters of equal outputs, or null where the matrix has no outputs; computed once per matrix. */
export const findOutputClusters = oncePer((matrix: ExecutionMatrix) =>
  matrix.outputs ? cluster(matrix, matrix.outputs) : null,
);

/** Programs grouped by their outputs. */
function cluster(matrix: ExecutionMatrix, outputs: NonNullable<ExecutionMatrix['outputs']>) {
  const { rows, columns, candidateWeights } = packMatrix(matrix);
  // No column has more distinct outputs than there are rows.
  const numbers = rows < 2 ** 16 ? new Uint16Array(rows * columns) : new Uint32Array(rows * columns);
  const distinct = new Int32Array(columns);
  for (let column = 0; column < columns; column++) {
    const numberOf = new Map<string, number>();
    for (let row = 0; row < rows; row++) {
      const text = outputs[row]?.[column] ?? null;
      if (text === null) continue;
      const number = numberOf.get(text) ?? numberOf.size + 1;
      numberOf.set(text, number);
      numbers[row * columns + column] = number;
    }
    distinct[column] = numberOf.size;
  }
  const clusters = groupEqualRows(numbers, {
    rows,
    wordsPerRow: columns,
    wanted: (row) => (candidateWeights[row] as number) > 0,
  });
  const clusterOf = new Int32Array(rows).fill(-1);
  const samples = new Float64Array(clusters.length);
  for (const [index, members] of clusters.entries()) {
    for (const row of members) {
      clusterOf[row] = index;
      samples[index] = (samples[index] as number) + (candidateWeights[row] as number);
    }
  }
  return {
    /** Candidates that have samples, grouped by equal outputs over all tests; indexes, ascending. */
    clusters,
    /** Index into `clusters` per candidate; -1 if it has no sample. */
    clusterOf,
    /** Samples of each cluster. */
    samples,
    /** Outputs as numbers from 1, `columns` per row, equal where texts of a column are; {@link NO_OUTPUT} where there is none. */
    numbers,
    /** By column: how many distinct outputs it has, which is its largest number. */
    distinct,
  };
}

export type OutputClusters = ReturnType<typeof cluster>;

/**
 * Every cluster of equal outputs with its score, best first. Programs that return the same can still pass different
 * tests (a time-out after the last return), so a cluster is listed by consensus set; those that pass nothing are out.
 */
export function rankOutputClusters(
  matrix: ExecutionMatrix,
  { clusterOf }: OutputClusters,
  score: (cluster: number) => number,
): Ranking {
  const sets = findConsensusSets(matrix).flatMap(({ candidates, tests }) =>
    [...groupBy(candidates, (row) => clusterOf[row] as number)].map(([cluster, members]) => ({
      candidates: members,
      tests,
      score: score(cluster),
    })),
  );
  return toRanking(matrix, sets);
}
