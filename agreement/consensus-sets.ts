import type { ExecutionMatrix, MatrixEntry } from '../src/core/matrix.ts';

/** Candidates with one and the same set of passed tests. Indexes into the matrix, ascending. */
export interface UnscoredSet {
  readonly candidates: readonly number[];
  readonly tests: readonly number[];
  /** k: samples behind the candidates, that is the sum of their weights. */
  readonly samples: number;
  /** n: test occurrences behind the tests, that is the sum of their weights. */
  readonly testOccurrences: number;
}

const BITS = 16;

/**
 * The passes of one row, packed 16 to a UTF-16 code unit: short, hashable, and equal where the rows are equal.
 * Only `pass` sets a bit; why a cell did not pass is not part of agreement.
 */
function packPasses(row: ExecutionMatrix['verdicts'][number], columns: number): string {
  const units = new Uint16Array(Math.ceil(columns / BITS));
  for (let column = 0; column < columns; column++) {
    if (row[column] === 'pass') {
      const unit = (column / BITS) | 0;
      units[unit] = (units[unit] as number) | (1 << (column % BITS));
    }
  }
  let packed = '';
  for (const unit of units) packed += String.fromCharCode(unit);
  return packed;
}

function passedColumns(packed: string): number[] {
  const columns: number[] = [];
  for (let unit = 0; unit < packed.length; unit++) {
    for (let bits = packed.charCodeAt(unit); bits !== 0; bits &= bits - 1) {
      columns.push(unit * BITS + (31 - Math.clz32(bits & -bits)));
    }
  }
  return columns;
}

function weightOf(entries: readonly MatrixEntry[], indexes: readonly number[]): number {
  return indexes.reduce((sum, index) => sum + (entries[index]?.weight ?? 0), 0);
}

/**
 * The consensus sets of a matrix, in the order in which their first candidate stands in it. A candidate that passes
 * nothing, or that no sample stands behind, is in none of them; tests without weight count for nothing.
 */
export function findConsensusSets(matrix: ExecutionMatrix): UnscoredSet[] {
  const members = new Map<string, number[]>();
  for (const [index, candidate] of matrix.candidates.entries()) {
    if (candidate.weight <= 0) continue;
    const packed = packPasses(matrix.verdicts[index] ?? [], matrix.tests.length);
    const same = members.get(packed);
    if (same) same.push(index);
    else members.set(packed, [index]);
  }
  const sets: UnscoredSet[] = [];
  for (const [packed, candidates] of members) {
    const tests = passedColumns(packed);
    const testOccurrences = weightOf(matrix.tests, tests);
    if (testOccurrences <= 0) continue;
    sets.push({ candidates, tests, samples: weightOf(matrix.candidates, candidates), testOccurrences });
  }
  return sets;
}
