import { expect, test } from 'vitest';
import { correctTogether } from '../../../src/analysis/comparison/paired-difference.ts';

const [T, F] = [true, false];

test('two sides on the same tasks: a finding has a corrected p below 0.05 and an interval that leaves out zero, on either side', () => {
  const row = (pValue: number, low: number, high: number) => ({
    tasks: 9,
    first: 0,
    second: 0,
    onlyFirst: 0,
    onlySecond: 0,
    test: 'sign flips' as const,
    difference: { value: 0, low, high },
    pValue,
  });
  const sure = [row(0.001, 0.1, 0.2), row(0.001, -0.2, -0.1), row(0.001, -0.1, 0.1)];
  const rows = correctTogether([...sure, row(0.04, 0.1, 0.2)]);
  expect(rows.map(({ finding }) => finding)).toEqual([T, T, F, T]);
  expect(rows.map(({ adjustedP }) => adjustedP)).toEqual([0.004, 0.004, 0.004, 0.04]);
  expect(correctTogether([row(0.03, 0.1, 0.2), row(0.04, 0.1, 0.2)]).map(({ finding }) => finding)).toEqual([F, F]);
  expect(correctTogether([row(0.01, 0, 0.2), row(0.01, -0.2, 0)]).map(({ finding }) => finding)).toEqual([F, F]);
  expect(correctTogether([row(0.05, 0.1, 0.2)])[0]?.finding).toBe(F);
});
