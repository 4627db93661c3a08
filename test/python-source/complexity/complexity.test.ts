import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { complexityOf } from '../../../src/python-source/complexity/complexity.ts';

const nested = `def f(a, b):
    """Doc."""
    if a and b and not a:  # why
        for i in range(a):
            if i % 2 == 0:
                return i
    elif b:
        pass
    else:
        return [x for x in b if x]
    return -1
`;

describe('complexityOf', () => {
  test('counts the paths of McCabe, one a decision', () => {
    expect(complexityOf('x = 1\n').cyclomatic).toBe(1);
    // if, two "and", for, if, elif, the loop and the condition of the comprehension
    expect(complexityOf(nested).cyclomatic).toBe(1 + 8);
    expect(complexityOf('def f(x):\n    assert x\n    return 1 if x else 2\n').cyclomatic).toBe(3);
    const match = 'match x:\n    case 1 if y:\n        pass\n    case _:\n        pass\n';
    expect(complexityOf(match).cyclomatic).toBe(2);
    const tried = 'try:\n    f()\nexcept (A, B):\n    pass\nexcept C:\n    pass\nelse:\n    pass\nfinally:\n    pass\n';
    expect(complexityOf(tried).cyclomatic).toBe(4);
    expect(complexityOf('while x:\n    pass\nelse:\n    pass\n').cyclomatic).toBe(3);
  });

  test('each function has its own, nested ones too', () => {
    const { functions, cyclomatic } = complexityOf(
      'def outer(x):\n    def inner(y):\n        return y or x\n    return inner(x) if x else 0\n',
    );
    expect(functions.map(({ name, cyclomatic: paths }) => [name, paths])).toEqual([
      ['outer', 2],
      ['inner', 2],
    ]);
    expect(cyclomatic).toBe(3);
  });

  // The rules of Campbell 2018 one by one; the first is its worked example, whose labelled jump Python lacks.
  test.each([
    [
      'def sum_of_primes(most):\n    total = 0\n    for i in range(1, most):\n        for j in range(2, i):\n            if i % j == 0:\n                break\n        total += i\n    return total\n',
      6,
    ],
    ['def f(a):\n    if a:\n        pass\n    elif b:\n        pass\n    else:\n        pass\n', 3],
    ['def f(a, b, c):\n    return a and b and c\n', 1],
    ['def f(a, b, c):\n    return a and b or c\n', 2],
    ['def f(a, b, c):\n    return a and (b and c)\n', 1],
    ['def f(n):\n    return f(n - 1)\n', 1],
    ['def f(n):\n    try:\n        pass\n    except E:\n        if n:\n            pass\n', 3],
    ['def f(n):\n    def g():\n        if n:\n            pass\n    return g\n', 2],
    ['def f(n):\n    return 1 if n else (2 if m else 3)\n', 3],
    ['def f(n):\n    match n:\n        case 1:\n            if m:\n                pass\n', 3],
    ['def f(n):\n    with n:\n        if m:\n            pass\n', 1],
    ['if m:\n    pass\n\n\ndef f():\n    pass\n', 1],
    ['class A:\n    def f(self):\n        if self:\n            pass\n', 1],
  ])('cognitive complexity of %j is %i', (code, expected) => {
    expect(complexityOf(code).cognitive).toBe(expected);
  });

  test('Halstead by hand: operations only, an operand distinct within its function', () => {
    // a + b, (a + b) * a: two operators; operands a, b, (a + b), of 4
    const { halstead } = complexityOf('def f(a, b):\n    return (a + b) * a\n');
    expect(halstead).toMatchObject({ distinctOperators: 2, distinctOperands: 3, operators: 2, operands: 4 });
    expect(halstead.volume).toBeCloseTo(6 * Math.log2(5), 12);
    expect(halstead.difficulty).toBeCloseTo((2 / 2) * (4 / 3), 12);
    expect(halstead.effort).toBeCloseTo(halstead.difficulty * halstead.volume, 12);
    const rows = complexityOf('x = a and b and c or not d\ny = 1 < a != -1\nz += 1\n').halstead;
    // or, and, not; <, !=, unary -; +
    expect(rows.operators).toBe(7);
    expect(rows.operands).toBe(2 + 3 + 1 + 3 + 1 + 2);
  });

  test('lines by kind', () => {
    expect(complexityOf(nested).lines).toEqual({ total: 11, source: 10, logical: 11, comment: 1 });
    expect(complexityOf('').lines).toEqual({ total: 0, source: 0, logical: 0, comment: 0 });
    const documented = 'def f():\n    """One.\n\n    Two.\n    """\n    # three\n    return 1\n\n\n';
    expect(complexityOf(documented).lines).toEqual({ total: 7, source: 2, logical: 3, comment: 4 });
  });

  // radon 6.0.1: mi_visit(code, True)
  test.each([
    ['def f(a, b):\n    return (a + b) * a\n', 85.28853641650139],
    [nested, 81.88589285558986],
    ['', 100],
  ])('maintainability index as radon gives it', (code, expected) => {
    expect(complexityOf(code).maintainabilityIndex).toBeCloseTo(expected, 9);
  });

  test('any text has figures', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('if', ' ', '\n', '(', 'x', '"""', '#', ':', 'and', '1') }),
        (text) => {
          const { cyclomatic, cognitive, maintainabilityIndex, halstead } = complexityOf(text);
          expect(cyclomatic).toBeGreaterThanOrEqual(1);
          expect(cognitive).toBeGreaterThanOrEqual(0);
          expect(maintainabilityIndex).toBeGreaterThanOrEqual(0);
          expect(maintainabilityIndex).toBeLessThanOrEqual(100);
          expect(Number.isFinite(halstead.effort)).toBe(true);
        },
      ),
    );
  });
});
