import { describe, expect, test } from 'vitest';
import { reflowMutator } from '../../mutators/layout/reflow-mutator.ts';
import { outcomesOf } from './prompts.ts';

const LONG = 'Return the sum of the list, where every number that is negative counts as zero instead.';
const flat = (text: string | undefined) => text?.replace(/\s+/g, ' ');

describe('fmt-reflow', () => {
  test('one line becomes several, none longer than the width', () => {
    const { texts } = outcomesOf(reflowMutator, LONG);
    expect(texts[0]).toBe('Return the sum of the list, where every number\nthat is negative counts as zero instead.');
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(flat(text)).toBe(LONG);
  });

  test('filled lines of a docstring become longer ones, with its indentation and its examples', () => {
    const prompt = `def f(xs):
    """ Return the sum of the list, where every number
    that is negative counts as zero instead, and where
    the list may be empty.
    >>> f([1])
    1
    """
`;
    const { texts } = outcomesOf(reflowMutator, prompt, 'f');
    expect(texts).toContain(`def f(xs):
    """ Return the sum of the list, where every number that is negative counts
    as zero instead, and where the list may be empty.
    >>> f([1])
    1
    """
`);
  });

  test('keeps line ends that were meant', () => {
    const text = 'You are given a list of words, each of them in lower case letters.\nReturn it.\nThen stop.';
    for (const mutant of outcomesOf(reflowMutator, text).texts) {
      expect(mutant).toMatch(/letters\.\nReturn it\.\nThen stop\.$/);
    }
  });

  test('keeps CRLF and never tears a quotation', () => {
    const text = `${LONG}\r\n\r\nSeparate the words by "a   very   long   quotation   of   blanks" whenever two of them stand side by side.`;
    for (const mutant of outcomesOf(reflowMutator, text).texts) {
      expect(mutant).toContain('"a   very   long   quotation   of   blanks"');
      expect(mutant).not.toMatch(/[^\r]\n/);
    }
  });

  test('no line begins like a list item or a field', () => {
    const text =
      'Return the larger one of the two numbers, that is, 7 - 2 or 1. It is negative if the first one is the larger.';
    for (const mutant of outcomesOf(reflowMutator, text).texts) expect(mutant).not.toMatch(/\n(?:-|\d+\.) /);
  });

  test.each([
    ['list-item', `- ${LONG}`],
    ['field', `size: ${LONG}`],
    ['markup', `We define the two values as follows::\n\n    ${LONG}`],
    ['markup', `the first column of a table that is wide      and the second column of the table, which is wide, too`],
    ['markup', `It holds $$x = y$$ for the sum of the list, where every number that is negative counts as zero.`],
    ['uneven-indentation', `${LONG}\n  and so on\n    and so forth`],
    ['nothing-to-wrap', 'Return the sum.'],
  ])('refuses %s', (reason, text) => {
    const { texts, reasons } = outcomesOf(reflowMutator, text);
    expect(texts.map((mutant) => mutant.includes(LONG))).not.toContain(false);
    expect(reasons).toContain(reason);
  });
});
