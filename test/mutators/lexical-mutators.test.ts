import { describe, expect, test } from 'vitest';
import { spellingVariantMutator } from '../../mutators/lexical/spelling-variant-mutator.ts';
import { taskVerbMutator } from '../../mutators/lexical/task-verb-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('lex-task-verb', () => {
  test('swaps the verb that asks for a program', () => {
    expect(outcomesOf(taskVerbMutator, 'Write a python function to add.').texts).toEqual([
      'Create a python function to add.',
      'Implement a python function to add.',
      'Develop a python function to add.',
    ]);
    expect(outcomesOf(taskVerbMutator, 'You need to implement a function.').texts).toContain(
      'You need to write a function.',
    );
    expect(outcomesOf(taskVerbMutator, 'Generate the `forward` method.').texts).toContain(
      'Write the `forward` method.',
    );
  });

  test.each([
    ['another object', 'Create a list of words.'],
    ['no request', 'The functions create a list.'],
    ['a body to fill in', 'Complete the following function.'],
    ['a verb in a relative clause', 'Sort what they write in a function.'],
  ])('leaves alone: %s', (_what, text) => {
    expect(outcomesOf(taskVerbMutator, text).texts).toEqual([]);
  });
});

describe('lex-spelling-variant', () => {
  test('changes all words of a variety together', () => {
    expect(outcomesOf(spellingVariantMutator, 'Normalize the colors. Normalized colors stay.').texts).toEqual([
      'Normalise the colours. Normalised colours stay.',
    ]);
    expect(outcomesOf(spellingVariantMutator, 'The centre.').texts).toEqual(['The center.']);
  });

  test.each([
    ['a verb in the third person', 'Analyzes and visualizes it.', ['Analyses and visualises it.']],
    ['a part of a compound', 'A color-coded and normalized map.', []],
    ['a name inside a sentence', 'Normalize it by Batch Normalization.', []],
    ['a noun that may be meant', 'It analyses the colour.', []],
    ['a size', 'Resize the color.', ['Resize the colour.']],
  ])('one variety throughout: %s', (_what, text, expected) => {
    expect(outcomesOf(spellingVariantMutator, text).texts).toEqual(expected);
  });

  test('lower case is joined and never parted', () => {
    expect(outcomesOf(spellingVariantMutator, 'Count lower case letters.').texts).toEqual(['Count lowercase letters.']);
    expect(outcomesOf(spellingVariantMutator, 'Return it in lowercase.').texts).toEqual([]);
  });

  test('changes compounds throughout, one entry at a time', () => {
    expect(outcomesOf(spellingVariantMutator, 'Each substring of a sub-list of a substring.').texts).toEqual([
      'Each sub-string of a sub-list of a sub-string.',
      'Each substring of a sublist of a substring.',
      'Each sub-string of a sublist of a sub-string.',
    ]);
  });

  test('singular and plural change together', () => {
    expect(outcomesOf(spellingVariantMutator, 'The coordinates of a coordinate.').texts).toEqual([
      'The co-ordinates of a co-ordinate.',
    ]);
  });

  test('a word that the prompt uses as a name stays everywhere', () => {
    expect(outcomesOf(spellingVariantMutator, 'The inputs: center (a point). Mind the center.').texts).toEqual([]);
  });

  test.each([
    ['a quoted word', 'Print "color" now.'],
    ['an attribute', 'Read image.color first.'],
    ['a class name inside a sentence', 'Use a Normalizer here.'],
  ])('leaves alone: %s', (_what, text) => {
    expect(outcomesOf(spellingVariantMutator, text).texts).toEqual([]);
  });

  test('leaves a name of the signature alone', () => {
    expect(outcomesOf(spellingVariantMutator, 'def f(color):\n    """Mix the color."""\n', 'f').texts).toEqual([]);
  });
});
