import { expect, test } from 'vitest';
import { functionContext } from '../../../src/python-source/prompts/function-context.ts';
import { locateFunction } from '../../../src/python-source/syntax/locate-function.ts';
import { parsePython } from '../../../src/python-source/syntax/python-tree.ts';

const MODULE = `"""Shapes."""
from math import hypot
import os

LIMIT = 10

def length(a, b):
    return hypot(a, b)

class Base:
    pass

@final
class Polygon(Base):
    """A closed line."""

    sides = 0

    def __init__(self, points: list):
        self.points = points

    @property
    def first(self):
        return self.points[0]

    def area(self, scale: float = 1.0) -> float:
        """The area.

            >>> Polygon([]).area()
            0
        """
        secret = 1
        return secret

if __name__ == "__main__":
    print(length(1, 2))
`;
const contextOf = (source: string, name: string, className: string | null, budget = 10_000) => {
  const tree = parsePython(source);
  const found = locateFunction(tree, name, className);
  if (!found) throw new Error(`no ${name}`);
  return functionContext(found, budget);
};

test('a method: imports, constants, signatures, its class with the constructor whole; no body of its own', () => {
  const { code, docstring, left } = contextOf(MODULE, 'area', 'Polygon');
  expect(code).toBe(`from math import hypot
import os
LIMIT = 10
def length(a, b): ...
class Base: ...
@final
class Polygon(Base):
    """A closed line."""
    sides = 0
    def __init__(self, points: list):
        self.points = points
    @property
    def first(self): ...
    def area(self, scale: float = 1.0) -> float: ...  # to be written`);
  expect(docstring).toBe('The area.\n\n>>> Polygon([]).area()\n0');
  expect(left).toBe(0);
});

test('what the budget has no room for is counted; signature, imports and class stay', () => {
  const { code, left } = contextOf(MODULE, 'area', 'Polygon', 0);
  expect(code).toBe(`from math import hypot
import os
@final
class Polygon(Base):
    def area(self, scale: float = 1.0) -> float: ...  # to be written`);
  expect(left).toBe(4);
});

test('a function of a module with Windows line ends, without a docstring', () => {
  const { code, docstring } = contextOf(MODULE.replaceAll('\n', '\r\n'), 'length', null);
  expect(code).toContain('\ndef length(a, b): ...  # to be written\nclass Base: ...');
  expect(code).not.toContain('\r');
  expect(docstring).toBeNull();
});
