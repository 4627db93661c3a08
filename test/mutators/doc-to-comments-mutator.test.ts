import { describe, expect, test } from 'vitest';
import { docToCommentsMutator } from '../../mutators/layout/doc-to-comments-mutator.ts';
import { outcomesOf } from './prompts.ts';

const textsOf = (text: string) => outcomesOf(docToCommentsMutator, text, 'f').texts;

describe('fmt-doc-to-comments', () => {
  test('examples and paragraphs go on as comments', () => {
    expect(textsOf('def f(x):\n    """Double x.\n\n    Stop.\n    >>> f(1)\n    2\n    """\n')).toEqual([
      'def f(x):\n    """Double x."""\n\n    # Stop.\n    # >>> f(1)\n    # 2\n    \n',
    ]);
  });

  test('quotes on a line of their own stay so, and inner indentation stays behind the sign', () => {
    expect(textsOf("def f(x):\n    '''\n    Double x.\n    Args:\n        x: it\n  odd\n    '''\n")).toEqual([
      "def f(x):\n    '''\n    Double x.\n    '''\n    # Args:\n    #     x: it\n  # odd\n    \n",
    ]);
  });

  test('a sentence on the line of the first one begins the comments', () => {
    expect(textsOf('def f(x):\r\n    """Double x. Stop.\r\n    Go."""\r\n')).toEqual([
      'def f(x):\r\n    """Double x."""\r\n    # Stop.\r\n    # Go.\r\n',
    ]);
  });

  test.each([
    ['summary-only', 'def f(x):\n    """Double x."""\n'],
    ['escapes', 'def f(x):\n    """Double x.\n    Split at \\n.\n    """\n'],
    ['no-summary', 'def f(x):\n    """\n    >>> f(1)\n    2\n    """\n'],
    ['open-summary', 'def f(x):\n    """Do all of this:\n    - double x\n    """\n'],
    ['open-summary', 'def f(x):\n    """Say "x"\n\n    Go.\n    """\n'],
    ['no-open-docstring', 'def f(x):\n    """Double x.\n    Go."""'],
    ['no-open-docstring', 'def f(x):\n    """Double x.\n    Go."""\n    return 1\n'],
    ['no-open-docstring', 'Double x. Go.'],
  ])('refuses %s', (reason, text) => {
    expect(outcomesOf(docToCommentsMutator, text, 'f')).toEqual({ texts: [], reasons: [reason] });
  });
});
