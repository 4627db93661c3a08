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
    ['Return True if all the numbers are positive.', ['Return True if every number is positive.']],
    ['All values are positive.', ['Every value is positive.']],
    ['Return True if every number is even.', ['Return True if all numbers are even.']],
  ])('%s', (text, expected) => {
    expect(outcomesOf(quantifierMutator, text).texts).toEqual(expected);
  });

  test.each([
    ['no-quantifier', 'Sum it.'],
    ['one-of-two', 'Take two lists and sort each list.'],
    ['no-noun-behind', 'Sort each of them.'],
    ['no-noun-behind', 'The words follow each other.'],
    ['no-noun-behind', 'The rows each contain a word.'],
    ['every-second', 'Take every second element.'],
    ['part-of-a-phrase', 'Not every element counts.'],
  ])('refuses %s: %s', (reason, text) => {
    expect(outcomesOf(quantifierMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });

  test.each([
    'Return True if all words are equal.',
    'All elements are distinct.',
    'All values are integers.',
    'Sum all of them.',
  ])('leaves %s alone', (text) => {
    expect(outcomesOf(quantifierMutator, text).texts).toEqual([]);
  });
});
