import { expect, test } from 'vitest';
import { parsePython } from '../../../src/python-source/syntax/python-tree.ts';
import { leastCpuMs } from '../../least-cpu-ms.ts';

test.each([
  ['comments of one depth', '    # Return it.\n'.repeat(6_000)],
  ['comments of two depths', '    # Return it.\n        # Go on.\n'.repeat(3_000)],
  ['comments and blank lines', '    # It\'s "so".\n\n'.repeat(6_000)],
  ['comments with carriage returns', '    # Return it.\r\n'.repeat(6_000)],
  ['a text of such lines', `    """\n${'# a \\n {b}\n'.repeat(9_000)}"""\n`],
  ['a text that ends among them', `    """\n${'# a\n'.repeat(6_000)}# """\n${'# b\n'.repeat(6_000)}`],
  ['backslashes', `    x = 1 + \\\n${'\\\n'.repeat(30_000)}    2\n`],
])('100,000 characters, %s: less than a second of CPU, and all else is read', (_, lines) => {
  const text = `def f(x):\n    """Sum it."""\n${lines}    return x\n`;
  // A comment more each time: a remembered tree would be had for nothing.
  let times = 0;
  expect(leastCpuMs(() => parsePython(`${text}${'#\n'.repeat(times++)}`), 1000)).toBeLessThan(1000);
  const { hasError, root } = parsePython(text);
  expect(hasError).toBe(false);
  expect(root.namedChildren[0]?.childrenIn('body').at(-1)?.text).toBe('return x');
});
