import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTests, regressionTests, testsFrom } from '../../../src/app/patches/find-nodes.ts';
import { folderOf } from './patch-files.ts';

const TESTS = `import pytest
@pytest.mark.parametrize('x', [1, 2])
def test_a(x):
    assert x
def helper(): pass
class TestB:
    def test_c(self):
        assert True
`;
const nodesOf = ({ nodes }: { nodes: readonly { node: string }[] }) => nodes.map(({ node }) => node);

test('a column per test function, cases together, with its source', async () => {
  const root = folderOf({ 'x.py': '' });
  const folder = folderOf({ 'm1/test_i.py': TESTS, 'conftest.py': '', 'data.txt': 'x', '.hidden/test_h.py': TESTS });
  const tests = await readTests(folder, root);
  expect(nodesOf(tests)).toEqual(['mutagree_tests/m1/test_i.py::test_a', 'mutagree_tests/m1/test_i.py::TestB::test_c']);
  expect([...tests.files.keys()].sort()).toEqual([
    'mutagree_tests/conftest.py',
    'mutagree_tests/data.txt',
    'mutagree_tests/m1/test_i.py',
  ]);
  expect(tests.nodes[0]?.source).toContain("parametrize('x', [1, 2])");
});

test('tests in the tree stay where they are; texts get names', async () => {
  const root = folderOf({ 'tests/new/test_i.py': TESTS });
  expect(nodesOf(await readTests(join(root, 'tests/new'), root))[0]).toBe('tests/new/test_i.py::test_a');
  expect(nodesOf(testsFrom({ 'test_1.py': 'def test_x(): pass\n' }))).toEqual(['mutagree_tests/test_1.py::test_x']);
  await expect(readTests(join(root, 'nowhere'), root)).rejects.toMatchObject({ code: 'tests-missing' });
});

const root = folderOf({
  'tests/test_a.py': TESTS,
  'tests/deep/test_b.py': 'class Base:\n    def test_in(self): pass\nclass TestD(Base): pass\n',
  'tests/helpers.py': 'def test_not(): pass\n',
  'pkg/test_c.py': 'def test_c(): pass\n',
});
const A = ['tests/test_a.py::test_a', 'tests/test_a.py::TestB::test_c'];
const B = ['tests/deep/test_b.py::TestD::test_in'];
test.each([
  ['tests/**', [...B, ...A]],
  ['tests', [...B, ...A]],
  ['tests/*.py', A],
  ['**/test_[ab].py', null],
  ['tests/test_?.py', A],
  ['./tests/deep/', B],
  ['tests/test_a.py::test_a[1]', ['tests/test_a.py::test_a[1]']],
  ['pkg/test_c.py', ['pkg/test_c.py::test_c']],
  ['tests/helpers.py', null],
  ['tests/none.py::test_x', null],
])('%s', async (spec, expected) => {
  const found = regressionTests(root, [spec]);
  if (expected) expect(nodesOf(await found)).toEqual(expected);
  else await expect(found).rejects.toMatchObject({ code: 'regression-missing', hint: expect.stringMatching(/glob/) });
});

test('each once', async () => {
  expect(nodesOf(await regressionTests(root, ['tests/*.py', 'tests/test_a.py']))).toEqual(A);
});
