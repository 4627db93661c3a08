import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSpelled, spellJson } from '../../../src/datasets/reading/json-source.ts';

test.each([
  ['[90071992547409931]'],
  [`[1${'0'.repeat(320)}]`],
  ['[2.0,2,-0.0,1e3,1E-7]'],
  ['{"a":"12 \\" 13","b":[1.50]}'],
  ['[NaN,-Infinity,"NaN"]'],
])('%s comes back as it was spelled', (text) => {
  expect(spellJson(parseSpelled(text))).toBe(text);
});

test.each([['[01]'], ['[1.2.3]'], ['[nan]'], ['[1,]']])('%s is no JSON', (text) => {
  expect(() => parseSpelled(text)).toThrow(SyntaxError);
});

test('whatever the value, its JSON comes back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(spellJson(parseSpelled(text))).toBe(text);
    }),
  );
});
