import { expect, test } from 'vitest';
import { rankingChanges, wordingCounts, wordingSpread } from '../../../src/analysis/draws/wordings.ts';
import type { DrawRecord, RankedDraw } from '../../../src/records/run-record.ts';
import { smallRun } from '../../fakes/small-run.ts';

const base = smallRun({ a: { original: [true, false] }, b: { original: [true, false] } });
/** One wording with so many right samples of two. */
const draw = (wording: number, right: number): RankedDraw => {
  const pool = [
    [0, right],
    [1, 2 - right],
  ] as const;
  return { wordings: [wording], pool, best: pool, abstained: false };
};
const record = (taskId: string, draws: readonly RankedDraw[], size = 2, cell = 'one'): DrawRecord => ({
  taskId,
  scorer: base.manifest.scorer,
  cell,
  wordings: 1,
  size,
  exact: true,
  candidateIds: ['right', 'wrong'],
  draws,
});
const runOf = (...draws: readonly DrawRecord[]) => ({ ...base, draws });

test('a run’s samples by task and wording', () => {
  const run = runOf(
    record('a', [draw(0, 2), draw(1, 1)]),
    record('b', [draw(0, 0), draw(1, 1)]),
    record('a', [draw(0, 2)], 8, 'spread'),
  );
  const told = [...(wordingCounts(run) ?? [])].map(([task, counts]) =>
    [task, ...counts.map(({ right, samples }) => `${right}/${samples}`)].join(' '),
  );
  expect(told).toEqual(['a 2/2 1/2', 'b 0/2 1/2']);
  expect(wordingCounts(runOf(record('a', [draw(0, 1)], 1)))).toBeNull();
  expect(wordingCounts(base)).toBeNull();
});

test('wordings that not all tasks have are not laid beside the others', () => {
  const a = record('a', [draw(0, 2), draw(1, 1), draw(2, 0)]);
  expect(wordingSpread(runOf(a, record('b', [draw(0, 2), draw(1, 0)])))).toEqual({
    wordings: 2,
    best: 1,
    mean: 0.625,
    worst: 0.25,
  });
  expect(wordingSpread(runOf(a, record('b', [draw(0, 2)])))).toBeNull();
  expect(wordingSpread(base)).toBeNull();
});

test('a wording turns two runs around where the one that is better over all is worse under it', () => {
  // Over all wordings 1/2 against 3/8; under the first 0 against 1, under the second a tie, under the third 1 against 0.
  const first = runOf(record('a', [draw(0, 0), draw(1, 1), draw(2, 2)]));
  const second = runOf(record('a', [draw(0, 2), draw(1, 1), draw(2, 0), draw(3, 0)]));
  expect(rankingChanges([first, second])).toEqual({ compared: 3, turned: 1 });
  expect(rankingChanges([first, { ...first }])).toEqual({ compared: 3, turned: 0 });
  expect(rankingChanges([first])).toEqual({ compared: 0, turned: 0 });
});
