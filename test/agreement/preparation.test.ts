import { expect, test } from 'vitest';
import { dropTests } from '../../agreement/preparation/drop-tests.ts';
import { markFlakyCells } from '../../agreement/preparation/mark-flaky-cells.ts';
import { testInformation } from '../../agreement/preparation/test-information.ts';
import { matrixOf, outputsOf, probed } from './random-matrix.ts';

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

test('a pass that does not come again is not evidence, and the cell is named', () => {
  const again = { ...matrixOf(['p...', 'p...']), outputs: [['1', '2', '4', null], outputs[1] as string[]] };
  const { matrix: marked, flaky } = markFlakyCells(matrix, again);
  expect(flaky).toEqual([
    { candidate: 0, test: 1, verdicts: ['pass', 'fail'] },
    { candidate: 0, test: 2, verdicts: ['fail', 'fail'] },
  ]);
  expect(marked.verdicts[0]).toEqual(['pass', 'not-run', 'fail', 'fail']);
  expect(marked.outputs?.[0]).toEqual(['1', '2', null, null]);
  expect(markFlakyCells(matrix, matrix)).toEqual({ matrix, flaky: [] });
  expect(markFlakyCells(matrix, matrix).matrix).toBe(matrix);
  expect(() => markFlakyCells(matrix, matrixOf(['pp']))).toThrow('the second execution has another shape');
});

test('without outputs the verdicts alone tell: a failure that passes the second time stays one', () => {
  const [once, again] = [matrixOf(['p.', '..']), matrixOf(['p.', 'p.'])];
  const { matrix: marked, flaky } = markFlakyCells(once, again);
  expect(flaky).toEqual([{ candidate: 1, test: 0, verdicts: ['fail', 'pass'] }]);
  expect(marked.verdicts.flat().join()).toBe('pass,fail,fail,fail');
  expect(marked).not.toHaveProperty('outputs');
  expect(() => markFlakyCells(once, matrixOf(['p.']))).toThrow(RangeError);
});

test('a test tells most where half of the samples pass it', () => {
  const [all, most, none] = testInformation(matrix);
  expect(all).toMatchObject({ passShare: 1, bits: 0, distinctOutputs: 1 });
  expect(most?.passShare).toBe(0.75);
  expect(most?.bits).toBeCloseTo(0.8113, 4);
  expect(most?.distinctOutputs).toBe(2);
  expect(none).toMatchObject({ passShare: 0, bits: 0, occurrences: 1 });
});

test('what a probe returned counts where it came back both times; the verdicts stay', () => {
  const plain = matrixOf(['p', 'p', 'p']);
  const once = probed(plain, outputsOf('1 2', '1 -', '3 4'));
  const { matrix: marked, flaky } = markFlakyCells(once, probed(plain, outputsOf('1 9', '1 2', '3 4')));
  expect(flaky).toEqual([]);
  expect(marked.verdicts).toEqual(once.verdicts);
  expect(marked.probes).toEqual({ inputs: ['f(0)', 'f(1)'], outputs: outputsOf('1 -', '1 -', '3 4') });
  // Without probes the second time nothing came back twice.
  expect(markFlakyCells(once, plain).matrix.probes?.outputs).toEqual(outputsOf('- -', '- -', '- -'));
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
