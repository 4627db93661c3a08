import { describe, expect, test } from 'vitest';
import { selectMutators } from '../../mutators/index.ts';
import { outcomesOf } from './prompts.ts';

const outcomes = (name: string, text: string) => {
  const [mutator] = selectMutators(`fmt-${name}`);
  if (!mutator) throw new Error(name);
  return outcomesOf(mutator, text, text.startsWith('def') ? 'f' : null);
};

test.each([
  [
    'examples and paragraphs go on as comments',
    'def f(x):\n    """Double x.\n\n    Stop.\n    >>> f(1)\n    2\n    """\n',
    'def f(x):\n    """Double x."""\n\n    # Stop.\n    # >>> f(1)\n    # 2\n    \n',
  ],
  [
    'quotes on a line of their own stay so, and inner indentation stays behind the sign',
    "def f(x):\n    '''\n    Double x.\n    Args:\n        x: it\n  odd\n    '''\n",
    "def f(x):\n    '''\n    Double x.\n    '''\n    # Args:\n    #     x: it\n  # odd\n    \n",
  ],
  [
    'a sentence on the line of the first one begins the comments',
    'def f(x):\r\n    """Double x. Stop.\r\n    Go."""\r\n',
    'def f(x):\r\n    """Double x."""\r\n    # Stop.\r\n    # Go.\r\n',
  ],
])('fmt-doc-to-comments: %s', (_, text, expected) => {
  expect(outcomes('doc-to-comments', text).texts).toEqual([expected]);
});

describe('fmt-newlines', () => {
  test.each([
    ['wider gaps', 'Sum it.\n\nSkip zeros.', 'Sum it.\n\n\nSkip zeros.'],
    ['wider gaps, CRLF', 'Sum it.\r\n\r\nSkip zeros.', 'Sum it.\r\n\r\n\r\nSkip zeros.'],
    ['narrower gaps', 'Sum it.\n \n\nSkip zeros.', 'Sum it.\n \nSkip zeros.'],
    ['a blank at line ends', 'Sum it\nnow.\n', 'Sum it \nnow. \n'],
  ])('%s', (_what, text, expected) => {
    expect(outcomes('newlines', text).texts).toContain(expected);
  });

  test('keeps the line breaks of doctests, Markdown and code', () => {
    const { texts } = outcomes(
      'newlines',
      'def f(x):\n    """Double x.\n    >>> f(1)\n    2\n\n    >>> f(2)\n    4\n    """\n',
    );
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toMatch(/ {4}>>> f\(1\)\n {4}2\n\n {4}>>> f\(2\)\n {4}4\n/);
    expect(outcomes('newlines', 'Sum it  \nnow.').texts.join('\n')).not.toMatch(/it ?\n/);
    for (const text of outcomes('newlines', 'Sum it.\n\n```\na\n\nb \n```\n').texts)
      expect(text).toContain('```\na\n\nb \n```');
  });
});

const LONG = 'Return the sum of the list, where every number that is negative counts as zero instead.';

describe('fmt-reflow', () => {
  test('one line becomes several, none longer than the width', () => {
    const { texts } = outcomes('reflow', LONG);
    expect(texts[0]).toBe('Return the sum of the list, where every number\nthat is negative counts as zero instead.');
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text.replace(/\s+/g, ' ')).toBe(LONG);
  });

  test('filled lines of a docstring become longer ones, with its indentation and its examples', () => {
    const docstring = (...lines: readonly string[]) =>
      `def f(xs):\n    """ ${[...lines, '>>> f([1])', '1', '"""'].join('\n    ')}\n`;
    const lines = [
      'Return the sum of the list, where every number',
      'that is negative counts as zero instead, and where',
    ];
    expect(outcomes('reflow', docstring(...lines, 'the list may be empty.')).texts).toContain(
      docstring(`${lines[0]} that is negative counts`, 'as zero instead, and where the list may be empty.'),
    );
  });

  test.each([
    [
      'line ends that were meant',
      /letters\.\nReturn it\.\nThen stop\.$/,
      'You are given a list of words, each of them in lower case letters.\nReturn it.\nThen stop.',
    ],
    [
      'CRLF',
      /^[^\n]*(?:\r\n[^\n]*)*$/,
      `${LONG}\r\n\r\nSeparate the words by a sign whenever two of them stand side by side in it.`,
    ],
    [
      'a quotation',
      /"a {3}very {3}long {3}quotation {3}of {3}blanks"/,
      `${LONG}\n\nSeparate the words by "a   very   long   quotation   of   blanks" whenever two of them stand side by side.`,
    ],
    [
      'no line begins like a list item',
      /^(?![\s\S]*\n(?:-|\d+\.) )/,
      'Return the larger one of the two numbers, that is, 7 - 2 or 1. It is negative if the first one is the larger.',
    ],
  ])('keeps %s', (_, kept, text) => {
    const { texts } = outcomes('reflow', text);
    expect(texts.length).toBeGreaterThan(0);
    for (const mutant of texts) expect(mutant).toMatch(kept);
  });

  test.each([
    ['list-item', `- ${LONG}`],
    ['field', `size: ${LONG}`],
    ['nothing-to-wrap', `We define the two values as follows::\n\n    ${LONG}`],
    ['markup', `the first column of a table that is wide      and the second column of the table, which is wide, too`],
    ['markup', `It holds $$x = y$$ for the sum of the list, where every number that is negative counts as zero.`],
    ['uneven-indentation', `${LONG}\n  and so on\n    and so forth`],
    ['nothing-to-wrap', 'Return the sum.'],
  ])('refuses %s', (reason, text) => {
    const { texts, reasons } = outcomes('reflow', text);
    expect(texts.map((mutant) => mutant.includes(LONG))).not.toContain(false);
    expect(reasons).toContain(reason);
  });
});

test.each([
  ['newlines', 'no-line-end', 'def f(x):\n    """Double x."""\n'],
  ['doc-to-comments', 'summary-only', 'def f(x):\n    """Double x."""\n'],
  ['doc-to-comments', 'escapes', 'def f(x):\n    """Double x.\n    Split at \\n.\n    """\n'],
  ['doc-to-comments', 'no-summary', 'def f(x):\n    """\n    >>> f(1)\n    2\n    """\n'],
  ['doc-to-comments', 'open-summary', 'def f(x):\n    """Do all of this:\n    - double x\n    """\n'],
  ['doc-to-comments', 'open-summary', 'def f(x):\n    """Say "x"\n\n    Go.\n    """\n'],
  ['doc-to-comments', 'no-open-docstring', 'def f(x):\n    """Double x.\n    Go."""'],
  ['doc-to-comments', 'no-open-docstring', 'def f(x):\n    """Double x.\n    Go."""\n    return 1\n'],
  ['doc-to-comments', 'no-open-docstring', 'Double x. Go.'],
])('fmt-%s refuses with %s: %j', (name, reason, text) => {
  expect(outcomes(name, text)).toEqual({ texts: [], reasons: [reason] });
});
