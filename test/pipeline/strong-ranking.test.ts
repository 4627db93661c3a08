import { expect, test } from 'vitest';
import { scorers } from '../../agreement/index.ts';
import type { ExecutionMatrix, Scorer } from '../../src/core/matrix.ts';
import { restrictMatrix, withoutWeakPasses } from '../../src/core/matrix.ts';
import { rankMatrix } from '../../src/pipeline/6-rank/rank-candidates.ts';

const entry = (id: string, sample: number) => ({ id, weight: 1, origins: [{ variantId: 'v', sample }] });
/** `a` passes both tests, one of them weakly; `b` passes one strongly. */
const matrix: ExecutionMatrix = {
  taskId: 't',
  candidates: [entry('a', 0), entry('b', 1)],
  tests: [entry('x', 0), entry('y', 1)],
  verdicts: [
    ['pass', 'pass'],
    ['fail', 'pass'],
  ],
  weak: [
    [true, true],
    [false, false],
  ],
};
const scorer = scorers.find(({ name }) => name === 'codet') as Scorer;

test('a ranking without weak passes stands next to the one with them', () => {
  const ranked = rankMatrix(matrix, { arm: 'self-agreement', scorer, seed: 0 });
  expect(ranked.sets[0]?.candidateIds).toEqual(['a']);
  expect(ranked.strongSets?.map(({ candidateIds, testIds }) => [candidateIds, testIds])).toEqual([[['b'], ['y']]]);
});

test('a matrix without weak passes has one ranking', () => {
  const { weak: _, ...strong } = matrix;
  expect(rankMatrix(strong, { arm: 'self-agreement', scorer, seed: 0 })).not.toHaveProperty('strongSets');
  expect(withoutWeakPasses(strong)).toBeNull();
});

test('an arm has the weak passes of its own programs and tests', () => {
  const only = (sample: number) =>
    restrictMatrix(matrix, { program: (each) => each.sample === sample, test: () => true });
  expect(only(0).weak).toEqual([[true, true]]);
  expect(only(1)).not.toHaveProperty('weak');
});
