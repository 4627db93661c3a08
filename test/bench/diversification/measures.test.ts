import { expect, test } from 'vitest';
import { worthOf } from '../../../bench/diversification/measures.ts';

const sample = (behaviour: string | null, right = false) => ({ behaviour, right });

test('distinct behaviours, coverage and right samples, expected over all draws', () => {
  const samples = [sample('a', true), sample('a', true), sample('b'), sample(null)];
  // Of the six pairs: aa has one behaviour, ab (twice) two, a- (twice) one, b- one.
  expect(worthOf(samples, 2).distinct).toBeCloseTo((1 + 2 * 2 + 2 * 1 + 1) / 6 / 2);
  // Only b- has nothing right.
  expect(worthOf(samples, 2).coverage).toBeCloseTo(5 / 6);
  expect(worthOf(samples, 2).right).toBe(0.5);
});

test('all samples at once: the behaviours that there are', () => {
  const samples = [sample('a'), sample('b'), sample('b')];
  expect(worthOf(samples, 3)).toEqual({ right: 0, coverage: 0, distinct: 2 / 3 });
});

test('a reply without a program is no behaviour', () => {
  expect(worthOf([sample(null), sample(null)], 2)).toEqual({ right: 0, coverage: 0, distinct: 0 });
});
