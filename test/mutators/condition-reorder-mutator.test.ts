import { describe, expect, test } from 'vitest';
import { conditionReorderMutator } from '../../mutators/grammatical/condition-reorder-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('gram-condition-reorder', () => {
  test.each([
    ['Return 0 if the list is empty.', 'If the list is empty, return 0.'],
    ['If the list is empty, return 0.', 'Return 0 if the list is empty.'],
    [
      'If no such word exists, then the function should return -1.',
      'The function should return -1 if no such word exists.',
    ],
    [
      'A `TypeError` is raised if `x` is neither a float nor a tensor.',
      'If `x` is neither a float nor a tensor, a `TypeError` is raised.',
    ],
    ['Sort it. Return False when it is empty.', 'Sort it. When it is empty, return False.'],
    [
      'The function should raise an error unless the shapes are equal.',
      'Unless the shapes are equal, the function should raise an error.',
    ],
  ])('%s', (text, expected) => {
    expect(outcomesOf(conditionReorderMutator, text).texts).toEqual([expected]);
  });

  test('keeps the line ends and the indentation of a docstring', () => {
    const prompt =
      'def f(xs):\n    """Sort.\n    The function should return the empty list if the given list\n    holds no words.\n    """\n';
    expect(outcomesOf(conditionReorderMutator, prompt, 'f').texts).toEqual([
      'def f(xs):\n    """Sort.\n    If the given list holds no words, the function should return\n    the empty list.\n    """\n',
    ]);
  });

  test.each([
    ['no-condition', 'Return the sum.'],
    ['several-sentences', 'If the list is empty, raise an error The function returns a number.'],
    ['asks-whether', 'The function should check if the list is empty.'],
    ['asks-whether', 'A number should be called happy if the sum is even.'],
    ['definition', 'An integer x of 2 digits is symmetric if the two digits of x are equal.'],
    ['no-subject', 'Raises a ValueError if the list is empty.'],
    ['pronoun', 'The number should be returned if it is even.'],
    ['pronoun', 'If the list is empty, return it.'],
    ['pronoun-behind', 'If the list is empty, return 0. It never fails.'],
    ['speaks-of-what-came-before', 'If a file is found, the file should be opened.'],
    ['compound-main-clause', 'Sort the list and return 0 if the list is empty.'],
    ['compound-main-clause', 'Return the words which are long if the list is sorted.'],
    ['several-parts', 'Return 1 if the list is empty, and 0 otherwise.'],
    ['several-parts', 'If one is given, say a word, return 0.'],
    ['several-conditions', 'Return 1 if the list is empty or 0 if the list is long.'],
    ['several-conditions', 'Return 1 if the list is empty or 0 otherwise.'],
    ['elliptic-condition', 'If true, expand the image.'],
    ['elliptic-condition', 'Return None if not found.'],
    ['time-of-a-noun', 'The values are wrong when the list is empty.'],
    ['belongs-to-either', 'Raise a ValueError if the list is empty with a clear message.'],
    ['coordinated-condition', 'The value should be 0 if the list is empty and return that.'],
    ['opens-with-a-name', 'Takahashi is happy if the list is empty.'],
    ['opens-with-a-name', 'If the list is empty, xs is returned.'],
    ['infinitive', 'Write a function to return 1 if the list is empty.'],
    ['open-sentence', 'A list is good if one of these holds:\n\n- even'],
    ['quantified-main-clause', 'All values should be 0 if the list is empty.'],
  ])('refuses %s: %s', (reason, text) => {
    expect(outcomesOf(conditionReorderMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });
});
