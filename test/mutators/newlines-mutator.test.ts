import { describe, expect, test } from 'vitest';
import { newlinesMutator } from '../../mutators/layout/newlines-mutator.ts';
import { outcomesOf } from './prompts.ts';

const textsOf = (text: string, entryPoint: string | null = null) => outcomesOf(newlinesMutator, text, entryPoint).texts;

describe('fmt-newlines', () => {
  test.each([
    ['wider gaps', 'Sum it.\n\nSkip zeros.', 'Sum it.\n\n\nSkip zeros.'],
    ['wider gaps, CRLF', 'Sum it.\r\n\r\nSkip zeros.', 'Sum it.\r\n\r\n\r\nSkip zeros.'],
    ['narrower gaps', 'Sum it.\n \n\nSkip zeros.', 'Sum it.\n \nSkip zeros.'],
    ['a blank at line ends', 'Sum it\nnow.\n', 'Sum it \nnow. \n'],
  ])('%s', (_what, text, expected) => {
    expect(textsOf(text)).toContain(expected);
  });

  test('no blank line inside a doctest', () => {
    const prompt = 'def f(x):\n    """Double x.\n    >>> f(1)\n    2\n\n    >>> f(2)\n    4\n    """\n';
    const texts = textsOf(prompt, 'f');
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toMatch(/ {4}>>> f\(1\)\n {4}2\n\n {4}>>> f\(2\)\n {4}4\n/);
  });

  test('keeps the line breaks of Markdown, code and the beginning of a program', () => {
    expect(textsOf('Sum it  \nnow.').some((text) => text.includes('it\n') || text.includes('it \n'))).toBe(false);
    for (const text of textsOf('Sum it.\n\n```\na\n\nb \n```\n')) expect(text).toContain('```\na\n\nb \n```');
    expect(outcomesOf(newlinesMutator, 'def f(x):\n    """Double x."""\n', 'f')).toEqual({
      texts: [],
      reasons: ['no-line-end'],
    });
  });
});
