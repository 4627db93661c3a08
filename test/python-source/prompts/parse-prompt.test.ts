import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePrompt } from '../../../src/python-source/prompts/parse-prompt.ts';

const regions = (text: string, entryPoint: string | null = 'f') =>
  parsePrompt(text, entryPoint).regions.map(({ kind, start, end }) => [kind, text.slice(start, end)]);
const ofKind = (text: string, kind: string, entryPoint: string | null = 'f') =>
  regions(text, entryPoint).flatMap(([found, part]) => (found === kind ? [part] : []));

describe('a prompt that is the beginning of a program', () => {
  const PROMPT = `import math

def helper(x):
    """ Helps with x. """
    return x

@cache
def f(a: int,
      b=(1, 2)) -> int:
    r""" Adds a and b.
    Works for all numbers.

    >>> f(1, 2)
    3

    Returns the sum.
    """
`;
  test('signature, docstring lines and example lines of the entry point; everything else is code', () => {
    expect(regions(PROMPT)).toEqual([
      ['code', 'import math\n\ndef helper(x):\n    """ Helps with x. """\n    return x\n\n'],
      ['signature', '@cache\ndef f(a: int,\n      b=(1, 2)) -> int:'],
      ['code', '\n    r"""'],
      ['prose', ' Adds a and b.\n    Works for all numbers.\n\n'],
      ['example', '    >>> f(1, 2)\n    3\n\n'],
      ['prose', '    Returns the sum.\n    '],
      ['code', '"""\n'],
    ]);
  });

  test('without an entry point, the last function speaks; with a helper’s name, the helper', () => {
    expect(parsePrompt(PROMPT, null)).toEqual(parsePrompt(PROMPT, 'f'));
    expect(ofKind(PROMPT, 'prose', 'helper')).toEqual([' Helps with x. ']);
  });

  test.each([
    '    f([1, 2]) == 3\n',
    '    For example: f(1, 2) => 3\n',
    '    Input: 3, 4\n    Output: 7\n',
    '    f(1, 2) ➞ 3\n',
    '    Example 1:\n',
  ])('%j is an example', (line) => {
    const text = `def f(a):\n    """Add.\n${line}\n    Then go on with it.\n    """\n`;
    expect(ofKind(text, 'example').join('').trim()).toBe(line.trim());
    expect(ofKind(text, 'prose').join('')).toContain('Then go on');
  });

  test('a mention of the function in a sentence, or a long sentence with an arrow, stays prose', () => {
    const text = `def f(a):\n    """Write a function f() that adds.\n    The mapping a -> b is what every one of the many callers of this function expects to be returned.\n    """\n`;
    expect(ofKind(text, 'example')).toEqual([]);
  });

  test('constraint lines', () => {
    const text = `def f(a):\n    """Add.\n\n    Constraints:\n        * 1 <= a <= 10\n        * b is even\n    """\n`;
    expect(ofKind(text, 'constraint').join('')).toContain('* b is even');
    expect(ofKind(text, 'prose').join('').trim()).toBe('Add.');
  });

  test('comments above the function, and in its body where there is no docstring, are prose', () => {
    const text = '# noqa\n# Adds the numbers.\n# Carefully.\ndef f(a):\n    # Go on here.\n';
    expect(ofKind(text, 'prose')).toEqual(['Adds the numbers.', 'Carefully.', 'Go on here.']);
  });
});

describe('a free text', () => {
  test('prose, fenced code with the signature of the entry point, and doctests', () => {
    const text =
      'Write a function that adds.\n```python\nimport math\ndef f(a):\n```\nDo it well. >>> f(1)\n2\n\nThank you.';
    expect(regions(text).map((region) => region.join(': '))).toEqual([
      ...['prose: Write a function that adds.\n', 'code: ```python\nimport math\n', 'signature: def f(a):'],
      ...['code: \n```\n', 'prose: Do it well. ', 'example: >>> f(1)\n2\n\n', 'prose: Thank you.'],
    ]);
  });

  test('raw code at the margin is code, to the end of its block', () => {
    const code = 'class A(B):\n    def g(self):\n        return 1\n';
    const text = `Write the method.\n\n${code}\nIt must be fast.\n`;
    expect(ofKind(text, 'code')).toEqual([code]);
    expect(ofKind(text, 'prose')).toEqual(['Write the method.\n\n', '\nIt must be fast.\n']);
  });

  test('sections of a competition statement', () => {
    const text =
      'Sum the numbers.\n\n-----Input-----\n\nThe first line holds n.\n\n-----Output-----\n\nPrint the sum.\n\nSample Input 1\n\n3\nabc def ghi\n\nSample Output 1\n\n6\n\nNote\n\nIt is easy.\n';
    expect(ofKind(text, 'constraint', null)).toEqual([
      '-----Input-----\n\nThe first line holds n.\n\n-----Output-----\n\nPrint the sum.\n\n',
    ]);
    expect(ofKind(text, 'example', null)).toEqual(['Sample Input 1\n\n3\nabc def ghi\n\nSample Output 1\n\n6\n\n']);
    expect(ofKind(text, 'prose', null)).toEqual(['Sum the numbers.\n\n', 'Note\n\nIt is easy.\n']);
  });

  test('an explanation belongs to its example', () => {
    const text =
      'Add.\n\nExample 1:\n\nInput: a = 1\nOutput: 2\nExplanation: We add one to it, always.\n\nConstraints:\n\n1 <= a <= 5\na != 3\n';
    expect(ofKind(text, 'example')[0]).toContain('Explanation');
    expect(ofKind(text, 'constraint')).toEqual(['Constraints:\n\n1 <= a <= 5\na != 3\n']);
  });
});

test('regions cover any text, in order, without gaps; neighbours differ in kind', () => {
  const pieces = 'def f(x):\n|    """|>>> f(1)\n|```\n|Input\n|\n|Add 1 <= x <= 2.|# c\n|é😀|\r\n|f(1) == 2\n';
  const piece = fc.constantFrom(...pieces.split('|'));
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), fc.constantFrom('f', null, 'f(', ''), (parts, entryPoint) => {
      const text = parts.join('');
      const { regions: found } = parsePrompt(text, entryPoint);
      let at = 0;
      for (const [index, { start, end, kind }] of found.entries()) {
        expect(start).toBe(at);
        expect(end).toBeGreaterThan(start);
        expect(found[index + 1]?.kind).not.toBe(kind);
        at = end;
      }
      expect(at).toBe(text.length);
    }),
  );
});
