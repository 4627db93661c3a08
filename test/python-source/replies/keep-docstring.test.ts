import { expect, test } from 'vitest';
import {
  keepDocstring,
  type PatchedFile,
  replaceFunction,
} from '../../../src/python-source/replies/replace-function.ts';

const FILE = `import math


class Circle:
    def area(self):
        """The area.

        In square units.
        """
        return 3 * self.r ** 2

    def bare(self):
        return 0
`;
const AREA = { name: 'area', className: 'Circle' };
const BODY = '        return 3 * self.r ** 2\n';

const sourceOf = (patched: PatchedFile): string => ('source' in patched ? patched.source : patched.reason);
const patched = (program: string, file = FILE) =>
  sourceOf(replaceFunction(file, AREA, keepDocstring(file, AREA, program)));

test('a program without one leaves the docstring of the file as it stands', () => {
  expect(patched('class Circle:\n    def area(self):\n        return math.pi * self.r ** 2\n')).toBe(
    FILE.replace(BODY, '        return math.pi * self.r ** 2\n'),
  );
});

test('a program of its own at the margin gets it too, and with Windows line ends', () => {
  const program = 'def area(self):\n    # rounded\n    return math.pi * self.r ** 2\n';
  const wanted = FILE.replace(BODY, '        # rounded\n        return math.pi * self.r ** 2\n');
  const lines = ['        """The area.', '', '        In square units.', '        """'];
  // The comment that stood above the body's first statement stays above the docstring: Python reads it all the same.
  expect(patched(program).split('\n')).toEqual(expect.arrayContaining(lines));
  expect(patched(program).split('\n').sort()).toEqual(wanted.split('\n').sort());
  expect(patched(program, FILE.replaceAll('\n', '\r\n'))).toBe(patched(program).replaceAll('\n', '\r\n'));
});

test("a program's own docstring stays", () => {
  const program = 'class Circle:\n    def area(self):\n        """Mine."""\n        return 1\n';
  expect(keepDocstring(FILE, AREA, program)).toBe(program);
});

test('a body on the line of its def takes it there', () => {
  expect(keepDocstring('def f():\n    "Says."\n', { name: 'f', className: null }, 'def f(): return 1\n')).toBe(
    'def f(): "Says."; return 1\n',
  );
});

test('nothing is added where the file has no docstring, or either has no such function', () => {
  const program = 'def bare(self):\n    return 1\n';
  expect(keepDocstring(FILE, { name: 'bare', className: 'Circle' }, program)).toBe(program);
  expect(keepDocstring(FILE, { name: 'none', className: null }, program)).toBe(program);
  expect(keepDocstring(FILE, AREA, program)).toBe(program);
});
