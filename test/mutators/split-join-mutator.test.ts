import { describe, expect, test } from 'vitest';
import { splitJoinMutator } from '../../mutators/grammatical/split-join-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('gram-split-join', () => {
  test.each([
    ['The function takes a list and returns the sum.', 'The function takes a list. It returns the sum.'],
    ['The function takes a list, and returns the sum.', 'The function takes a list. It returns the sum.'],
    ['It takes a list\nand returns the sum.', 'It takes a list.\nIt returns the sum.'],
    ['The function takes a list. It returns the sum.', 'The function takes a list and returns the sum.'],
    ['The function takes a list.\n  It returns the sum.', 'The function takes a list\n  and returns the sum.'],
    [
      'The function should accept a list and return the sum.',
      'The function should accept a list. It should return the sum.',
    ],
    ['Sort the list and return the sum.', 'Sort the list. Return the sum.'],
    ['Sort the list. Return the sum.', 'Sort the list and return the sum.'],
  ])('%s', (text, expected) => {
    expect(outcomesOf(splitJoinMutator, text).texts).toEqual([expected]);
  });

  test.each([
    ['no-pair-of-clauses', 'Write a function that takes a list and returns the sum.'],
    ['no-pair-of-clauses', 'Return the sum and the product.'],
    ['governed-clause', 'The function takes a list that holds words and returns the sum.'],
    ['governed-clause', 'Sort the list and return the sum if the list is short.'],
    ['list-of-verbs', 'The function takes a list, sorts the words, and returns the sum.'],
    ['list-of-verbs', 'The function uses a loop to sort and returns the sum.'],
    ['governed-clause', 'The function should first sort the list and return the sum.'],
    ['open-sentence', 'choose a list and return the sum.'],
    ['ends-the-program', 'Return the sum. Sort the list.'],
  ])('refuses %s: %s', (reason, text) => {
    expect(outcomesOf(splitJoinMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });
});
