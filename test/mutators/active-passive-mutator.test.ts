import { describe, expect, test } from 'vitest';
import { activePassiveMutator } from '../../mutators/grammatical/active-passive-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('gram-active-passive', () => {
  test.each([
    ['Write a function to find the sum.', 'A function should be written to find the sum.'],
    ['Create a function called f that sorts a list.', 'A function called f should be created that sorts a list.'],
    ['Given a list, write a function to sort it.', 'Given a list, a function should be written to sort it.'],
    ['Return the sum of the list.', 'The sum of the list should be returned.'],
    ['Given a list of words, return the longest one.', 'Given a list of words, the longest one should be returned.'],
    [
      'Return True if all are even, and False otherwise.',
      'True should be returned if all are even, and False otherwise.',
    ],
    ['Return None in case of a tie.', 'None should be returned in case of a tie.'],
    ['Output the deepest level.', 'The deepest level should be output.'],
    ['Convert the string to a list.', 'The string should be converted to a list.'],
    ['Sort the list in ascending order.', 'The list should be sorted in ascending order.'],
    ['Return the sum of its digits in binary.', 'The sum of its digits should be returned in binary.'],
    [
      'Return the number of ways n can be expressed as a sum.',
      'The number of ways n can be expressed as a sum should be returned.',
    ],
    ['Return the image as a tensor.', 'The image should be returned as a tensor.'],
    ['Return sorted unique elements in a list', 'Sorted unique elements in a list should be returned'],
    ['Return the cost to buy it if there is one.', 'The cost to buy it should be returned if there is one.'],
  ])('%s', (text, expected) => {
    expect(outcomesOf(activePassiveMutator, text).texts[0]).toBe(expected);
  });

  test.each([
    ['no-imperative', 'Returns the sum.'],
    ['joined-before-condition', 'Return the index or the length if nothing is found.'],
    ['clause-before-adjunct', 'Return the numbers that are even if there is one.'],
    ['unclear-adjunct', 'Return the numbers that we have as a list.'],
    ['unclear-adjunct', 'Return the number of ways using exactly k coins.'],
    ['only-scope', 'Return the even numbers only.'],
    ['verb-coordination', 'Find the sum and return it.'],
    ['verb-coordination', 'Generate a random image and view it.'],
    ['comma-in-object', 'Return the sum, the mean.'],
    ['bare-object', 'Return empty string.'],
    ['code-object', 'Raise ValueError("no input")'],
    ['later-step', 'In one operation, you can do one of the following:\n\nDivide the number by 5.'],
    ['list-item', 'The steps\n\n- Find the sum.'],
    ['mixed-coordination', 'Write a function that reverses a list and return it.'],
    ['long-object', `Return the sum${' of the sum'.repeat(8)}.`],
    ['long-object', 'Find the longest word of the given list of words and numbers that is a palindrome.'],
    ['verb-not-passive', 'Get the sum.'],
    ['impersonal-passive', 'Check if two words are equal.'],
    ['impersonal-passive', 'Determine whether the list is sorted.'],
    ['second-clause', 'Find the sum, you may assume it exists.'],
    ['second-clause', 'Print the sum; print No otherwise.'],
  ])('refuses %s', (reason, text) => {
    expect(outcomesOf(activePassiveMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });

  test('refuses a title of hyphenated words', () => {
    expect(outcomesOf(activePassiveMutator, 'check-if-the-number-is-good').texts).toEqual([]);
  });

  test('refuses a line break behind the verb', () => {
    expect(outcomesOf(activePassiveMutator, 'Return\nthe sum.').reasons).toEqual(['line-break']);
  });
});
