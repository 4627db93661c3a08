import type { ExecutionMatrix, MatrixEntry } from '../core/matrix.ts';
import type { SampleRef } from './plan-samples.ts';

/**
 * The part of a matrix that an arm's samples account for: rows and columns without an origin among them are left out,
 * weights count only origins among them.
 */
export function armMatrix(matrix: ExecutionMatrix, samples: readonly SampleRef[]): ExecutionMatrix {
  const wanted = new Set(samples.map(({ variantId, sample }) => JSON.stringify([variantId, sample])));
  const restrict = (entries: readonly MatrixEntry[]) =>
    entries.flatMap((entry, index) => {
      const origins = entry.origins.filter(({ variantId, sample }) => wanted.has(JSON.stringify([variantId, sample])));
      return origins.length === 0 ? [] : [{ index, entry: { ...entry, origins, weight: origins.length } }];
    });
  const rows = restrict(matrix.candidates);
  const columns = restrict(matrix.tests);
  const pick = <T>(table: readonly (readonly T[])[]) =>
    rows.map((row) => columns.map((column) => (table[row.index] as readonly T[])[column.index] as T));
  return {
    taskId: matrix.taskId,
    candidates: rows.map((row) => row.entry),
    tests: columns.map((column) => column.entry),
    verdicts: pick(matrix.verdicts),
    ...(matrix.outputs ? { outputs: pick(matrix.outputs) } : {}),
  };
}
