import { describe, expect, test } from 'vitest';
import { listMarkdownMutator } from '../../mutators/layout/list-markdown-mutator.ts';
import { uppercaseMutator } from '../../mutators/layout/uppercase-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('fmt-uppercase', () => {
  test.each([
    ['Return the sum of `xs` and my_list.', 'RETURN THE SUM OF `xs` AND my_list.'],
    ['Do not sort, e.g. "a b", the 2nd end.', 'DO NOT SORT, e.g. "a b", THE 2nd END.'],
    ['Match an a followed by b.', 'MATCH AN a FOLLOWED BY b.'],
    ['Use Fibonacci numbers and raise ValueError.', 'USE Fibonacci NUMBERS AND RAISE ValueError.'],
    ['A function called invert that flips.', 'A FUNCTION CALLED invert THAT FLIPS.'],
    ['The straße of it.', 'THE straße OF IT.'],
  ])('%s', (text, expected) => {
    expect(outcomesOf(uppercaseMutator, text).texts).toEqual([expected]);
  });

  test('keeps code, signature, examples and escapes', () => {
    const prompt = 'def f(string):\n    """Split the string at \\n first.\n\n    >>> f("a")\n    "a"\n    """\n';
    expect(outcomesOf(uppercaseMutator, prompt, 'f').texts).toEqual([
      prompt.replace('Split the string at \\n first.', 'SPLIT THE string AT \\n FIRST.'),
    ]);
  });

  test('refuses a prompt without lower-case text', () => {
    expect(outcomesOf(uppercaseMutator, '`x` 12')).toEqual({ texts: [], reasons: ['no-lower-case-text'] });
  });
});

describe('fmt-list-markdown', () => {
  test('one item a sentence, lines of a sentence indented', () => {
    expect(outcomesOf(listMarkdownMutator, 'Sum the\nlist. Skip zeros.').texts).toEqual([
      '- Sum the\n  list.\n- Skip zeros.',
    ]);
  });

  test('behind opening quotes the list begins on a line of its own', () => {
    expect(outcomesOf(listMarkdownMutator, 'def f(xs):\n    """Sum it. Stop.\n    """\n', 'f').texts).toEqual([
      'def f(xs):\n    """\n    - Sum it.\n    - Stop.\n    """\n',
    ]);
  });

  test('keeps CRLF line ends', () => {
    expect(outcomesOf(listMarkdownMutator, 'Sum it. Stop.\r\nGo on.').texts).toEqual([
      '- Sum it.\r\n- Stop.\r\n- Go on.',
    ]);
  });

  test.each([
    ['open-sentence', 'Sum it. Namely these:\n\nand more'],
    ['list-item', '- Sum it. Stop.'],
    ['field', 'size: how many. At least one.'],
    ['open-quotation', '"Sum it. Stop.'],
    ['no-paragraph-of-sentences', 'Sum it.'],
  ])('refuses %s', (reason, text) => {
    const { texts, reasons } = outcomesOf(listMarkdownMutator, text);
    expect(texts).toEqual([]);
    expect(reasons).toContain(reason);
  });
});
