import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findConsensusSets } from '../../agreement/consensus-sets.ts';
import { anyMatrix, matrixOf } from './random-matrix.ts';

test('equal passes and nothing else make a set (brute force)', () => {
  fc.assert(
    fc.property(anyMatrix, (matrix) => {
      const passesOf = (row: number) =>
        matrix.tests.flatMap((_, at) => (matrix.verdicts[row]?.[at] === 'pass' ? [at] : []));
      const groups = new Map<string, number[]>();
      for (const row of matrix.candidates.keys()) {
        const key = passesOf(row).join();
        if (key) groups.set(key, [...(groups.get(key) ?? []), row]);
      }
      const found = findConsensusSets(matrix);
      expect(found.map(({ candidates }) => candidates)).toEqual([...groups.values()]);
      for (const set of found) {
        expect(set.tests).toEqual(passesOf(set.candidates[0] as number));
        expect(set.samples).toBe(set.candidates.reduce((sum, row) => sum + (matrix.candidates[row]?.weight ?? 0), 0));
        expect(set.testOccurrences).toBe(set.tests.reduce((sum, at) => sum + (matrix.tests[at]?.weight ?? 0), 0));
      }
    }),
  );
});

test('a candidate without weight is in no set, and tests without weight make none', () => {
  expect(findConsensusSets(matrixOf(['p'], { candidateWeights: [0] }))).toEqual([]);
  expect(findConsensusSets(matrixOf(['p'], { testWeights: [0] }))).toEqual([]);
});
