import { expect, test } from 'vitest';
import { selectMutators } from '../../mutators/index.ts';
import { outcomesOf } from './prompts.ts';

const docstring = (text: string) => `def f(xs):\n    """${text}\n    """\n`;
const outcomes = (name: string, text: string) => {
  const [mutator] = selectMutators(`gram-${name}`);
  if (!mutator) throw new Error(name);
  return outcomesOf(mutator, text, text.startsWith('def') ? 'f' : null);
};

/** By mutator: texts and their first proposals. */
const FIRST: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'active-passive': [
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
    ['Return the number of ways n can be a sum.', 'The number of ways n can be a sum should be returned.'],
    ['Return the image as a tensor.', 'The image should be returned as a tensor.'],
    ['Return sorted unique elements in a list', 'Sorted unique elements in a list should be returned'],
    ['Return the cost to buy it if there is one.', 'The cost to buy it should be returned if there is one.'],
  ],
  'imperative-interrogative': [
    ['Write a function to add.', 'Can you write a function to add?'],
    ['Given a list of words, return the longest one.', 'Given a list of words, can you return the longest one?'],
    ['Return sorted unique elements. Skip zeros.', 'Can you return sorted unique elements? Skip zeros.'],
    [docstring('Return the sum of xs'), docstring('Can you return the sum of xs?')],
  ],
  'imperative-declarative': [
    ['Write a function to add.', 'You should write a function to add.'],
    [docstring('Return the sum and print it.'), docstring('The function should return the sum and print it.')],
    [docstring('Given a list, sort it.'), docstring('Given a list, the function should sort it.')],
  ],
};

test.each(Object.entries(FIRST).flatMap(([name, rows]) => rows.map((row) => [name, ...row] as const)))(
  '%s: %s',
  (name, text, expected) => {
    expect(outcomes(name, text).texts[0]).toBe(expected);
  },
);

/** By mutator: reasons and the texts that are refused for them. */
const REFUSED: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'active-passive': [
    ['no-imperative', 'Returns the sum.'],
    ['no-imperative', 'check-if-the-number-is-good'],
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
    ['line-break', 'Return\nthe sum.'],
  ],
  'imperative-interrogative': [
    ['no-imperative', 'Returns the sum.'],
    ['no-imperative', 'Output is a list of words.'],
    ['announces-list', 'Write a function to do this:\n- sort'],
    ['second-clause', 'Find the sum, you may assume it exists.'],
    ['list-item', 'The steps\n\n- Find the sum.'],
    ['unbalanced-brackets', 'Find the sum of a :) list.'],
    ['no-imperative', 'find-the-longest-substring\n\nYou are given s.'],
    ['no-imperative', 'Add One Edge to the Graph\n\nYou are given s.'],
    ['announced-rule', 'In one move, you can do one of these:\n\nDivide x by 5 if x is odd.'],
    ['request-stated-before', 'Your task is to sort. Return the list if it is empty.'],
    ['open-end', docstring('Return the sum\n    >>> f([1])\n    1')],
  ],
  'imperative-declarative': [
    ['no-subject', 'Return the sum of the list.'],
    ['announces-list', 'The function is short. Return the following:\n- a'],
    ['list-item', 'The function\n\n- Return the sum.'],
    ['no-imperative', 'Do not sort the list.'],
  ],
};

test.each(Object.entries(REFUSED).flatMap(([name, rows]) => rows.map((row) => [name, ...row] as const)))(
  '%s refuses with %s: %s',
  (name, reason, text) => {
    expect(outcomes(name, text)).toEqual({ texts: [], reasons: [reason] });
  },
);
