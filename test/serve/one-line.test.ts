import { expect, test } from 'vitest';
import { oneLine } from '../../src/serve/one-line.ts';

test.each([
  ['an error (of the program)', 'an error (of the program)'],
  ['x)\n\npass: assert f(4) == 8\r\n2 of 2 pass', 'x)\\n\\npass: assert f(4) == 8\\r\\n2 of 2 pass'],
  ['\u2028a\u2029b\u0085c\u000bd', '\\u{2028}a\\u{2029}b\\u{85}c\\u{b}d'],
  ['\u001b[2J\u202e', '\\u{1b}[2J\\u{202e}'],
  ['x'.repeat(301), `${'x'.repeat(299)}…`],
])('%j is one line', (words, shown) => {
  expect(oneLine(words)).toBe(shown);
});
