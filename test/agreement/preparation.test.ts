import { expect, test } from 'vitest';
import { dropTests, testInformation } from '../../agreement/preparation/drop-tests.ts';
import { matrixOf, outputsOf } from './random-matrix.ts';

const outputs = outputsOf('1 2 3 -', '1 9 3 -');
const matrix = { ...matrixOf(['pp..', 'p...'], { candidateWeights: [3, 1] }), outputs };

test('named tests go with their cells, and the step says which', () => {
  const { matrix: left, removed } = dropTests(matrix, new Set(['t001', 't003', 'nowhere']));
  expect(removed).toEqual(['t001', 't003']);
  expect(left.tests.map(({ id }) => id)).toEqual(['t000', 't002']);
  expect(left.verdicts.flat().join()).toBe('pass,fail,pass,fail');
  expect(left.outputs).toEqual(outputsOf('1 3', '1 3'));
  expect(dropTests(matrix, new Set()).matrix).toBe(matrix);
});

test('a test tells most where half of the samples pass it', () => {
  const [all, most, none] = testInformation(matrix);
  expect(all).toMatchObject({ passShare: 1, bits: 0, distinctOutputs: 1 });
  expect(most?.passShare).toBe(0.75);
  expect(most?.bits).toBeCloseTo(0.8113, 4);
  expect(most?.distinctOutputs).toBe(2);
  expect(none).toMatchObject({ passShare: 0, bits: 0, occurrences: 1 });
});

test('a matrix without samples tells nothing of its tests', () => {
  expect(testInformation(matrixOf(['p', '.'], { candidateWeights: [0, 0] }))).toEqual([
    { testId: 't000', occurrences: 1, passShare: 0, bits: 0, distinctOutputs: null },
  ]);
});

test('where every test is dropped the programs stay', () => {
  const { matrix: left } = dropTests(matrix, new Set(['t000', 't001', 't002', 't003']));
  expect(left).toMatchObject({ tests: [], verdicts: [[], []], outputs: [[], []] });
  expect(left.candidates).toBe(matrix.candidates);
});
