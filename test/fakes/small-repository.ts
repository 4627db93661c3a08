import { execFileSync } from 'node:child_process';
import type { RepositoryTarget } from '../../src/core/repository.ts';

/** A module of one function, `package/module.py` of a small repository. */
export const MODULE = 'def pairs(first, second=None):\n    return [(a, b) for a in first for b in second]\n';

/** Its tests. The comment tells the file from what Python's own trees write of it. */
export const TESTS = `import pytest
from package.module import pairs
def test_one():  # of two
    assert pairs([1, 2], [3]) == [(1, 3), (2, 3)]
@pytest.mark.parametrize('x', [1, 5])
def test_many(x):
    assert pairs([x], [2]) == [(x, 2)]
class TestPairs:
    def test_refuses(self):
        with pytest.raises(TypeError):
            pairs(None)
`;

/** pytest's ids of the tests, where they lie in `folder`. */
export const nodesIn = (folder: string): readonly string[] =>
  ['test_one', 'test_many', 'TestPairs::test_refuses'].map((each) => `${folder}/test_module.py::${each}`);

/** Where a candidate for the function goes. */
export const repositoryTarget = (change: Partial<RepositoryTarget> = {}): RepositoryTarget => ({
  image: { kind: 'named', name: 'image' },
  path: 'package/module.py',
  functionName: 'pairs',
  className: null,
  wholeRoot: true,
  pytestArgs: [],
  plugin: null,
  ...change,
});

/** An interpreter of this machine that has pytest. */
export const pythonWithPytest = (): string | undefined =>
  ['python3', '/usr/bin/python3'].find((each) => {
    try {
      execFileSync(each, ['-c', 'import pytest'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
