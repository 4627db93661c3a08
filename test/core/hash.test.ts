import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, hashOf } from '../../src/core/hash.ts';

/** The same value with the keys of every object in reverse order. */
function reversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedKeys);
  if (value === null || typeof value !== 'object') return value;
  const result: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value).reverse()) {
    Object.defineProperty(result, key, { value: reversedKeys(inner), enumerable: true, configurable: true });
  }
  return result;
}

describe('hashOf', () => {
  test('the order of keys does not matter, at any depth', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(hashOf(reversedKeys(value))).toBe(hashOf(value));
      }),
    );
    expect(hashOf({ b: 1, a: { d: 2, c: 3 } })).toBe(hashOf({ a: { c: 3, d: 2 }, b: 1 }));
  });

  test('the order of array elements and of arguments does', () => {
    expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]));
    expect(hashOf('a', 'b')).not.toBe(hashOf('b', 'a'));
    expect(hashOf('ab')).not.toBe(hashOf('a', 'b'));
  });

  test('is 16 hex digits and the same on every machine', () => {
    expect(hashOf({ task: 'HumanEval/0', sample: 3 })).toBe(hashOf({ sample: 3, task: 'HumanEval/0' }));
    expect(hashOf()).toBe('4f53cda18c2baa0c');
    expect(hashOf('é', 1.5, null)).toMatch(/^[0-9a-f]{16}$/);
  });
});

test('canonicalJson reads back as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
    }),
  );
});
