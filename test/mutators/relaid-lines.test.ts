import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flatText, relayLines } from '../../mutators/parsers/relaid-lines.ts';

test('lines break at about the old columns', () => {
  expect(relayLines('one two three\n  four five', 'four five, one two three')).toBe('four five, one\n  two three');
  expect(relayLines('one two', 'two one')).toBe('two one');
});

test('too few gaps for the line ends', () => {
  expect(relayLines('one\ntwo\nthree', 'one two')).toBeNull();
});

test('a protected blank is not a gap', () => {
  const text = 'say "a b"\nnow';
  const flat = flatText(text, { start: 0, end: text.length }, [{ start: 4, end: 9, kind: 'quote' }]);
  expect(relayLines(text, flat ?? '')).toBe(text);
  expect(flatText(text, { start: 0, end: text.length }, [{ start: 4, end: 13, kind: 'quote' }])).toBeNull();
});

test('white space that holds line ends is kept, in its order', () => {
  const word = fc.constantFrom('a', 'bb', 'ccc', 'dddd');
  const gap = fc.constantFrom(' ', '\n', '\n    ', ' \n  ');
  fc.assert(
    fc.property(fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 12 }), (pairs) => {
      const old = `${pairs.flat().join('')}end`;
      const words = [...pairs.map(([first]) => first), 'end'].reverse();
      const laid = relayLines(old, words.join(' '));
      expect(laid?.match(/\s*\n\s*/g)).toEqual(old.match(/\s*\n\s*/g));
      expect(laid?.split(/\s+/)).toEqual(words);
    }),
  );
});
