import type { ExecutionMatrix } from '../src/core/matrix.ts';
import { oncePer } from '../src/core/once-per.ts';

const WORD = 32;

/**
 * The passes of a matrix as bits, 32 cells per word, once for all scorers that ask; only `pass` sets one, since why a cell
 * did not pass is not agreement.
 */
export const packMatrix = oncePer((matrix: ExecutionMatrix) => {
  const rows = matrix.candidates.length;
  const columns = matrix.tests.length;
  const wordsPerRow = Math.ceil(columns / WORD);
  const bits = new Uint32Array(rows * wordsPerRow);
  for (let row = 0; row < rows; row++) {
    const verdicts = matrix.verdicts[row] ?? [];
    const base = row * wordsPerRow;
    for (let column = 0; column < columns; column++) {
      if (verdicts[column] !== 'pass') continue;
      const at = base + (column >>> 5);
      bits[at] = (bits[at] as number) | (1 << (column & 31));
    }
  }
  return {
    rows,
    columns,
    wordsPerRow,
    /** Row by row, `wordsPerRow` words each; the bits after the last column are 0. */
    bits,
    candidateWeights: Float64Array.from(matrix.candidates, ({ weight }) => weight),
    testWeights: Float64Array.from(matrix.tests, ({ weight }) => weight),
  };
});

export type PackedMatrix = ReturnType<typeof packMatrix>;

/** The columns that a row passes, ascending. */
export function passedColumns({ bits, wordsPerRow }: PackedMatrix, row: number): number[] {
  const columns: number[] = [];
  for (let word = 0; word < wordsPerRow; word++) {
    for (let rest = bits[row * wordsPerRow + word] as number; rest !== 0; rest &= rest - 1) {
      columns.push(word * WORD + (31 - Math.clz32(rest & -rest)));
    }
  }
  return columns;
}

/** Samples that pass each test: the weighted sum of every column. */
export function passesByTest(matrix: PackedMatrix): Float64Array {
  const passes = new Float64Array(matrix.columns);
  for (let row = 0; row < matrix.rows; row++) {
    const weight = matrix.candidateWeights[row] as number;
    for (const column of passedColumns(matrix, row)) passes[column] = (passes[column] as number) + weight;
  }
  return passes;
}

/**
 * Rows with equal words, in the order of their first row; `words` holds `wordsPerRow` of them per row. Rows that
 * `wanted` refuses are in no group.
 */
export function groupEqualRows(
  words: Uint32Array | Uint16Array,
  { rows, wordsPerRow, wanted }: { rows: number; wordsPerRow: number; wanted: (row: number) => boolean },
): number[][] {
  const equal = (a: number, b: number) => {
    for (let word = 0; word < wordsPerRow; word++) {
      if (words[a * wordsPerRow + word] !== words[b * wordsPerRow + word]) return false;
    }
    return true;
  };
  const groups: number[][] = [];
  const byHash = new Map<number, number[][]>();
  for (let row = 0; row < rows; row++) {
    if (!wanted(row)) continue;
    const hash = hashRow(words, row * wordsPerRow, wordsPerRow);
    const sameHash = byHash.get(hash) ?? [];
    byHash.set(hash, sameHash);
    const group = sameHash.find(([first]) => equal(first as number, row));
    if (group) group.push(row);
    else {
      const fresh = [row];
      sameHash.push(fresh);
      groups.push(fresh);
    }
  }
  return groups;
}

/** FNV-1a over words instead of bytes; equal rows hash alike, which is all that is asked of it. */
function hashRow(words: Uint32Array | Uint16Array, from: number, count: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < from + count; at++) {
    hash = Math.imul(hash ^ (words[at] as number), 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash;
}
