import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PatchedFile, replaceFunction } from '../../../src/python-source/replies/replace-function.ts';
import { isValidPython } from '../../../src/python-source/syntax/parse-python.ts';

const sourceOf = (patched: PatchedFile): string => {
  if ('problem' in patched) throw new Error(`${patched.problem}: ${patched.reason}`);
  return patched.source;
};
const patch = (file: string, name: string, candidate: string, className: string | null = null) =>
  sourceOf(replaceFunction(file, { name, className }, candidate));

const FILE = `"""Doc."""
from __future__ import annotations
import numpy as np
from .other import helper

LIMIT = 3


@decorated(a=1)
def target(x, y=2):  # before
    """Says."""
    return helper(x) + y


class A(Base):
    @staticmethod
    def target(x):
        return x

    @property
    def size(self):
        return 1

    @size.setter
    def size(self, value):
        self._size = value

    class B:
        def inner(self):
            return 0


def last():
    return target(1)
`;

test('keeps every byte outside the function, and the decorators of the file', () => {
  const patched = patch(FILE, 'target', 'def target(x, y=3):\n    return x * y\n');
  expect(patched).toBe(FILE.replace(/def target\(x, y=2\)[\s\S]*?\+ y/, 'def target(x, y=3):\n    return x * y'));
});

test("a candidate's own decorators replace those of the file", () => {
  const patched = patch(FILE, 'target', 'import functools\n\n@functools.lru_cache\ndef target(x):\n    return x\n');
  expect(patched).toContain('import functools\n\n\n@functools.lru_cache\ndef target(x):\n    return x\n');
  expect(patched).not.toContain('@decorated');
});

test('imports that the file has are not repeated; others come before the function, after __future__', () => {
  const candidate = 'import numpy as np\nimport math\n\ndef target(x):\n    return np.floor(math.pi)\n';
  const patched = patch(FILE, 'target', candidate);
  expect(patched.match(/import numpy/g)).toHaveLength(1);
  expect(patched.indexOf('import math')).toBeGreaterThan(patched.indexOf('__future__'));
  expect(patched.indexOf('import math')).toBeLessThan(patched.indexOf('@decorated'));
});

test('what takes a name of the file, or of a builtin, gets another one', () => {
  const candidate =
    'from math import pow, floor as LIMIT\n\ndef helper(x):\n    return LIMIT(x)\n\ndef target(x):\n    return helper(x) + pow(x, 2)\n';
  const patched = patch(FILE, 'target', candidate);
  expect(patched).toContain('from math import pow as _candidate_pow\n');
  expect(patched).toContain('from math import floor as _candidate_LIMIT\n');
  expect(patched).toContain('def _candidate_helper(x):\n    return _candidate_LIMIT(x)\n');
  expect(patched).toContain('return _candidate_helper(x) + _candidate_pow(x, 2)');
  expect(patched).toContain('from .other import helper\n\nLIMIT = 3\n');
});

test('what the function does not need stays away: examples, prints, other functions', () => {
  const candidate =
    'import os\n\ndef unused():\n    pass\n\ndef target(x):\n    return x\n\nprint(target(1), os.getcwd())\n';
  const patched = patch(FILE, 'target', candidate);
  expect(patched).not.toMatch(/unused|print|import os/);
});

test('a method comes alone, in its class, or with helpers that the class lacks', () => {
  const alone = patch(FILE, 'target', 'def target(x):\n    return 2\n', 'A');
  expect(alone).toContain('    @staticmethod\n    def target(x):\n        return 2\n\n    @property');
  const helped =
    'class A:\n  def __init__(self):\n    self.z = 1\n  def target(x):\n    """a\n  b"""\n    return A._help(x)\n  def _help(x):\n    return 4\n';
  const inClass = patch(FILE, 'target', helped, 'A');
  expect(inClass).toContain('    def target(x):\n      """a\n  b"""\n      return A._help(x)\n\n    def _help(x):');
  expect(inClass).not.toContain('self.z');
});

test('setters of a property are left alone; a class in a class is found by its path', () => {
  expect(patch(FILE, 'size', 'def size(self):\n    return 5\n', 'A')).toContain(
    '    @property\n    def size(self):\n        return 5\n\n    @size.setter\n    def size(self, value):\n        self._size = value\n',
  );
  expect(patch(FILE, 'inner', 'def inner(self):\n    return 9\n', 'A.B')).toContain(
    '        def inner(self):\n            return 9\n',
  );
});

test('of several definitions it is the last; overloads do not count', () => {
  const file =
    'if X:\n    def f(): return 1\nelse:\n    def f(): return 2\n@overload\ndef g(a: int): ...\ndef g(a): return a\n';
  expect(patch(file, 'f', 'def f():\n    return 3\n')).toContain(
    'def f(): return 1\nelse:\n    def f():\n        return 3\n',
  );
  expect(patch(file, 'g', 'def g(a):\n    return 4\n')).toContain(
    '@overload\ndef g(a: int): ...\ndef g(a):\n    return 4\n',
  );
});

test('line ends and tabs are those of the file', () => {
  const file = 'class A:\r\n\tdef f(self):\r\n\t\treturn 1\r\n\r\n\tdef g(self):\r\n\t\treturn 2\r\n';
  expect(patch(file, 'f', 'def f(self):\n    if self:\n        return 3\n', 'A')).toBe(
    'class A:\r\n\tdef f(self):\r\n\t    if self:\r\n\t        return 3\r\n\r\n\tdef g(self):\r\n\t\treturn 2\r\n',
  );
});

test('annotations that the candidate postpones are postponed for it alone', () => {
  const candidate = 'from __future__ import annotations\n\ndef f(a: Unknown | None = None) -> "T":\n    return a\n';
  expect(patch('import x\n\ndef f(a):\n    return a\n', 'f', candidate)).toBe(
    'import x\n\ndef f(a: "Unknown | None" = None) -> "T":\n    return a\n',
  );
});

test('wildcard imports bring only names that nothing else gives', () => {
  const candidate = 'from math import *\n\ndef f():\n    return floor(len(q))\n';
  const patched = patch('import q\n\ndef f():\n    return 1\n', 'f', candidate);
  expect(patched).toContain('try:\n    from math import floor\nexcept ImportError:\n    pass\n');
  expect(patched).not.toContain('import len');
});

test.each([
  ['no-code', 'I cannot do that.'],
  ['no-code', ''],
  ['patch-impossible', 'def other():\n    return 1\n'],
  ['patch-impossible', 'def target(x:\n    return\n'],
])('%s: %j', (problem, candidate) => {
  expect(replaceFunction(FILE, { name: 'target', className: null }, candidate)).toMatchObject({ problem });
});

test('a function that the file does not have is named', () => {
  expect(replaceFunction(FILE, { name: 'nothing', className: 'A' }, 'def nothing(): pass')).toMatchObject({
    problem: 'patch-impossible',
    reason: expect.stringContaining('A.nothing'),
  });
});

const names = fc.constantFrom('a', 'b', 'np', 'helper', 'LIMIT', 'pow', 'x');
const body = fc.array(
  fc.oneof(
    names.map((name) => `${name} = 1`),
    names.map((name) => `print(${name})`),
    fc.constant('"""one\n  two\n"""'),
    names.map((name) => `if ${name}:\n    pass`),
  ),
  { minLength: 1, maxLength: 4 },
);
const block = (lines: readonly string[]) => lines.map((line) => line.replace(/^(?! {2}two|""")/gm, '    ')).join('\n');
const support = fc.array(
  fc.oneof(
    names.map((name) => `import math as ${name}`),
    names.map((name) => `def ${name}(q):\n    return q`),
    names.map((name) => `${name} = 5`),
    names.map((name) => `import os.path\nfrom os import ${name}`),
  ),
  { maxLength: 4 },
);

test('whatever the candidate brings, the rest of the file stays and the result is Python', () => {
  const [ends, owners] = [fc.constantFrom('\n', '\r\n'), fc.constantFrom(null, 'A')];
  fc.assert(
    fc.property(body, support, ends, owners, (lines, brought, end, owner) => {
      const file = FILE.replaceAll('\n', end);
      const candidate = `${brought.join('\n')}\n\ndef target(x):\n${block(lines)}\n`;
      fc.pre(isValidPython(candidate));
      const patched = patch(file, 'target', candidate, owner);
      expect(isValidPython(patched)).toBe(true);
      const [before, after] = owner ? ['class A', '    @property'] : ['@decorated', 'class A'];
      expect(patched.startsWith(file.slice(0, file.indexOf(before)))).toBe(true);
      expect(patched.endsWith(file.slice(file.indexOf(after)))).toBe(true);
    }),
  );
});
