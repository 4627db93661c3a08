import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type PythonNode,
  type PythonTree,
  parsePython,
  parseUnabridged,
} from '../../../src/python-source/syntax/python-tree.ts';

/** A tree without its parents, which a comparison would follow in circles. */
function shapeOf({ root, hasError, firstError }: PythonTree): unknown {
  const shape = ({ type, named, field, start, end, children }: PythonNode): unknown => [
    type,
    named,
    field,
    start,
    end,
    children.map(shape),
  ];
  return [hasError, firstError, shape(root)];
}

const expectSame = (text: string) => expect(shapeOf(parsePython(text))).toEqual(shapeOf(parseUnabridged(text)));

const comments = (indent: string, count: number) => `${indent}# it's "so\n`.repeat(count);

const WITHIN: readonly (readonly [string, string])[] = [
  ['a body', `def f(x):\n    """Sum."""\n${comments('    ', 60)}    return x\n`],
  ['a body that ends behind them', `def f(x):\n    pass\n${comments('    ', 60)}${comments('', 60)}y = 1\n`],
  ['a body that ends before them', `class A:\n    def f(x):\n        pass\n${comments('    ', 60)}    y = 1\n`],
  ['the end of the text', `def f(x):\n    pass\n${comments('    ', 60)}`],
  ['the outermost level', `${comments('', 60)}x = 1\n`],
  ['steps inwards', `def f(x):\n    pass\n${`${comments('  ', 1)}${comments('\t', 1)}`.repeat(40)}    y\n`],
  [
    'steps outwards',
    `def f(x):\n  if x:\n      pass\n${[6, 4, 2, 0].map((n) => comments(' '.repeat(n), 40)).join('')}y\n`,
  ],
  ['brackets', `f(\n${comments('    ', 60)}    x,\n${comments('  ', 60)})\n`],
  ['carriage returns', `def f(x):\n    pass\n${comments('    ', 60)}    x\n`.replaceAll('\n', '\r\n')],
  ['a string', `x = """\n${'# a \\n {b}\n'.repeat(60)}"""\n`],
  ['a string that ends among them', `x = """\n${'# a\n'.repeat(40)}# """\n${comments('', 60)}y\n`],
];

describe('long runs of comment lines', () => {
  test.each(WITHIN)('%s: the tree is the one of the whole text', (_, text) => {
    expect(parseUnabridged(text).hasError).toBe(false);
    expectSame(text);
  });

  test('programs made up of blocks and comments', () => {
    const line = fc.tuple(
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom('#', 'if x:', 'x', 'def f():', '', 'f(', ')'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.constantFrom(1, 1, 40)), { maxLength: 12 }), (parts) => {
        const text = parts.map(([[depth, code], times]) => `${'  '.repeat(depth)}${code}\n`.repeat(times)).join('');
        const whole = parseUnabridged(text);
        // Of what is not Python, the grammar may skip other parts.
        if (whole.hasError) expect(parsePython(text).hasError).toBe(true);
        else expect(shapeOf(parsePython(text))).toEqual(shapeOf(whole));
      }),
    );
  });

  test.each([
    ['of one depth', '    # Return it.\n'.repeat(6_000)],
    ['of two depths', '    # Return it.\n        # Go on.\n'.repeat(3_000)],
  ])('100,000 characters %s take less than a second of CPU', (_, lines) => {
    const start = process.cpuUsage();
    const tree = parsePython(`def f(x):\n    """Sum it."""\n${lines}    return x\n`);
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(1);
    expect(tree.hasError).toBe(false);
    expect(tree.root.children[0]?.children.at(-1)?.children).toHaveLength(6_002);
  });
});
