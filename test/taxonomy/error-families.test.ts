import { describe, expect, it } from 'vitest';
import { ERROR_FAMILIES, familiesOf } from '../../src/taxonomy/error-families.ts';
import { readFailure } from '../../src/taxonomy/read-failure.ts';
import { sampleFailure } from './taxonomy-samples.ts';

const output = (...errors: string[]) =>
  errors.map((error) => `>       f()\nE       ${error}\n\nsrc/f.py:2: ${error.split(':')[0]}\n1 failed\n`).join('\n');
const families = (
  pytestOutput: string,
  generated = 'import torchy.nn\n\ndef scale(rows, factor):\n    return rows\n',
) =>
  familiesOf(readFailure(sampleFailure({ pytestOutput, generated }))).map(({ family, share }) => [family.name, share]);

describe('families of errors', () => {
  it('have names of their own, and shares of kinds that add up to one', () => {
    expect(new Set(ERROR_FAMILIES.map(({ name }) => name)).size).toBe(ERROR_FAMILIES.length);
    for (const { kinds } of ERROR_FAMILIES) {
      const shares = Object.values(kinds);
      if (shares.length > 0) expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    }
  });

  it.each([
    ["ModuleNotFoundError: No module named 'torchy'", 'no-module'],
    ["ModuleNotFoundError: No module named 'hypothesis'", 'another-error'],
    ["ValueError: expected one of {'sum', 'sum_over_batch_size'}", 'wrong-value'],
    ["ImportError: cannot import name 'a' from 'b'", 'cannot-import'],
    ["NameError: name 'torch' is not defined", 'name-not-defined'],
    ["AttributeError: 'PinholeCamera' object has no attribute 'rot'", 'own-object-lacks-attribute'],
    ["AttributeError: 'list' object has no attribute 'shape'", 'foreign-object-lacks-attribute'],
    ["AttributeError: module 'torch' has no attribute 'scaled'", 'module-lacks-attribute'],
    ["TypeError: f() got an unexpected keyword argument 'dim'", 'call-does-not-fit'],
    ["TypeError: unsupported operand type(s) for +: 'int' and 'str'", 'wrong-type'],
    ["Failed: DID NOT RAISE <class 'ValueError'>", 'expected-error-missing'],
    ['AssertionError: Tensor-likes are not close!', 'values-differ'],
    ['AssertionError: torch.Size([2]) is not what was wanted', 'shape-of-result'],
    ['AssertionError: wrong', 'assertion-fails'],
    ['RuntimeError: expected scalar type Float but found Double', 'data-type'],
    ['RuntimeError: The size of tensor a (3) must match the size of tensor b (4)', 'shapes-in-operation'],
    ['ValueError: alpha must be positive', 'wrong-value'],
    ['RuntimeError: no gradient', 'fails-while-running'],
    ['KeyError: 3', 'another-error'],
    ['TimeoutError: timed out', 'out-of-time-or-memory'],
  ])('%s is %s', (error, family) => {
    expect(families(output(error))).toEqual([[family, 1]]);
  });

  it('count each error alike, the most frequent family first', () => {
    const mixed = families(output('KeyError: 3', 'TypeError: a', 'TypeError: b', 'TypeError: c'));
    expect(mixed).toEqual([
      ['wrong-type', 0.75],
      ['another-error', 0.25],
    ]);
  });

  it('say of a program that is no Python nothing but that, and of silence that there is no error', () => {
    expect(families(output('TypeError: a'), 'def f(:\n')).toEqual([['invalid-python', 1]]);
    expect(families('')).toEqual([['no-error', 1]]);
  });
});
