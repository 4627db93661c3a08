import type { JudgedMatrix } from '../src/analysis/arms/selection-scores.ts';
import type { Ranking } from '../src/core/matrix.ts';
import { expectedPassAtK } from '../src/statistics/expected-pass-at-k.ts';

/** Expected pass@k of a ranking by indexes. */
export function passAtKOf({ matrix, passed }: JudgedMatrix, { sets }: Ranking, k: number): number {
  const count = (rows: readonly number[]) => {
    let samples = 0;
    let correct = 0;
    for (const row of rows) {
      const { id = '', weight = 0 } = matrix.candidates[row] ?? {};
      samples += weight;
      if (passed.has(id)) correct += weight;
    }
    return { samples, correct };
  };
  return expectedPassAtK(
    sets.map(({ candidates, score, tieBreak = 0 }) => ({ score, tieBreak, ...count(candidates) })),
    count([...matrix.candidates.keys()]),
    k,
  );
}
