import { expect, test } from 'vitest';
import { drawValues } from '../../../src/analysis/draws/draw-values.ts';
import type { Verdict } from '../../../src/core/sandbox.ts';
import type { DrawRecord, RankedDraw } from '../../../src/records/run-record.ts';
import { smallRun } from '../../fakes/small-run.ts';

const entry = (id: string) => ({ id, weight: 1, origins: [] });
const draw = (pool: RankedDraw['pool'], best: RankedDraw['best'], wordings: readonly number[] = [0]): RankedDraw => {
  return { wordings, pool, best, abstained: false };
};
const base = smallRun({ a: { original: [true, false] } });
const { scorer } = base.manifest;
const record = (draws: readonly RankedDraw[], changes: Partial<DrawRecord> = {}): DrawRecord => ({
  taskId: 'a',
  scorer,
  cell: 'one',
  wordings: 1,
  size: 4,
  exact: false,
  candidateIds: ['right', 'wrong'],
  draws,
  ...changes,
});
const matricesOf = (...verdicts: readonly (readonly Verdict[])[]) => [
  { taskId: 'a', candidates: [entry('right'), entry('wrong')], tests: [entry('t')], verdicts },
];
const matrices = matricesOf(['pass'], ['pass']);
const valuesOf = (...draws: readonly DrawRecord[]) => drawValues({ ...base, matrices, draws });
const cellOf = (...draws: readonly DrawRecord[]) =>
  valuesOf(...draws)
    .get('one')
    ?.get('a');
/** So many right and wrong samples. */
const samples = (right: number, wrong: number) =>
  [[0, right] as const, [1, wrong] as const].filter(([, count]) => count > 0);

test('ties are an expectation, a sample without a program is wrong, draws give a mean and its variance', () => {
  const both = draw(samples(1, 2), samples(1, 1), [0, 2]);
  const cell = cellOf(record([both, draw(samples(0, 4), samples(0, 4))]));
  // Right in 1 of 2 tied samples, and in none: 1/4; samples right: 1 of 4 (one gave no program), and none: 1/8.
  expect(cell?.draws).toEqual([
    { wordings: [0, 2], value: 0.5, random: 0.25, anyRight: true, programs: 2, behaviours: 1 },
    { wordings: [0], value: 0, random: 0, anyRight: false, programs: 1, behaviours: 1 },
  ]);
  // Deviations of 1/4 each: (1/16 + 1/16) / 1 / 2.
  const means = { value: 0.25, random: 0.125, anyRight: 0.5, programs: 1.5, behaviours: 1, variance: 0.0625 };
  expect(cell).toMatchObject(means);
});

test('programs behave alike where their rows of verdicts are the same; three draws have the variance of a mean of three', () => {
  const wrong = draw(samples(0, 1), samples(0, 1));
  const draws = [record([draw(samples(1, 1), samples(1, 0)), wrong, wrong])];
  const values = drawValues({ ...base, matrices: matricesOf(['pass'], ['fail']), draws });
  const cell = values.get('one')?.get('a');
  expect(cell?.draws.map(({ behaviours }) => behaviours)).toEqual([2, 1, 1]);
  // Values 1, 0, 0: deviations of 4/9, 1/9, 1/9, over 2, over 3.
  expect(cell?.variance).toBeCloseTo(1 / 9, 12);
});

test('draws that are all that there are, or one alone, have no variance of their own', () => {
  const draws = [draw([[0, 1]], [[0, 1]]), draw([[1, 1]], [[1, 1]])];
  expect(cellOf(record(draws, { exact: true }))?.variance).toBe(0);
  expect(cellOf(record(draws.slice(0, 1)))?.variance).toBe(0);
});

test('an arm without a program has the value 0', () => {
  expect(cellOf(record([draw([], [])], { size: 0 }))).toMatchObject({ value: 0, random: 0 });
});

test('left out: another rule, no draw, a program without a verdict', () => {
  const [only] = [draw([[0, 1]], [[0, 1]])];
  const found = valuesOf(
    record([only as RankedDraw], { scorer: 'another', cell: 'rule' }),
    record([], { cell: 'empty' }),
    record([only as RankedDraw], { candidateIds: ['right', 'unknown'], cell: 'unjudged' }),
    record([only as RankedDraw], { cell: 'kept' }),
  );
  expect([...found.keys()]).toEqual(['kept']);
  expect(drawValues(base).size).toBe(0);
});
