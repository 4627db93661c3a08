import { describe, expect, test } from 'vitest';
import { relativeInfinitiveMutator } from '../../mutators/grammatical/relative-infinitive-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('gram-relative-infinitive', () => {
  test.each([
    ['Write a function to find the sum.', 'Write a function that finds the sum.'],
    ['Write a function that finds the sum.', 'Write a function to find the sum.'],
    [
      'Write a python function to split the array and add the first part to the end.',
      'Write a python function that splits the array and adds the first part to the end.',
    ],
    [
      'Create a function `flat` that flattens a list and reshapes the result.',
      'Create a function `flat` to flatten a list and reshape the result.',
    ],
    [
      'Generate a Python function called norm that Computes it.',
      'Generate a Python function called norm to compute it.',
    ],
    ['Write a function to efficiently sort a list.', 'Write a function that efficiently sorts a list.'],
    [
      'Write a function to find the sum and count of a list.',
      'Write a function that finds the sum and count of a list.',
    ],
  ])('%s', (text, expected) => {
    expect(outcomesOf(relativeInfinitiveMutator, text).texts[0]).toBe(expected);
  });

  test.each([
    ['no-program-clause', 'Find the sum.'],
    ['no-program-clause', 'It uses the forward method to evaluate the ratings.'],
    ['no-purpose', 'Write a function that takes a list.'],
    ['unknown-verb', 'Write a function to caluclate the sum.'],
    ['verb-in-clause', 'Write a function to remove tuples that occur twice and replace the rest.'],
    ['noun-or-verb', 'Write a function to find the lists and count in them.'],
    ['mixed-coordination', 'Write a function that reverses a list and return it.'],
    ['nested-infinitive', 'Write a function to use a stack to reverse a list and return it.'],
    ['unknown-verb', 'Write a function to create an image and blorp it.'],
  ])('refuses %s', (reason, text) => {
    expect(outcomesOf(relativeInfinitiveMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });
});
