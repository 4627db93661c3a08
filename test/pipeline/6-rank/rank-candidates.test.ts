import { describe, expect, test } from 'vitest';
import { findScorer } from '../../../agreement/index.ts';
import { restrictMatrix, type Scorer, withoutWeakPasses } from '../../../src/core/matrix.ts';
import { rankMatrix } from '../../../src/pipeline/6-rank/rank-candidates.ts';
import { matrixOf } from '../../agreement/random-matrix.ts';

const [A, B, C] = ['c000', 'c001', 'c002'];
const matrix = matrixOf(['p', 'p', 'f'], { candidateWeights: [9, 1, 1] });
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
  expect(rankMatrix(matrix, options(scorer)).tiedIds).toEqual([A, B]);
  expect(picks).not.toContain(C);
  const share = picks.filter((id) => id === A).length / 200;
  expect(share).toBeGreaterThan(0.8);
  expect(share).toBeLessThan(0.98);
});

test('where nothing passes the pick is a plain draw and says so', () => {
  const record = rankMatrix(matrix, options(ranks([])));
  expect(record).toMatchObject({ abstained: true, tiedIds: [], sets: [] });
  expect([A, B, C]).toContain(record.pickedId);
});

test('without a program there is no pick', () => {
  const empty = { ...matrix, candidates: [], verdicts: [] };
  expect(rankMatrix(empty, options(ranks([]))).pickedId).toBeNull();
});

describe('weak passes', () => {
  const strong = matrixOf(['pp', 'fp']);
  const candidates = strong.candidates.map((each, sample) => ({ ...each, origins: [{ variantId: 'v', sample }] }));
  const row = (isWeak: boolean) => [isWeak, isWeak];
  /** The first passes both tests weakly; the second passes one strongly. */
  const weak = { ...strong, candidates, weak: [row(true), row(false)] };
  const codet = options(findScorer('codet'));

  test('a ranking without them stands next to the one with them', () => {
    const ranked = rankMatrix(weak, codet);
    expect(ranked.sets[0]?.candidateIds).toEqual([A]);
    expect(ranked.strongSets?.map(({ candidateIds, testIds }) => [candidateIds, testIds])).toEqual([[[B], ['t001']]]);
  });

  test('a matrix without them has one ranking', () => {
    expect(rankMatrix(strong, codet).strongSets).toBeUndefined();
    expect(withoutWeakPasses(strong)).toBeNull();
  });

  test('an arm has those of its own programs and tests', () => {
    const only = (sample: number) =>
      restrictMatrix(weak, { program: (each) => each.sample === sample, test: () => true });
    expect(only(0).weak).toEqual([[true, true]]);
    expect(only(1).weak).toBeUndefined();
  });
});
