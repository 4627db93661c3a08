import { describe, expect, test } from 'vitest';
import { personMutator } from '../../mutators/grammatical/person-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('gram-person', () => {
  test.each([
    ['You are given a list. You need to sort it.', 'We are given a list. We need to sort it.'],
    ['We are given a list. We need to sort it.', 'You are given a list. You need to sort it.'],
    ['Take it if there is no way for you to buy it.', 'Take it if there is no way for us to buy it.'],
    ["You'll be given a list.", "We'll be given a list."],
    ['Given three strings, your task is to join them.', 'Given three strings, our task is to join them.'],
    ['a-sum-at\n\nYou are given a list.', 'a-sum-at\n\nWe are given a list.'],
  ])('%s', (text, expected) => {
    expect(outcomesOf(personMutator, text).texts).toContain(expected);
  });

  test('a request for a program gets a speaker', () => {
    expect(outcomesOf(personMutator, 'Write a function to add.').texts).toEqual([
      'We need to write a function to add.',
      'We have to write a function to add.',
      'I need you to write a function to add.',
      'I want you to write a function to add.',
    ]);
    expect(outcomesOf(personMutator, 'Given a list, return the sum.').texts).toEqual([
      'Given a list, we need to return the sum.',
      'Given a list, we have to return the sum.',
    ]);
  });

  test('"we" is not put beside "you"', () => {
    const { texts, reasons } = outcomesOf(personMutator, "Return None if you didn't find a vowel.");
    expect(texts).toEqual(["Return None if we didn't find a vowel."]);
    expect(reasons).toEqual(['both-persons']);
  });

  test('"your" and "the" program are the same one', () => {
    expect(outcomesOf(personMutator, 'Your task is to sort a list.').texts).toContain('The task is to sort a list.');
    expect(outcomesOf(personMutator, 'The function should sort a list.').texts).toEqual([
      'Your function should sort a list.',
    ]);
  });

  test.each([
    ['no-person', 'The list is sorted.'],
    ['both-persons', 'You are given a list. We call it good.'],
    ['author-speaks', 'We call a list good if it is sorted.'],
    ['author-speaks', 'We can show that it is sorted.'],
    ['singular-person', 'You are a robber.'],
    ['unclear-case', 'The enemy sees you twice.'],
    ['unclear-owner', 'It wraps your classifier.'],
    ['other-pronoun', 'You have to do it yourself.'],
  ])('refuses %s', (reason, text) => {
    expect(outcomesOf(personMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });
});
