import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import { findOutputClusters } from '../output-clusters.ts';
import { packMatrix, passesByTest } from '../packed-matrix.ts';

/** A matrix after a step of preparation, with a report of what the step removed. */
export interface PreparedMatrix {
  readonly matrix: ExecutionMatrix;
  /** Ids of the tests that are gone. */
  readonly removed: readonly string[];
}

/** The matrix without the tests whose ids are `unwanted`; the matrix itself where there are none. */
export function dropTests(matrix: ExecutionMatrix, unwanted: ReadonlySet<string>): PreparedMatrix {
  const removed = matrix.tests.filter(({ id }) => unwanted.has(id)).map(({ id }) => id);
  if (removed.length === 0) return { matrix, removed };
  const kept = [...matrix.tests.keys()].filter((column) => !unwanted.has(matrix.tests[column]?.id ?? ''));
  const pick = <T>(table: readonly (readonly T[])[]) => table.map((row) => kept.map((column) => row[column] as T));
  return {
    removed,
    matrix: {
      ...matrix,
      tests: pick([matrix.tests])[0] ?? [],
      verdicts: pick(matrix.verdicts),
      ...(matrix.outputs ? { outputs: pick(matrix.outputs) } : {}),
    },
  };
}

/** What each test tells about the programs of a task, in the order of the matrix. */
export function testInformation(matrix: ExecutionMatrix) {
  const packed = packMatrix(matrix);
  const passes = passesByTest(packed);
  const samples = packed.candidateWeights.reduce((sum, weight) => sum + weight, 0);
  const outputs = findOutputClusters(matrix);
  return matrix.tests.map(({ id, weight }, column) => {
    const passShare = samples === 0 ? 0 : (passes[column] as number) / samples;
    const surprise = (share: number) => (share > 0 ? -share * Math.log2(share) : 0);
    return {
      testId: id,
      occurrences: weight,
      /** Share of the samples that pass it. */
      passShare,
      /** Bits that its verdict tells of a sample: the entropy of the share, 0 where all or none pass, 1 at one half. */
      bits: surprise(passShare) + surprise(1 - passShare),
      /** Distinct values that programs return in it; null without recorded outputs. */
      distinctOutputs: outputs ? (outputs.distinct[column] as number) : null,
    };
  });
}
