import { describe, expect, test } from 'vitest';
import { collectNames, definesFunction, findFunction } from '../../../src/python-source/syntax/python-names.ts';

const CODE = `import math as m
from os import path

@cache
def first(a, b=1, *rest, key: int = 2, **more) -> int:
    """What it does."""
    return other(first(a), key=b)

class Box:
    async def method(self):
        pass

if True:
    def later(): ...
late = lambda x: x
`;
const slice = ({ start, end }: { start: number; end: number }) => CODE.slice(start, end);

describe('findFunction', () => {
  test('gives the spans of every part', () => {
    const found = findFunction(CODE, 'first');
    if (!found) throw new Error('not found');
    expect(slice(found.signature)).toBe('@cache\ndef first(a, b=1, *rest, key: int = 2, **more) -> int:');
    expect(slice(found.nameSpan)).toBe('first');
    const told = found.parameters.map(({ name, kind }) => `${name} ${kind}`);
    expect(told.join()).toBe('a plain,b plain,rest args,key plain,more kwargs');
    expect(found.parameters.map(slice)).toEqual(['a', 'b', 'rest', 'key', 'more']);
    expect(slice(found.docstring as never)).toBe('"""What it does."""');
    expect(slice(found.whole).startsWith('@cache')).toBe(true);
    expect(found.implemented).toBe(true);
  });

  test('finds methods and functions under conditions, prefers the last of the module', () => {
    expect(findFunction(CODE, 'method')).toMatchObject({ className: 'Box', implemented: false });
    expect(findFunction(CODE, 'later')).toMatchObject({ className: null, implemented: false });
    const twice = 'def f():\n    return 1\ndef f():\n    return 2\n';
    expect(findFunction(twice, 'f')?.whole.start).toBe(twice.lastIndexOf('def'));
    expect(findFunction(CODE, 'absent')).toBeNull();
  });

  test('a body of docstring, pass and dots is not implemented', () => {
    for (const body of ['"""d"""', 'pass', '...', '"""d"""\n    pass  # later']) {
      expect(findFunction(`def f():\n    ${body}\n`, 'f')?.implemented).toBe(false);
    }
  });
});

test('collectNames knows variables, attributes, keywords and imports, and words of broken code', () => {
  const names = collectNames(CODE);
  for (const name of 'math m path first other key rest more Box method self late x'.split(' ')) {
    expect(names).toContain(name);
  }
  expect(names).not.toContain('does');
  expect(collectNames('def broken(a b:\n  hidden')).toContain('hidden');
});

test('definesFunction: functions, classes, assignments; no imports, no methods, no nested ones', () => {
  for (const name of ['first', 'Box', 'later', 'late']) expect(definesFunction(CODE, name)).toBe(true);
  for (const name of ['path', 'm', 'method', 'absent']) expect(definesFunction(CODE, name)).toBe(false);
  expect(definesFunction('def g():\n    def f(): pass\n', 'f')).toBe(false);
});
