import { expect, test } from 'vitest';
import { findOutputClusters, NO_OUTPUT } from '../../agreement/output-clusters.ts';
import { matrixOf, outputsOf } from './random-matrix.ts';

const matrix = {
  ...matrixOf(['pp', 'pp', 'pp', 'pp'], { candidateWeights: [2, 1, 0, 3] }),
  outputs: outputsOf('1 x', '2 -', '1 x', '1 x'),
};

test('by hand: a program that no sample stands behind is in none, and adds nothing', () => {
  const found = findOutputClusters(matrix);
  expect(found?.clusters).toEqual([[0, 3], [1]]);
  expect([...(found?.clusterOf ?? [])]).toEqual([0, 1, -1, 0]);
  expect([...(found?.samples ?? [])]).toEqual([5, 1]);
  expect([...(found?.numbers ?? [])]).toEqual([1, 1, 2, NO_OUTPUT, 1, 1, 1, 1]);
  expect([...(found?.distinct ?? [])]).toEqual([2, 1]);
});

test('numbers are those of a column: the same text may have another one in the next', () => {
  const found = findOutputClusters({ ...matrixOf(['pp', 'pp']), outputs: outputsOf('1 2', '2 1') });
  expect([...(found?.numbers ?? [])]).toEqual([1, 1, 2, 2]);
  expect(found?.clusters).toEqual([[0], [1]]);
});

test('a row that is shorter, or missing, returned nothing there', () => {
  const found = findOutputClusters({ ...matrixOf(['pp', 'pp', 'pp']), outputs: [['1'], ['1', '2']] });
  expect(found?.clusters).toEqual([[0], [1], [2]]);
  expect([...(found?.numbers ?? [])]).toEqual([1, NO_OUTPUT, 1, 1, NO_OUTPUT, NO_OUTPUT]);
});

test('there are none without outputs; those of a matrix are made once', () => {
  expect(findOutputClusters(matrixOf(['p']))).toBeNull();
  expect(findOutputClusters(matrix)).toBe(findOutputClusters(matrix));
  expect(findOutputClusters({ ...matrix })).not.toBe(findOutputClusters(matrix));
});

test('66,000 programs that all return something else are as many clusters', () => {
  const rows = 66_000;
  const entry = (id: number) => ({ id: `c${id}`, weight: 1, origins: [] });
  const many = Array.from({ length: rows }, (_, row) => row);
  const found = findOutputClusters({
    taskId: 't',
    candidates: many.map(entry),
    tests: [entry(0)],
    verdicts: many.map(() => ['pass']),
    outputs: many.map((row) => [String(row)]),
  });
  expect(found?.clusters).toHaveLength(rows);
  expect([found?.numbers[0], found?.numbers[rows - 1], found?.distinct[0]]).toEqual([1, rows, rows]);
});
