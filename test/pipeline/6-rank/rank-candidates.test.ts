import { expect, test } from 'vitest';
import type { ExecutionMatrix, Scorer } from '../../../src/core/matrix.ts';
import { rankMatrix } from '../../../src/pipeline/6-rank/rank-candidates.ts';

const entry = (id: string, weight: number) => ({
  id,
  weight,
  origins: Array.from({ length: weight }, (_, sample) => ({ variantId: 'v', sample })),
});
const matrix: ExecutionMatrix = {
  taskId: 't',
  candidates: [entry('a', 9), entry('b', 1), entry('c', 1)],
  tests: [entry('x', 1)],
  verdicts: [['pass'], ['pass'], ['fail']],
};
const ranks = (sets: { candidates: number[]; score: number }[]): Scorer => ({
  name: 'fake',
  summary: '',
  source: { title: '', url: '' },
  rank: () => ({ sets: sets.map((set) => ({ ...set, tests: [0] })) }),
});
const options = (scorer: Scorer, seed = 0) => ({ arm: 'self-agreement' as const, scorer, seed });

test('the pick is drawn among the best, by samples', () => {
  const scorer = ranks([
    { candidates: [0], score: 2 },
    { candidates: [1], score: 2 },
    { candidates: [2], score: 1 },
  ]);
  const picks = Array.from({ length: 200 }, (_, seed) => rankMatrix(matrix, options(scorer, seed)).pickedId);
  expect(rankMatrix(matrix, options(scorer)).tiedIds).toEqual(['a', 'b']);
  expect(picks).not.toContain('c');
  const share = picks.filter((id) => id === 'a').length / 200;
  expect(share).toBeGreaterThan(0.8);
  expect(share).toBeLessThan(0.98);
});

test('where nothing passes the pick is a plain draw and says so', () => {
  const record = rankMatrix(matrix, options(ranks([])));
  expect(record).toMatchObject({ abstained: true, tiedIds: [], sets: [] });
  expect(['a', 'b', 'c']).toContain(record.pickedId);
});

test('without a program there is no pick', () => {
  const empty = { ...matrix, candidates: [], verdicts: [] };
  expect(rankMatrix(empty, options(ranks([]))).pickedId).toBeNull();
});
