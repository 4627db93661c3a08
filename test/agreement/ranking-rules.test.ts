import { describe, expect, test } from 'vitest';
import { codetScorer } from '../../agreement/codet-scorer.ts';
import { confidenceFeatures } from '../../agreement/confidence.ts';
import { fusionScorer } from '../../agreement/fusion-scorer.ts';
import { groupEqualRows } from '../../agreement/packed-matrix.ts';
import { patternPassScorer } from '../../agreement/pattern-pass-scorer.ts';
import { pluralityScorer } from '../../agreement/plurality-scorer.ts';
import { srankScorer } from '../../agreement/srank-scorer.ts';
import type { ExecutionMatrix } from '../../src/core/matrix.ts';
import { matrixOf } from './random-matrix.ts';

const named = (matrix: ExecutionMatrix, ids: readonly string[]): ExecutionMatrix => ({
  ...matrix,
  candidates: matrix.candidates.map((entry, row) => ({ ...entry, id: ids[row] ?? '' })),
});

test('the order of rows shows nowhere: candidates of a set stand by their ids', () => {
  const [set] = codetScorer.rank(named(matrixOf(['pp', 'pp', 'pp']), ['q', 'z', 'a'])).sets;
  expect(set?.candidates).toEqual([2, 0, 1]);
});

test('tied sets stand by their smallest ids, however many there are and in whatever order they come', () => {
  const ids = [...'hbdfacge'];
  const rows = ids.map((_, row) => ids.map((_id, at) => (at === row ? 'p' : '.')).join(''));
  for (const turn of ids.keys()) {
    const order = [...ids.slice(turn), ...ids.slice(0, turn)];
    const { sets } = codetScorer.rank(named(matrixOf(rows), order));
    expect(sets.map(({ candidates }) => order[candidates[0] ?? -1]).join('')).toBe('abcdefgh');
  }
});

test('rules that need outputs rank nothing without them', () => {
  const matrix = matrixOf(['pp', 'p.']);
  expect(pluralityScorer.rank(matrix)).toEqual({ sets: [] });
  expect(srankScorer.rank(matrix)).toEqual({ sets: [] });
});

test('pattern-pass: ties go to what the original prompt gave, among other prompts too', () => {
  const of = (origins: readonly string[]) => {
    const matrix = matrixOf(['pp', 'pp']);
    const written = [['t::lex-swap::s1.0'], origins].map((ids) => ids.map((variantId) => ({ variantId, sample: 0 })));
    const candidates = matrix.candidates.map((entry, row) => ({ ...entry, origins: written[row] ?? [] }));
    return patternPassScorer.rank({ ...matrix, candidates }).sets[0];
  };

  expect(of(['t::lex-swap::s1.0', 't::original'])).toMatchObject({ candidates: [1], score: 4, tieBreak: 1 });
  expect(of(['t::original'])).toMatchObject({ candidates: [1] });
  expect(of(['t::syn-turn::s1.0'])).toMatchObject({ candidates: [0, 1], tieBreak: 0 });
});

test('fusion: without outputs it is the product of the ranks of codet and b4', () => {
  const { sets } = fusionScorer.rank(matrixOf(['ppp', 'p..', '...'], { candidateWeights: [3, 1, 1] }));
  // Best of both: ln 1 = 0. Second of both: -ln(2 * 2). What passes nothing is out.
  expect(sets.map(({ candidates }) => candidates)).toEqual([[0], [1]]);
  expect(sets[0]?.score).toBe(0);
  expect(sets[1]?.score).toBeCloseTo(-Math.log(4), 12);
});

test('the features of a plain draw are no logarithms but a mark', () => {
  const matrix = matrixOf(['..', '..'], { candidateWeights: [2, 1] });
  expect(confidenceFeatures(matrix, codetScorer.rank(matrix))).toEqual([0, 0, 0, 1]);
});

test('only the leading sets make the features', () => {
  const matrix = matrixOf(['ppp', 'p..'], { candidateWeights: [3, 2] });
  const [odds] = confidenceFeatures(matrix, codetScorer.rank(matrix));
  expect(odds).toBeCloseTo(Math.log(3.5 / 2.5), 12);
});

describe('groupEqualRows', () => {
  const group = (words: readonly number[], wordsPerRow: number, wanted = (_row: number) => true) =>
    groupEqualRows(Uint32Array.from(words), { rows: words.length / wordsPerRow, wordsPerRow, wanted });

  test('in the order of their first rows, by all of their words', () => {
    expect(group([1, 2, 1, 3, 1, 2, 1, 3, 2, 2], 2)).toEqual([[0, 2], [1, 3], [4]]);
    expect(group([5, 5, 6], 1, (row) => row > 0)).toEqual([[1], [2]]);
  });

  test('rows that hash alike but differ stay apart', () => {
    // FNV-1a over words: the second word makes up for what the first has done.
    const hashAfter = (word: number) => {
      const mixed = Math.imul(0x811c9dc5 ^ word, 0x01000193);
      return mixed ^ (mixed >>> 15);
    };
    expect(group([1, 0, 2, (hashAfter(1) ^ hashAfter(2)) >>> 0, 1, 0], 2)).toEqual([[0, 2], [1]]);
  });
});
