import { expect, test } from 'vitest';
import { cellGain, cellResult, hasWordings } from '../../../src/analysis/draws/gain.ts';
import type { DrawRecord, RankedDraw } from '../../../src/records/run-record.ts';
import { smallRun } from '../../fakes/small-run.ts';

const RIGHT: RankedDraw = { wordings: [0], pool: [[0, 2]], best: [[0, 2]], abstained: false };
const WRONG: RankedDraw = { wordings: [0], pool: [[1, 1]], best: [[1, 1]], abstained: false };
const base = smallRun({ a: { original: [true, false] }, b: { original: [true, false] } });
const record = (taskId: string, cell: string, draws: readonly RankedDraw[], changes: Partial<DrawRecord> = {}) => ({
  taskId,
  scorer: base.manifest.scorer,
  cell,
  wordings: 1,
  size: 2,
  exact: false,
  candidateIds: ['right', 'wrong'],
  draws,
  ...changes,
});
const runOf = (...draws: readonly DrawRecord[]) => ({ ...base, draws });

test('a cell: means over tasks, and the error of the draws', () => {
  const run = runOf(
    record('a', 'spread', [RIGHT, WRONG], { wordings: 3 }),
    record('b', 'spread', [RIGHT, RIGHT], { size: 4 }),
    record('a', 'one', [WRONG], { size: 9, wordings: 7 }),
  );
  const found = cellResult([run], 'spread');
  expect(found?.value.value).toBe(0.75);
  // Samples right: 2 of 2 and 0 of 2 of the first task, 2 of 4 of the second, in which half gave no program.
  const means = { tasks: 2, wordings: 3, size: 4, random: 0.5, anyRight: 0.75, programs: 1, behaviours: 1 };
  expect(found).toMatchObject(means);
  // The first task's variance is 1/4, the second's 0: its root over two tasks.
  expect(found?.monteCarlo).toBe(0.25);
  // Two runs alike: half of that variance.
  expect(cellResult([run, { ...run }], 'spread')?.monteCarlo).toBeCloseTo(Math.sqrt(2 * 0.25) / 2 / 2, 12);
  expect(cellResult([run], 'none')).toBeNull();
  expect(hasWordings(run)).toBe(true);
  expect(hasWordings(base)).toBe(false);
});

test('a gain: task by task, of the tasks that both cells have', () => {
  const run = runOf(
    record('a', 'spread', [RIGHT, WRONG]),
    record('b', 'spread', [RIGHT]),
    record('a', 'one', [WRONG]),
    record('b', 'one', [WRONG]),
  );
  const found = cellGain([run], 'spread', 'one');
  // Gains of 1/2 and 1.
  expect(found?.difference.value).toBe(0.75);
  // Of four ways to set two signs, two are as extreme.
  expect(found).toMatchObject({ cell: 'spread', against: 'one', tasks: 2, pValue: 0.5, monteCarlo: 0.25 });
  expect(cellGain([runOf(record('a', 'spread', [RIGHT]), record('b', 'one', [WRONG]))], 'spread', 'one')).toBeNull();
  expect(cellGain([base], 'spread', 'one')).toBeNull();
});

test('over several runs a task counts once, with its mean, and only runs with both cells count', () => {
  const first = runOf(record('a', 'spread', [RIGHT]), record('a', 'one', [WRONG]));
  const second = runOf(record('a', 'spread', [RIGHT]), record('a', 'one', [RIGHT]), record('b', 'one', [WRONG]));
  expect(cellGain([first, second], 'spread', 'one')).toMatchObject({ tasks: 1, difference: { value: 0.5 } });
});
