import { describe, expect, test } from 'vitest';
import { relativeParticipleMutator } from '../../mutators/grammatical/relative-participle-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('gram-relative-participle', () => {
  test.each([
    ['Given a list that contains integers, sort it.', 'Given a list containing integers, sort it.'],
    ['Given a list containing integers, sort it.', 'Given a list that contains integers, sort it.'],
    ['Find all words starting with a vowel.', 'Find all words that start with a vowel.'],
    ['Remove the elements that occur more than once.', 'Remove the elements occurring more than once.'],
    ['Find the elements which are divisible by 11 or 13.', 'Find the elements divisible by 11 or 13.'],
    ['Find the elements that are not present in the list.', 'Find the elements not present in the list.'],
    [
      'Find the word that starts with a vowel and ends with a digit.',
      'Find the word starting with a vowel and ending with a digit.',
    ],
    ['Write a function that takes a list and returns it.', 'Write a function taking a list and returning it.'],
    ['It needs a boolean indicating whether to stop.', 'It needs a boolean that indicates whether to stop.'],
  ])('%s', (text, expected) => {
    expect(outcomesOf(relativeParticipleMutator, text).texts).toEqual([expected]);
  });

  test.each([
    ['no-noun-modifier', 'Ensure that the list is sorted.'],
    ['no-noun-modifier', 'Write a function that sorts a list.'],
    ['no-noun-modifier', 'Write a function that matches a word.'],
    ['no-noun-modifier', 'Take the list, which contains words.'],
    ['no-noun-modifier', 'Count the substrings starting and ending with a vowel.'],
    ['no-noun-modifier', 'The transformations including crops are optional.'],
    ['unclear-head', 'Given a list of tuples containing integers, sort it.'],
    ['unclear-head', 'Given a subarray of nums starting at the index, sort it.'],
    ['joined-clause', 'Count the elements that are greater than 10 and both digits of which are odd.'],
    ['verb-coordination', 'Find the words that contain a vowel and remove them.'],
    ['auxiliary-coordination', 'It has a shape that matches the input shape or can be broadcast.'],
    ['line-break', 'Find the elements that\ncontain a vowel.'],
  ])('refuses %s', (reason, text) => {
    expect(outcomesOf(relativeParticipleMutator, text)).toEqual({ texts: [], reasons: [reason] });
  });
});
