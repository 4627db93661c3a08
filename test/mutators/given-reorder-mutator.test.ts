import { describe, expect, test } from 'vitest';
import { givenReorderMutator } from '../../mutators/grammatical/given-reorder-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('gram-given-reorder', () => {
  test.each([
    [
      'Given a list of words, return the number 1.',
      ['You are given a list of words. Return the number 1.', 'Return the number 1, given a list of words.'],
    ],
    ['Return the number 1, given a list of words.', ['Given a list of words, return the number 1.']],
    ['You are given a list of words.\nReturn its length.', ['Given a list of words,\nreturn its length.']],
    ['Given an array, your task is to sort it.', ['You are given an array. Your task is to sort it.']],
    ['Given a list, return it:', ['You are given a list. Return it:']],
  ])('%s', (text, expected) => {
    expect(outcomesOf(givenReorderMutator, text).texts).toEqual(expected);
  });

  test.each([
    ['no-given-phrase', 'Return the sum of a given list.'],
    ['no-given-phrase', 'You are given a list. The list is short.'],
    ['several-parts', 'You are given a list, which may be empty. Return 1.'],
    ['second-clause', 'You are given a list and your friend has one. Return 1.'],
    ['list-item', '- Given a list, return 1.'],
  ])('refuses %s: %s', (reason, text) => {
    expect(outcomesOf(givenReorderMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });

  test.each([
    ['pronoun', 'Given a list of words, return its length.'],
    ['speaks-of-what-came-before', 'Given a list of words, return the length of the list.'],
    ['announces-list', 'Given a number, do one of these:\n\n- add 1'],
  ])('keeps the order of the halves: %s', (reason, text) => {
    const { texts, reasons } = outcomesOf(givenReorderMutator, text);
    expect(texts.filter((mutant) => !mutant.startsWith('You are given'))).toEqual([]);
    if (texts.length > 0) expect(reasons).toContain(reason);
  });
});
