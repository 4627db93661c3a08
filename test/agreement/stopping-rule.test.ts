import { expect, test } from 'vitest';
import { codetScorer } from '../../agreement/codet-scorer.ts';
import { stopReason } from '../../agreement/stopping-rule.ts';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import { createRng } from '../../src/core/random.ts';
import { matrixOf } from './random-matrix.ts';

const options = (programs: number, testReplies: number) => ({
  scorer: codetScorer,
  testReplies: 10,
  remaining: { programs, testReplies, testsPerReply: 5 },
  rng: createRng(0).fork('test'),
});
const stop = (matrix: ExecutionMatrix, programs: number, testReplies = programs) =>
  stopReason(matrix, options(programs, testReplies));

test('a lead that holds in drawn futures is settled, a neck-and-neck race is not', () => {
  const tests = Array(20).fill(1);
  const clear = matrixOf(['p'.repeat(20), `pp${'.'.repeat(18)}`], { candidateWeights: [9, 3], testWeights: tests });
  expect(stop(clear, 40)).toBe('settled');
  const race = matrixOf([`${'p'.repeat(10)}${'.'.repeat(10)}`, `${'.'.repeat(10)}${'p'.repeat(10)}`], {
    candidateWeights: [5, 4],
    testWeights: tests,
  });
  expect(stop(race, 40)).toBeNull();
});

test('few tests settle nothing, and where nothing passes the task goes on', () => {
  expect(stop(matrixOf(['ppp', 'p..'], { candidateWeights: [9, 3] }), 40)).toBeNull();
  expect(stop(matrixOf(['.'.repeat(30)], { candidateWeights: [9] }), 40)).toBeNull();
});
