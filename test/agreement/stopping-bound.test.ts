import { describe, expect, test } from 'vitest';
import { codetScorer } from '../../agreement/codet-scorer.ts';
import { keptShare, type RemainingBudget, stopReason } from '../../agreement/stopping-rule.ts';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import { createRng } from '../../src/core/random.ts';
import { matrixOf } from './random-matrix.ts';

const left = (programs: number, testReplies: number, testsPerReply = 1): RemainingBudget => {
  return { programs, testReplies, testsPerReply };
};
const stop = (matrix: ExecutionMatrix, remaining: RemainingBudget) =>
  stopReason(matrix, { scorer: codetScorer, testReplies: 4, remaining, rng: createRng(1) });

/** Rows of four tests: the leader passes all of them. */
const race = (leader: number, rival: number, passes: number) =>
  matrixOf(['pppp', 'pppp'.slice(0, passes).padEnd(4, '.')], { candidateWeights: [leader, rival] });

describe('what the bound says, by hand', () => {
  // The leader has 10 * 4 ** 2 = 160.
  test.each([
    ['5 * (2 + 3) ** 2 = 125 stays behind', 5, 2, left(0, 3), 'cannot-be-overtaken'],
    ['5 * (2 + 4) ** 2 = 180 may overtake', 5, 2, left(0, 4), null],
    ['10 * (2 + 2) ** 2 = 160 may draw level', 10, 2, left(0, 2), null],
    ['10 * (2 + 2) ** 2 by one reply of two tests', 10, 2, left(0, 1, 2), null],
    ['9 * (2 + 2) ** 2 = 144 stays behind', 9, 2, left(0, 2), 'cannot-be-overtaken'],
    ['a newcomer of 5 with (4 + 2) ** 2 tests has 180', 1, 1, left(5, 2), null],
    ['a newcomer of 4 with (4 + 2) ** 2 tests has 144', 1, 1, left(4, 2), 'cannot-be-overtaken'],
    ['a newcomer of 10 without new tests has 160', 1, 1, left(10, 0), null],
    ['a newcomer of 9 without new tests has 144', 1, 1, left(9, 0), 'cannot-be-overtaken'],
    ['nothing is left to ask for', 9, 3, left(0, 0), 'cannot-be-overtaken'],
  ])('%s', (_, rival, passes, remaining, expected) => {
    expect(stop(race(10, rival, passes), remaining)).toBe(expected);
  });

  test('where a rule puts a part of a set in front, the bound is that of the whole set', () => {
    // Six and four samples pass the same tests; the rule takes the first alone.
    const matrix = matrixOf(['pppp', 'pppp', 'pp..'], { candidateWeights: [6, 4, 9] });
    const partly = {
      ...codetScorer,
      rank: () => ({
        sets: [
          { candidates: [0], tests: [0, 1, 2, 3], score: 2 },
          { candidates: [1], tests: [0, 1, 2, 3], score: 1 },
        ],
      }),
    };
    const options = { scorer: partly, testReplies: 4, remaining: left(0, 2), rng: createRng(1) };
    // 10 * 4 ** 2 = 160 against 9 * (2 + 2) ** 2 = 144.
    expect(stopReason(matrix, options)).toBe('cannot-be-overtaken');
  });

  test('two leaders with different tests: the next sample decides', () => {
    expect(stop(matrixOf(['pp..', '..pp'], { candidateWeights: [5, 5] }), left(0, 0))).toBeNull();
  });
});

describe('drawn futures', () => {
  const seen: ExecutionMatrix[] = [];
  const watching = {
    ...codetScorer,
    rank: (matrix: ExecutionMatrix) => {
      seen.push(matrix);
      return codetScorer.rank(matrix);
    },
  };
  const weightsOf = (entries: ExecutionMatrix['tests']) => entries.map(({ weight }) => weight);
  const total = (entries: ExecutionMatrix['tests']) => weightsOf(entries).reduce((sum, weight) => sum + weight, 0);
  /** The matrices that were ranked: today's, then the futures. */
  function futuresOf(matrix: ExecutionMatrix, testReplies: number, remaining: RemainingBudget) {
    seen.length = 0;
    const share = keptShare(matrix, { scorer: watching, testReplies, remaining, rng: createRng(5) });
    return { share, futures: seen.slice(1) };
  }
  const matrix: ExecutionMatrix = {
    ...matrixOf(['ppp', 'p..'], { candidateWeights: [3, 2] }),
    // One reply wrote the first two tests, another one the third.
    tests: [0, 0, 1].map((sample, at) => {
      return { id: `t${at}`, weight: 1, origins: [{ variantId: 't::original', sample }] };
    }),
  };

  test('have as many programs more as are left, of those that are there', () => {
    const { futures } = futuresOf(matrix, 2, left(7, 0));
    expect(futures).toHaveLength(40);
    for (const { candidates, tests } of futures) {
      expect(total(candidates)).toBe(12);
      expect(candidates[0]?.weight).toBeGreaterThanOrEqual(3);
      expect(candidates[1]?.weight).toBeGreaterThanOrEqual(2);
      expect(weightsOf(tests)).toEqual([1, 1, 1]);
    }
    expect(new Set(futures.map(({ candidates }) => candidates[0]?.weight)).size).toBeGreaterThan(3);
  });

  test('tests come by the reply that wrote them, together', () => {
    const { futures } = futuresOf(matrix, 2, left(0, 6));
    for (const { tests } of futures) {
      const [first = 0, second, third = 0] = weightsOf(tests);
      expect(second).toBe(first);
      expect(first - 1 + (third - 1)).toBe(6);
    }
  });

  test('replies without a test are drawn too, and bring none', () => {
    const { futures } = futuresOf(matrix, 1000, left(0, 6));
    const grown = futures.filter(({ tests }) => total(tests) > 3);
    // Two in a thousand replies wrote tests.
    expect(grown.length).toBeLessThan(5);
    expect(futuresOf(matrix, 4, left(0, 6)).futures.some(({ tests }) => total(tests) === 3)).toBe(true);
  });

  test('where nothing is left the leader leads in all of them; a rival who draws level takes his share', () => {
    expect(futuresOf(matrix, 2, left(0, 0)).share).toBe(1);
    const level = matrixOf(['pp..', '..pp'], { candidateWeights: [3, 3] });
    expect(futuresOf(level, 1, left(0, 0)).share).toBe(1);
    const { share } = futuresOf(matrixOf(['p'], { candidateWeights: [3] }), 1, left(5, 5));
    expect(share).toBe(1);
  });
});
