import { describe, expect, test } from 'vitest';
import { quantifierMutator } from '../../mutators/grammatical/quantifier-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('gram-quantifier', () => {
  test.each([
    ['Double each number.', ['Double every number.']],
    ['Every element counts.', ['Each element counts.']],
    [
      'For each row, sum every column.',
      ['For every row, sum every column.', 'For each row, sum each column.', 'For every row, sum each column.'],
    ],
  ])('%s', (text, expected) => {
    expect(outcomesOf(quantifierMutator, text).texts).toEqual(expected);
  });

  test.each([
    'Sum it.',
    'Take two lists and sort each list.',
    'Sort each of them.',
    'The words follow each other.',
    'The rows each contain a word.',
    'Take every second element.',
    'At each second, move on.',
    'Go on, repeating each as many times as it says.',
    'Not every element counts.',
    'Return True if all words are equal.',
    'All values are positive whole numbers.',
  ])('leaves "%s" alone', (text) => {
    expect(outcomesOf(quantifierMutator, text).texts).toEqual([]);
  });
});
