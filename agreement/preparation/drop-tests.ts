import type { ExecutionMatrix } from '../../src/core/matrix.ts';

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
