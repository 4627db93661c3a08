import { describe, expect, test } from 'vitest';
import { cellGain, cellResult } from '../../../src/analysis/draws/gain.ts';
import { rankingChanges, splitVariance, wordingSpread } from '../../../src/analysis/draws/wordings.ts';
import { createRng } from '../../../src/core/random.ts';
import type { DrawRecord, RankedDraw } from '../../../src/records/draws.ts';
import type { RunRecord } from '../../../src/records/run-record.ts';

/** Two candidates, the first of which is right; `best` says how the picks divide. */
function draw(wordings: readonly number[], right: number, of: number): RankedDraw {
  const both = [[0, right] as const, [1, of - right] as const].filter(([, weight]) => weight > 0);
  return { wordings, pool: both, best: both, abstained: false };
}

function runOf(cells: readonly Omit<DrawRecord, 'scorer' | 'candidateIds'>[]): RunRecord {
  const draws = cells.map((cell) => ({ ...cell, scorer: 's', candidateIds: ['a', 'b'] }));
  const taskIds = [...new Set(cells.map(({ taskId }) => taskId))];
  const official = taskIds.flatMap((taskId) => [
    { taskId, candidateId: 'a', passed: true },
    { taskId, candidateId: 'b', passed: false },
  ]);
  return { manifest: { scorer: 's', seed: 0 }, draws, official, matrices: [] } as unknown as RunRecord;
}

const one = (taskId: string, rights: readonly number[]) => ({
  taskId,
  cell: 'one',
  wordings: 1,
  size: 4,
  exact: true,
  draws: rights.map((right, wording) => draw([wording], right, 4)),
});
const spread = (taskId: string, rights: readonly number[]) => ({
  ...one(taskId, rights),
  cell: 'spread',
  wordings: 2,
  exact: false,
});

describe('gain', () => {
  test('the mean over draws, by task; draws that are all there are have no error', () => {
    const run = runOf([one('x', [4, 0]), spread('x', [4, 2]), one('y', [2, 2]), spread('y', [2, 2])]);
    expect(cellResult([run], 'one')).toMatchObject({ tasks: 2, value: { value: 0.5 }, monteCarlo: 0, size: 4 });
    const result = cellResult([run], 'spread');
    expect(result).toMatchObject({ value: { value: 0.625 }, wordings: 2, anyRight: 1 });
    // Draws of 1 and 0.5: variance 0.125, of their mean 0.0625; the other task has none.
    expect(result?.monteCarlo).toBeCloseTo(Math.sqrt(0.0625) / 2, 12);
    expect(cellGain([run], 'spread', 'one')).toMatchObject({ tasks: 2, difference: { value: 0.125 } });
  });

  test('over several runs a task counts once, with its mean, and only runs with both cells count', () => {
    const first = runOf([one('x', [0, 0]), spread('x', [4, 4])]);
    const second = runOf([one('x', [4, 4]), spread('x', [4, 4]), one('y', [0, 0])]);
    expect(cellGain([first, second], 'spread', 'one')).toMatchObject({ tasks: 1, difference: { value: 0.5 } });
  });

  test('nothing is said of a cell that nobody drew', () => {
    expect(cellResult([runOf([one('x', [1])])], 'spread')).toBeNull();
    expect(cellGain([runOf([one('x', [1])])], 'spread', 'one')).toBeNull();
  });
});

describe('wordings', () => {
  test('best, mean and worst wording over tasks', () => {
    const spreadOf = wordingSpread(runOf([one('x', [4, 0]), one('y', [2, 2])]));
    expect(spreadOf).toEqual({ wordings: 2, best: 0.75, mean: 0.5, worst: 0.25 });
  });

  test('a wording under which two runs change places is counted', () => {
    const a = runOf([one('x', [4, 1])]);
    const b = runOf([one('x', [2, 2])]);
    expect(rankingChanges([a, b])).toEqual({ compared: 2, turned: 1 });
  });
});

describe('variance', () => {
  /** Samples of a world with known parts: a task's chance, moved by a wording. */
  function world(byTask: number, byWording: number, seed: number) {
    const rng = createRng(seed).fork('world');
    return Array.from({ length: 400 }, () => {
      const base = 0.5 + (rng.next() < 0.5 ? byTask : -byTask);
      return Array.from({ length: 6 }, () => {
        const chance = base + (rng.next() < 0.5 ? byWording : -byWording);
        const right = Array.from({ length: 5 }, () => (rng.next() < chance ? 1 : 0)).reduce<number>((a, b) => a + b, 0);
        return { right, samples: 5 };
      });
    });
  }

  test.each([
    [0.3, 0.2],
    [0.4, 0],
    [0, 0.3],
  ])('finds what the world was made of: task %d, wording %d', (byTask, byWording) => {
    const split = splitVariance(world(byTask, byWording, 5));
    expect(split?.task).toBeCloseTo(byTask ** 2 / 0.25, 1);
    expect(split?.wording).toBeCloseTo(byWording ** 2 / 0.25, 1);
    expect((split?.task ?? 0) + (split?.wording ?? 0) + (split?.sampling ?? 0)).toBeCloseTo(1, 12);
  });

  test('single samples and single wordings say nothing', () => {
    expect(splitVariance([[{ right: 1, samples: 1 }], [{ right: 1, samples: 5 }]])).toBeNull();
  });
});
