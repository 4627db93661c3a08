import { expect, test } from 'vitest';
import { whichOfTwo } from '../../../agreement/rivals/which-of-two.ts';

test.each([
  // An answer that is said goes before a last line that names the other.
  ['Answer: A\n\nProgram B is wrong.', 'A'],
  ['answer b\nA', 'B'],
  ['Answer: (A)', 'A'],
  ['Answer: `B`', 'B'],
  ['Answer: \\boxed{B}\nA is wrong', 'B'],
  // The last line goes before the whole, and blank lines are not lines.
  ['A is wrong.\nB is right.\n\n\n', 'B'],
  // Where the last line names neither or both, the whole text does, if it names one alone.
  ['B fits.\nThat is all.', 'B'],
  ['I say A.\n', 'A'],
  ['A or B?\nOne of them.', null],
  // A letter within a word, and a small one, name nobody.
  ['Absolutely Brilliant', null],
  ['a\nb', null],
] as const)('%j: %j', (reply, expected) => {
  expect(whichOfTwo(reply)).toBe(expected);
});
