import { describe, expect, test } from 'vitest';
import { caseEmphasisMutator } from '../../mutators/layout/case-emphasis-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('fmt-case-emphasis', () => {
  test.each([
    ['Do not sort the list.', ['Do NOT sort the list.', 'Do **not** sort the list.']],
    [
      'It must hold at least one.',
      [
        'It MUST hold at least one.',
        'It must hold AT LEAST one.',
        'It MUST hold AT LEAST one.',
        'It **must** hold at least one.',
        'It must hold **at least** one.',
        'It **must** hold **at least** one.',
      ],
    ],
  ])('%s', (text, expected) => {
    expect(outcomesOf(caseEmphasisMutator, text).texts).toEqual(expected);
  });

  test.each([
    'Tell whether it is a prime or not.',
    'The value is not None.',
    'Compare them to each other.',
    'It is **not** sorted.',
    'Print "not found" and use all(xs).',
    'Take the non-all one and `not` it.',
    'Return x and y.',
  ])('refuses %s', (text) => {
    expect(outcomesOf(caseEmphasisMutator, text)).toEqual({ texts: [], reasons: ['no-decisive-word'] });
  });

  test('stays out of code and examples', () => {
    const prompt = 'def f(xs):\n    """Sort it.\n    >>> f("not all")\n    not\n    """\n';
    expect(outcomesOf(caseEmphasisMutator, prompt, 'f').texts).toEqual([]);
  });
});
