import { expect, test } from 'vitest';
import { createRng } from '../../../src/core/random.ts';
import { holdsProse } from '../../../src/python-source/syntax/parse-python.ts';
import { compilesInPython } from '../shared-data.ts';

const PIECES =
  'Write a in is match type not x = ( "s" " \' # \\ r : lambda import print if else case _ é 1 0x1f 1e5 . , async for'.split(
    ' ',
  );

test.each([
  ['Write a function.', true],
  ['  Given two lists', true],
  ['1 a\n2 b', true],
  ['x = 1 if 2 in y else 3 or z', false],
  ['x in y', false],
  ['match x:', false],
  ['rb "x"', false],
  ['sort', false],
  ['x = 1  # two words\ny = "a b"', false],
  ['x = f"{d["two words"]}"', false],
  ['def f():\n    return the sum', true],
])('%s: %s', (text, verdict) => {
  expect(holdsProse(text)).toBe(verdict);
});

test('no text that Python compiles is taken for prose', ({ skip }) => {
  const rng = createRng(3);
  const texts = Array.from({ length: 16_000 }, () =>
    Array.from({ length: 1 + rng.below(5) }, () => rng.pick(PIECES)).join(rng.pick([' ', ' ', '  ', ''])),
  );
  const taken = texts.filter(holdsProse);
  expect(taken.length).toBeGreaterThan(200);
  const compiles = compilesInPython(taken, skip);
  expect(taken.filter((_, at) => compiles[at])).toEqual([]);
});
