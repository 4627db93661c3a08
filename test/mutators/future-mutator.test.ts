import { describe, expect, test } from 'vitest';
import { futureMutator } from '../../mutators/grammatical/future-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('gram-future', () => {
  test.each([
    ['The function returns the sum.', 'The function will return the sum.'],
    [
      'def f(x):\n    """Returns the largest element."""\n',
      'def f(x):\n    """The function will return the largest element."""\n',
    ],
    ['Create a function that Computes the sum.', 'Create a function that will compute the sum.'],
    [
      'Implement the function f that takes n, and returns a list.',
      'Implement the function f that will take n, and return a list.',
    ],
    ['The function also zeroes the list.', 'The function will also zero the list.'],
    ['The function does not sort the list.', 'The function will not sort the list.'],
    ['The output is a list.', 'The output will be a list.'],
  ])('%s', (text, expected) => {
    expect(outcomesOf(futureMutator, text).texts).toEqual([expected]);
  });

  test.each([
    ['no-statement-of-program', 'Return the sum.'],
    ['no-subject', 'Returns the sum.'],
    ['no-statement-of-program', 'Here, f is the function that returns the sum.'],
    ['no-statement-of-program', 'A list that contains the sum.'],
    ['no-statement-of-program', 'The value that the function returns.'],
    ['verb-in-clause', 'Write a function that finds words which are long and returns the first.'],
  ])('refuses %s', (reason, text) => {
    expect(outcomesOf(futureMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });
});
