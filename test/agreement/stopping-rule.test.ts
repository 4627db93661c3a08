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

test('a lead that no remaining program can make up for ends the task', () => {
  const matrix = matrixOf(['pppppp', 'p.....'], { candidateWeights: [30, 5] });
  expect(stop(matrix, 10, 0)).toBe('cannot-be-overtaken');
  // 30 * 36 against (5 + 31) tests... a newcomer that passes all six tests needs more than 30 samples.
  expect(stop(matrix, 31, 0)).not.toBe('cannot-be-overtaken');
});

test('new tests can turn the lead, so that the bound counts them', () => {
  const matrix = matrixOf(['pppppp', 'p.....'], { candidateWeights: [30, 5] });
  expect(stop(matrix, 10, 10)).not.toBe('cannot-be-overtaken');
});

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

test('the same draw leads to the same decision', () => {
  const matrix = matrixOf([`${'p'.repeat(12)}${'.'.repeat(12)}`, `${'.'.repeat(13)}${'p'.repeat(11)}`], {
    candidateWeights: [6, 3],
  });
  expect(stop(matrix, 20)).toBe(stop(matrix, 20));
});
