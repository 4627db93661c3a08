import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codetScorer } from '../../agreement/codet-scorer.ts';
import { maxPassScorer } from '../../agreement/max-pass-scorer.ts';
import type { ExecutionMatrix, Scorer } from '../../src/core/matrix.ts';
import { expectedPassAtK, type ScoredSamples } from '../../src/statistics/expected-pass-at-k.ts';

/** One entry per sample, best set first; enumerates every way to draw, one sample after the other. */
function enumerate(sets: readonly (readonly boolean[])[], k: number): number {
  let lucky = 0;
  let ways = 0;
  const draw = (turn: number, solved: boolean) => {
    if (turn === k) {
      ways++;
      if (solved) lucky++;
      return;
    }
    for (const correct of sets[turn % sets.length] as readonly boolean[]) draw(turn + 1, solved || correct);
  };
  draw(0, false);
  return lucky / ways;
}

const NOTHING_ELSE = { samples: 0, correct: 0 };

describe('expectedPassAtK', () => {
  test('agrees with the enumeration of all draws', () => {
    const aSet = fc.array(fc.boolean(), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(aSet, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 6 }), (sets, k) => {
        const scored = sets.map((set, rank) => ({
          score: 10 - rank,
          samples: set.length,
          correct: set.filter(Boolean).length,
        }));
        expect(expectedPassAtK(scored, NOTHING_ELSE, k)).toBeCloseTo(enumerate(sets, k), 12);
      }),
    );
  });

  test('merges sets of equal score, in whatever order they come', () => {
    const sets: ScoredSamples[] = [
      { score: 1, samples: 5, correct: 5 },
      { score: 2, samples: 3, correct: 0 },
      { score: 2, samples: 1, correct: 1 },
    ];
    expect(expectedPassAtK(sets, NOTHING_ELSE, 1)).toBe(0.25);
    expect(expectedPassAtK(sets, NOTHING_ELSE, 2)).toBe(1);
    expect(expectedPassAtK([...sets].reverse(), NOTHING_ELSE, 1)).toBe(0.25);
  });

  test('goes round again while k is larger, each draw on its own', () => {
    const half = [{ score: 1, samples: 2, correct: 1 }];
    expect(expectedPassAtK(half, NOTHING_ELSE, 3)).toBe(1 - 0.5 ** 3);
  });

  test('draws from all samples, without putting back, where nothing is ranked', () => {
    expect(expectedPassAtK([], { samples: 4, correct: 1 }, 1)).toBe(0.25);
    expect(expectedPassAtK([], { samples: 4, correct: 1 }, 4)).toBe(1);
    expect(expectedPassAtK([], NOTHING_ELSE, 1)).toBe(0);
  });
});

const codet = new URL('../../../shared/codet/matrix.jsonl.gz', import.meta.url);

interface CodetTask {
  readonly candidates: readonly string[];
  readonly tests: readonly string[];
  readonly rows: readonly string[];
  readonly official: readonly boolean[];
}

/** CodeT's recorded verdicts at weight 1 throughout: the file holds distinct programs and tests only. */
function toMatrix(task: CodetTask): ExecutionMatrix {
  const entry = (prefix: string) => (_: unknown, index: number) => ({
    id: `${prefix}${index}`,
    weight: 1,
    origins: [],
  });
  return {
    taskId: 't',
    candidates: task.candidates.map(entry('c')),
    tests: task.tests.map(entry('t')),
    verdicts: task.rows.map((row) => [...row].map((cell) => (cell === '1' ? 'pass' : 'fail'))),
  };
}

test.skipIf(!existsSync(codet))(
  "on CodeT's recorded matrix agreement beats a random draw and the most tests passed (needs ../shared/codet)",
  () => {
    const tasks = gunzipSync(readFileSync(codet))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CodetTask);
    const meanOf = (scorer: Scorer | null) => {
      const values = tasks.map((task) => {
        const correct = (rows: readonly number[]) => rows.filter((row) => task.official[row]).length;
        const sets = (scorer?.rank(toMatrix(task)).sets ?? []).map(({ candidates, score }) => ({
          score,
          samples: candidates.length,
          correct: correct(candidates),
        }));
        const all = { samples: task.candidates.length, correct: correct([...task.candidates.keys()]) };
        return expectedPassAtK(sets, all, 1);
      });
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    expect(meanOf(codetScorer)).toBeGreaterThan(meanOf(null) + 0.1);
    expect(meanOf(codetScorer)).toBeGreaterThan(meanOf(maxPassScorer) + 0.1);
  },
);
