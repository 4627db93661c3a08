import { expect, test } from 'vitest';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import { armMatrix } from '../../src/pipeline/plan-samples.ts';

const o = (variantId: string, sample: number) => ({ variantId, sample });
const matrix: ExecutionMatrix = {
  taskId: 't',
  candidates: [
    { id: 'both', weight: 2, origins: [o('original', 0), o('mutant', 0)] },
    { id: 'mutant-only', weight: 1, origins: [o('mutant', 1)] },
    { id: 'original-only', weight: 1, origins: [o('original', 1)] },
  ],
  tests: [
    { id: 'x', weight: 1, origins: [o('mutant', 0)] },
    { id: 'y', weight: 3, origins: [o('original', 0), o('original', 0), o('mutant', 1)] },
  ],
  verdicts: [
    ['pass', 'fail'],
    ['fail', 'pass'],
    ['error', 'timeout'],
  ],
  outputs: [
    ['1', '2'],
    ['3', '4'],
    [null, null],
  ],
};

test('rows, columns and weights are those of the arm’s own samples', () => {
  const arm = armMatrix(matrix, [o('original', 0), o('original', 1)]);
  expect(arm.candidates.map(({ id, weight }) => `${id} ${weight}`)).toEqual(['both 1', 'original-only 1']);
  expect(arm.tests.map(({ id, weight }) => `${id} ${weight}`)).toEqual(['y 2']);
  expect(arm.verdicts).toEqual([['fail'], ['timeout']]);
  expect(arm.outputs).toEqual([['2'], [null]]);
});

test('all samples give the whole matrix', () => {
  expect(armMatrix(matrix, [o('original', 0), o('original', 1), o('mutant', 0), o('mutant', 1)])).toEqual(matrix);
});
