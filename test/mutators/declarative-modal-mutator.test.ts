import { describe, expect, test } from 'vitest';
import { declarativeModalMutator } from '../../mutators/grammatical/declarative-modal-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('gram-declarative-modal', () => {
  test.each([
    ['The function returns the sum.', 'The function should return the sum.'],
    ['The function takes a list and returns its sum.', 'The function should take a list and return its sum.'],
    [
      'This function then reads a file, parses it, and prints it.',
      'This function should then read a file, parse it, and print it.',
    ],
    ['If there is none, the function returns None.', 'If there is none, the function should return None.'],
    ['The function does not change the list.', 'The function should not change the list.'],
    ['The output is a sorted list.', 'The output should be a sorted list.'],
    ['The `f` method applies the log map.', 'The `f` method should apply the log map.'],
    [
      'The function uses a map to find the sum and return it.',
      'The function should use a map to find the sum and return it.',
    ],
    ['The function takes a list and values of it.', 'The function should take a list and values of it.'],
  ])('%s', (text, expected) => {
    expect(outcomesOf(declarativeModalMutator, text).texts).toEqual([expected]);
  });

  test.each([
    [
      'a docstring',
      'def f(x):\n    """Returns the largest element.\n    """\n',
      'def f(x):\n    """The function should return the largest element.\n    """\n',
    ],
    [
      'every sentence of the paragraph without a subject',
      'def f(x):\n    """\n    Returns the sum and prints it. Raises an error if x is empty.\n    """\n',
      'def f(x):\n    """\n    The function should return the sum and print it. It should raise an error if x is empty.\n    """\n',
    ],
  ])('gives a subject: %s', (_what, text, expected) => {
    expect(outcomesOf(declarativeModalMutator, text).texts).toEqual([expected]);
  });

  test.each([
    ['no-subject', 'Returns the largest element.'],
    ['under-heading', 'Write a function.\n\nThe function should output with:\n    Returns the largest element.'],
    ['under-heading', 'Write a function.\n\n## What it does\n\nReturns the largest element.'],
    ['parallel-without-subject', 'def f(x):\n    """Returns the sum. Also sorts in place."""\n'],
    ['parallel-without-subject', 'def f(x):\n    """Returns the sum. Analyzes and plots it."""\n'],
  ])('refuses %s without a subject', (reason, text) => {
    expect(outcomesOf(declarativeModalMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });

  test('"it" is the program behind a sentence about the program only', () => {
    expect(outcomesOf(declarativeModalMutator, 'Create a function that sorts. It returns a list.').texts).toEqual([
      'Create a function that sorts. It should return a list.',
    ]);
    expect(outcomesOf(declarativeModalMutator, 'The list is long. It returns a value.').texts).toEqual([]);
  });

  test.each([
    ['no-statement-of-program', 'The function is called once.'],
    ['no-statement-of-program', 'The function requires a list.'],
    ['no-statement-of-program', 'The function does not support words.'],
    ['no-statement-of-program', 'If the function returns None, stop.'],
    ['no-statement-of-program', 'The function should return a list.'],
    ['no-statement-of-program', 'Write a function that returns the sum.'],
    ['no-statement-of-program', 'Returns'],
    ['no-requirement', 'The function also includes examples of its use.'],
    ['verb-in-clause', 'The function checks if a list has gaps and returns the list.'],
    ['mixed-coordination', 'The function takes a list and return it.'],
    ['noun-or-verb', 'The function counts and lists in order.'],
    ['open-coordination', 'The function reads a file, parses it.'],
  ])('refuses %s', (reason, text) => {
    expect(outcomesOf(declarativeModalMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });
});
