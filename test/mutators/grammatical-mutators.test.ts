import { describe, expect, test } from 'vitest';
import { imperativeDeclarativeMutator } from '../../mutators/grammatical/imperative-declarative-mutator.ts';
import { imperativeInterrogativeMutator } from '../../mutators/grammatical/imperative-interrogative-mutator.ts';
import { outcomesOf } from './prompts.ts';

const docstring = (text: string) => `def f(xs):\n    """${text}\n    """\n`;

describe('gram-imperative-interrogative', () => {
  const first = (text: string, entryPoint: string | null = null) =>
    outcomesOf(imperativeInterrogativeMutator, text, entryPoint).texts[0];

  test.each([
    ['Write a function to add.', 'Can you write a function to add?'],
    ['Given a list of words, return the longest one.', 'Given a list of words, can you return the longest one?'],
    ['Return sorted unique elements. Skip zeros.', 'Can you return sorted unique elements? Skip zeros.'],
  ])('%s', (text, expected) => {
    expect(first(text)).toBe(expected);
  });

  test('adds the question mark where a docstring ends without a full stop', () => {
    expect(first(docstring('Return the sum of xs'), 'f')).toBe(docstring('Can you return the sum of xs?'));
  });

  test.each([
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
  ])('refuses %s', (reason, text) => {
    expect(outcomesOf(imperativeInterrogativeMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });

  test('refuses an open end before other text', () => {
    expect(
      outcomesOf(imperativeInterrogativeMutator, docstring('Return the sum\n    >>> f([1])\n    1'), 'f').texts,
    ).toEqual([]);
  });
});

describe('gram-imperative-declarative', () => {
  test('the program itself is the reader’s task', () => {
    expect(outcomesOf(imperativeDeclarativeMutator, 'Write a function to add.').texts).toEqual([
      'You should write a function to add.',
      'You need to write a function to add.',
      'Your task is to write a function to add.',
    ]);
  });

  test('what it does is stated of the program', () => {
    expect(outcomesOf(imperativeDeclarativeMutator, docstring('Return the sum and print it.'), 'f').texts).toEqual([
      docstring('The function should return the sum and print it.'),
      docstring('The function has to return the sum and print it.'),
    ]);
    expect(outcomesOf(imperativeDeclarativeMutator, docstring('Given a list, sort it.'), 'f').texts).toEqual([
      docstring('Given a list, the function should sort it.'),
      docstring('Given a list, the function has to sort it.'),
    ]);
  });

  test.each([
    ['no-subject', 'Return the sum of the list.'],
    ['announces-list', 'The function is short. Return the following:\n- a'],
    ['list-item', 'The function\n\n- Return the sum.'],
    ['no-imperative', 'Do not sort the list.'],
  ])('refuses %s', (reason, text) => {
    expect(outcomesOf(imperativeDeclarativeMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });
});
