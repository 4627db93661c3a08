import { isShared } from '../core/imported-samples.ts';
import { type ExecutionMatrix, restrictMatrix } from '../core/matrix.ts';
import { type Origin, sampleKey } from '../core/program.ts';

/** The part of a matrix that samples account for: of programs, and of tests if these have others. */
export function armMatrix(
  matrix: ExecutionMatrix,
  samples: readonly Origin[],
  tests: readonly Origin[] = samples,
): ExecutionMatrix {
  const isAmong = (refs: readonly Origin[]) => {
    const wanted = new Set(refs.map(sampleKey));
    return (origin: Origin) => wanted.has(sampleKey(origin));
  };
  const isTest = isAmong(tests);
  return restrictMatrix(matrix, {
    program: isAmong(samples),
    test: (origin) => isShared(origin) || isTest(origin),
  });
}
