import type { ExecutionMatrix } from '../core/matrix.ts';
import type { Origin } from '../core/program.ts';
import { restrictMatrix } from '../core/restrict-matrix.ts';
import type { SampleRef } from './plan-samples.ts';

/** The part of a matrix that an arm's samples account for, programs and tests alike. */
export function armMatrix(matrix: ExecutionMatrix, samples: readonly SampleRef[]): ExecutionMatrix {
  const keyOf = ({ variantId, sample }: Origin) => JSON.stringify([variantId, sample]);
  const wanted = new Set(samples.map(keyOf));
  const isWanted = (origin: Origin) => wanted.has(keyOf(origin));
  return restrictMatrix(matrix, { program: isWanted, test: isWanted });
}
