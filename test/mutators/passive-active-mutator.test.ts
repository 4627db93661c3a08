import { describe, expect, test } from 'vitest';
import { passiveActiveMutator } from '../../mutators/grammatical/passive-active-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('gram-passive-active', () => {
  test.each([
    ['You are given a list.', 'We give you a list.'],
    ['You are also given a list.', 'We also give you a list.'],
    ['You will be given a list.', 'We will give you a list.'],
    ['It is guaranteed that the list is sorted.', 'We guarantee that the list is sorted.'],
    ['You are asked to sort a list.', 'We ask you to sort a list.'],
    ['The function adds. The sum is returned.', 'The function adds. The function returns the sum.'],
    [
      'The function adds. If it is empty, a `ValueError` is raised.',
      'The function adds. If it is empty, the function raises a `ValueError`.',
    ],
    [
      'The function adds. A `TypeError` should also be raised if it fails.',
      'The function adds. The function should also raise a `TypeError` if it fails.',
    ],
    ['The function adds. None is returned.', 'The function adds. The function returns None.'],
    ['The function adds. Errors are raised for words.', 'The function adds. The function raises errors for words.'],
  ])('%s', (text, expected) => {
    expect(outcomesOf(passiveActiveMutator, text).texts).toEqual([expected]);
  });

  test.each([
    ['no-certain-passive', 'The list is sorted.'],
    ['no-certain-passive', 'The function uses the returned list.'],
    ['no-subject', 'The sum is returned.'],
    ['agent-named', 'The function adds. The sum is returned by the helper.'],
    ['unclear-subject', 'The function ensures that robust solutions are returned.'],
    ['unclear-subject', 'The function adds. When labels are returned, stop.'],
    ['unclear-subject', 'The function adds. The list that was sorted is returned.'],
    ['verb-coordination', 'The function adds. The sum is returned and printed.'],
    ['no-object', 'You are given that the list is sorted.'],
    ['verb-coordination', 'You are given a list and asked to sort it.'],
  ])('refuses %s', (reason, text) => {
    expect(outcomesOf(passiveActiveMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });
});
