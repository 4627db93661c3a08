import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { liesIn } from '../src/lies-in.ts';

const at = (...parts: string[]) => resolve('/', ...parts);

test.each([
  [['a'], ['a'], true],
  [['a', 'b', 'c'], ['a'], true],
  [['a', '..b'], ['a'], true],
  [['a'], [], true],
  [['ab'], ['a'], false],
  [['a'], ['a', 'b'], false],
  [['b', 'a'], ['a'], false],
])('%j in %j: %s', (path, folder, lies) => {
  expect(liesIn(at(...path), at(...folder))).toBe(lies);
});

test('a path that climbs out does not lie in the folder that it was joined to', () => {
  expect(liesIn(join(at('a'), '../b'), at('a'))).toBe(false);
});
