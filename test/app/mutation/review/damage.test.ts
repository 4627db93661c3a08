import { expect, test } from 'vitest';
import { damagesOf } from '../../../../src/app/mutation/review/damage.ts';
import { applyEdits } from '../../../../src/core/edit.ts';
import { parsePrompt } from '../../../../src/python-source/prompts/parse-prompt.ts';

const damaged = (text: string) =>
  damagesOf(parsePrompt(text, null), null).map(({ kind, edit }) => [kind, applyEdits(text, [edit])]);

test.each([
  ['changed-bound', 'Return words of at least 5 letters.', 'Return words of more than 5 letters.'],
  ['changed-bound', 'Return words of at least 5 letters.', 'Return words of at least 4 letters.'],
  ['dropped-condition', 'Raise an error if the given list is empty.', 'Raise an error.'],
  ['dropped-condition', 'Sum the distinct values of it.', 'Sum the values of it.'],
  ['swapped-role', 'Sort in ascending order.', 'Sort in descending order.'],
  ['lost-negation', 'Count words that are not palindromes.', 'Count words that are palindromes.'],
])('%s: %s', (kind, before, after) => {
  expect(damaged(before)).toContainEqual([kind, after]);
});

test.each([
  'Write a function to check if the two lists are equal.',
  'The difference between the largest and smallest one.',
  'Compare `first` with it.',
  'Do not raise.',
])('leaves alone what would read as a slip: %s', (text) => {
  expect(damaged(text)).toEqual([]);
});
