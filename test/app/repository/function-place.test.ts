import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFunction, functionTask } from '../../../src/app/repository/function-place.ts';
import { ConfigError } from '../../../src/core/errors.ts';
import { folderOf } from '../patches/patch-files.ts';

const MODULE = `from typing import overload

class Polygon:
    @property
    def area(self):
        """How large it is."""
        raise NotImplementedError

    @area.setter
    def area(self, value):
        pass

@overload
def scale(x: int) -> int: ...
@overload
def scale(x: str) -> str: ...
def scale(x):
    """Twice as much."""

def twice(): pass
def twice(): pass
`;

const project = () =>
  folderOf({
    'pyproject.toml': '',
    'src/pkg/shapes.py': MODULE,
    'broken.py': 'x = 1\ndef f(:\n',
    'latin.py': Buffer.from([0x23, 0xe9, 0x0a]),
  });

function refusal(given: string): string {
  try {
    findFunction(given);
  } catch (error) {
    if (error instanceof ConfigError && error.hint) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'found';
}

describe('findFunction', () => {
  test('a property, and a function with overloads: the one with the body, in the project of the file', async () => {
    const folder = project();
    const file = join(folder, 'src/pkg/shapes.py');
    const place = findFunction(`${file}::Polygon.area`);
    expect(place).toMatchObject({ path: 'src/pkg/shapes.py', functionName: 'area', className: 'Polygon' });
    expect(place.root.endsWith(folder.split('/').at(-1) as string)).toBe(true);
    expect(findFunction(`${file}::scale`).found.start).toBe(MODULE.indexOf('def scale(x):'));
    await symlink(file, join(folder, 'link.py'));
    expect(findFunction(`${join(folder, 'link.py')}::scale`).path).toBe('src/pkg/shapes.py');
  });

  test('what cannot be found is refused with its reason, and says the fix', () => {
    const folder = project();
    const file = join(folder, 'src/pkg/shapes.py');
    expect(refusal(file)).toMatch(/^function-form: ".*" does not name a function/);
    expect(refusal(`${file}::a b`)).toMatch(/^function-form/);
    expect(refusal(`${join(folder, 'none.py')}::f`)).toMatch(/^file-missing: there is no file/);
    expect(refusal(`${folder}::f`)).toMatch(/^file-missing/);
    expect(refusal(`${file}::nothing`)).toMatch(/^function-missing: .* has no function nothing/);
    expect(refusal(`${file}::area`)).toMatch(/^function-missing/);
    expect(refusal(`${file}::twice`)).toBe(`function-ambiguous: ${file} defines twice 2 times (lines 20, 21)`);
    expect(refusal(`${join(folder, 'broken.py')}::f`)).toMatch(/^file-not-python: .* near line 2$/);
    expect(refusal(`${join(folder, 'latin.py')}::f`)).toMatch(/^file-encoding/);
  });
});

describe('functionTask', () => {
  test('the prompt: what is wanted, its docstring, the module; the target is the file', () => {
    const folder = project();
    const place = findFunction(`${join(folder, 'src/pkg/shapes.py')}::Polygon.area`);
    const { task, left } = functionTask(place, undefined, 'In square metres.');
    expect(task.prompt.text).toBe(`Write the method \`area\` of the class \`Polygon\` in the module \`pkg.shapes\`.

In square metres.

How large it is.

This is the module, with the bodies of other functions left out:

\`\`\`python
from typing import overload
class Polygon:
    @property
    def area(self): ...  # to be written
    @area.setter
    def area(self, value): ...
@overload
def scale(x: int) -> int: ...
@overload
def scale(x: str) -> str: ...
def scale(x): ...
def twice(): ...
def twice(): ...
\`\`\``);
    expect(left).toBe(0);
    expect(task).toMatchObject({
      id: 'src/pkg/shapes.py::Polygon.area',
      entryPoint: 'area',
      repository: { image: { kind: 'folder', path: place.root }, path: 'src/pkg/shapes.py', className: 'Polygon' },
    });
  });
});
