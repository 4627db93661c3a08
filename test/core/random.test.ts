import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRng, type Rng } from '../../src/core/random.ts';

const draws = (rng: Rng, count = 20) => Array.from({ length: count }, () => rng.next());
const key = fc.oneof(fc.string(), fc.integer());

test('the same seed and keys give the same draws, other ones give others', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(key, { maxLength: 3 }), (seed, keys) => {
      const first = draws(createRng(seed).fork(...keys));
      expect(draws(createRng(seed).fork(...keys))).toEqual(first);
      expect(draws(createRng(seed + 1).fork(...keys))).not.toEqual(first);
      expect(draws(createRng(seed).fork(...keys, 'more'))).not.toEqual(first);
    }),
  );
});

test('a fork depends on keys alone: not on what was drawn, nor on other forks', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(30), key, key, (seed, drawn, mine, other) => {
      const untouched = draws(createRng(seed).fork('task', mine));
      const parent = createRng(seed);
      draws(parent, drawn);
      draws(parent.fork('task', other), drawn);
      expect(draws(parent.fork('task', mine))).toEqual(untouched);
    }),
  );
});

test('keys do not run into each other', () => {
  const rng = createRng(1);
  const lists = [['a', 'b'], ['ab'], ['a,b'], ['a', 'b', ''], [['a', 'b'].join('"')], [1, 2], ['1', '2'], [12]];
  const seen = lists.map((keys) => draws(rng.fork(...keys), 4).join());
  expect(new Set(seen).size).toBe(lists.length);
});

test('below is even over its range', () => {
  const rng = createRng(3).fork('even');
  const counts = [0, 0, 0, 0, 0, 0];
  for (let draw = 0; draw < 60_000; draw++) {
    const value = rng.below(6);
    counts[value] = (counts[value] as number) + 1;
  }
  // Chi-square with 5 degrees of freedom: 20.5 is passed once in a thousand seeds.
  const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  expect(chiSquare).toBeLessThan(20.5);
});

test('forks of neighbouring keys do not go together', () => {
  const root = createRng(5);
  const count = 4000;
  let product = 0;
  for (let at = 0; at < count; at++) product += (root.fork(at).next() - 0.5) * (root.fork(at + 1).next() - 0.5);
  // Standard error of the mean product is 1/12 over the root of n.
  expect(Math.abs(product / count)).toBeLessThan((4 * (1 / 12)) / Math.sqrt(count));
});

test('a shuffle keeps every element and leaves its input alone', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer(), (items, seed) => {
      const before = [...items];
      const shuffled = createRng(seed).shuffle(items);
      expect(items).toEqual(before);
      expect([...shuffled].sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b));
    }),
  );
});

test('picks from what is there', () => {
  expect(['a', 'b']).toContain(createRng(1).pick(['a', 'b']));
  expect(() => createRng(1).pick([])).toThrow(RangeError);
});
