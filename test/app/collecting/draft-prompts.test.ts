import { expect, test } from 'vitest';
import { promptOfDocstring } from '../../../src/app/collecting/draft-prompts.ts';
import { liftFunction } from '../../../src/python-source/replies/stub-program.ts';

const SOURCE = `class Grid:
    """A grid of points.

    :param method: 'even' or 'noisy'.
    """

    def __init__(self, method='even'):
        """Makes it."""
        if method not in ('even', 'noisy'):
            raise ValueError(method)
        self.method = method

    def points(self):
        """The points."""
        return []
`;

const candidate = (functionName: string, docstring: string) => ({
  target: `grid.py::Grid.${functionName}`,
  path: 'grid.py',
  functionName,
  className: 'Grid',
  docstring,
  nodes: [],
  helpers: [],
});

const drafted = (functionName: string, docstring: string) => {
  const lifted = liftFunction(SOURCE, functionName, 'Grid');
  return promptOfDocstring(candidate(functionName, docstring), 'SIGNATURE', lifted?.classDocstring ?? null);
};

test('the prompt of what makes an object holds what the class says of itself', () => {
  expect(drafted('__init__', 'Makes it.')).toBe(
    "Write the method `__init__` of the class `Grid` for the module `grid.py`.\n\n```python\nSIGNATURE\n```\n\nMakes it.\n\nOf the class `Grid`:\n\nA grid of points.\n\n:param method: 'even' or 'noisy'.",
  );
});

test('another method speaks for itself', () => {
  expect(drafted('points', 'The points.')).not.toContain('Of the class');
});
