import { expect, test } from 'vitest';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import { roundText } from '../../src/pipeline/solve-task.ts';
import type { RankingRecord } from '../../src/records/run-record.ts';

const matrixOf = (weights: readonly number[], tests: number): ExecutionMatrix => ({
  taskId: 't',
  candidates: weights.map((weight, at) => ({ id: `c${at}`, weight, origins: [] })),
  tests: Array.from({ length: tests }, (_, at) => ({ id: `t${at}`, weight: 1, origins: [] })),
  verdicts: weights.map(() => Array.from({ length: tests }, () => 'pass' as const)),
});
const ranking = (sets: RankingRecord['sets'], confidence: number | null): RankingRecord => ({
  taskId: 't',
  arm: 'mutation-ensemble',
  scorer: 'evidence',
  tiedIds: [],
  pickedId: null,
  abstained: false,
  sets,
  confidence,
});

test('what a round came to, in the number that each count wants', () => {
  const lone = ranking([{ candidateIds: ['c0'], testIds: ['t0'], score: 1 }], 0.624);
  expect(roundText(matrixOf([1], 1), lone, 1)).toBe(
    '1 sample, 1 distinct program, 1 test: 1 program agrees on 1 test, probably right 62 %',
  );
  const two = ranking([{ candidateIds: ['c0', 'c1'], testIds: ['t0', 't1'], score: 9 }], null);
  expect(roundText(matrixOf([2, 1, 1], 3), two, 1200)).toBe(
    '1,200 samples, 3 distinct programs, 3 tests: 3 programs agree on 2 tests',
  );
  expect(roundText(matrixOf([], 0), ranking([], null), 0)).toBe(
    '0 samples, 0 distinct programs, 0 tests: no program passes a test yet',
  );
});
