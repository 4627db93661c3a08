import { describe, expect, test } from 'vitest';
import { type CandidateRules, findCandidates } from '../../src/collect/candidates.ts';
import { findTests, testLinks } from '../../src/collect/link-tests.ts';
import { Project } from '../../src/collect/project.ts';
import { readModule } from '../../src/collect/read-module.ts';
import { liftFunction } from '../../src/python-source/replies/replace-function.ts';

const FILES: Readonly<Record<string, string>> = {
  'pkg/__init__.py': 'from .core import Model as Model, scale\nfrom .more import *\n',
  'pkg/core.py': `
from pkg import more
from .more import helper

class Base:
    def fit(self, x):
        """Fits the model to the data x, which is a list of ten or more numbers."""
        self.mean = helper(x)
        y = x
        return self

class Model(Base):
    def __init__(self, size):
        self.size = size
        self.inner = more.Inner()

    def predict(self, x):
        return self.inner.run(x)

    @property
    def name(self):
        return 'model'

def scale(x, factor=2):
    """Scales a tensor by a factor and gives it back, which is what every layer needs."""
    if factor == 0:
        raise ValueError(factor)
    y = helper(x)
    return [each * factor for each in y]

def undocumented(x):
    a = x
    b = a
    return b
`,
  'pkg/more.py': `
def helper(x):
    return x

class Inner:
    def run(self, x):
        return x
    def __call__(self, x):
        return x

def starred(x):
    return x
`,
  'tests/conftest.py': `
import pytest
from pkg import Model

@pytest.fixture
def model():
    return Model(3)
`,
  'tests/test_core.py': `
import unittest
import pytest
import pkg
from pkg import core as under_test
from pkg.core import scale, undocumented as plain

FUNCTIONS = [plain, pkg.starred]

def check(f):
    return under_test.scale([1])

def test_direct():
    assert scale([1]) == [2]

def test_through_helper():
    check(1)

def test_fixture(model):
    model.fit([1]).predict([1])

@pytest.mark.parametrize('f', FUNCTIONS)
def test_parametrized(f):
    assert f(1) == 1

def test_lambda():
    with pytest.raises(ValueError):
        (lambda: scale([1], factor=0))()

class Shared:
    def test_inherited(self):
        self.make().fit([1])

class TestModel(Shared, unittest.TestCase):
    def setUp(self):
        self.model = pkg.Model(1)

    def make(self):
        return pkg.Model(2)

    def test_attribute(self):
        self.model.predict([1])

    def test_plain(self):
        plain(1)
        plain(2)

def test_call_of_object():
    inner = pkg.more.Inner()
    inner(1)

def test_local_name_hides_an_import():
    for scale in [1]:
        scale
`,
};

const project = (files: Readonly<Record<string, string>> = FILES) =>
  new Project(Object.entries(files).map(([path, source]) => readModule(path, source)));

/** \`test -> functions at no distance\`, by names. */
function directLinks(): Record<string, string[]> {
  const read = project();
  const linksOf = testLinks(read);
  const targetsOf = (found: Parameters<typeof linksOf>[0]) =>
    linksOf(found, 1).map(({ target }) => target.replace(/^pkg\//, ''));
  return Object.fromEntries(
    findTests(read).map((found) => [found.node.replace('tests/test_core.py::', ''), targetsOf(found).sort()]),
  );
}

/** The links of a project's first test. */
function linksIn(distance: number, files = FILES) {
  const read = project(files);
  const [first] = findTests(read);
  if (!first) throw new Error('no test');
  return testLinks(read)(first, distance);
}

describe('links from tests to functions', () => {
  const links = directLinks();

  test.each<[string, string[]]>([
    ['test_direct', ['core.py::scale']],
    ['test_through_helper', ['core.py::scale']],
    ['test_fixture', ['core.py::Base.fit', 'core.py::Model.__init__', 'core.py::Model.predict']],
    ['test_parametrized', ['core.py::undocumented', 'more.py::starred']],
    ['test_lambda', ['core.py::scale']],
    ['TestModel::test_inherited', ['core.py::Base.fit', 'core.py::Model.__init__']],
    ['TestModel::test_attribute', ['core.py::Model.__init__', 'core.py::Model.predict']],
    ['test_call_of_object', ['more.py::Inner.__call__']],
  ])('%s', (name, expected) => {
    expect(links[name]).toEqual(expected);
  });

  test('a class without tests of its own kind is no test', () => {
    expect(Object.keys(links).some((name) => name.startsWith('Shared'))).toBe(false);
  });

  test('farther functions have their distance', () => {
    const far = { node: 'tests/test_core.py::test_direct', target: 'pkg/more.py::helper', distance: 2 };
    expect(linksIn(2)).toContainEqual(far);
  });

  test('names that objects of JavaScript have are names like any other', () => {
    const targets = linksIn(1, {
      'a.py': 'def constructor():\n    pass\ndef toString(x):\n    return x\n',
      'test_a.py':
        'from a import constructor, toString\ndef test_x():\n    hasOwnProperty = toString\n    hasOwnProperty(constructor())\n',
    }).map(({ target }) => target);
    expect(targets.sort()).toEqual(['a.py::constructor', 'a.py::toString']);
  });

  test('files that import each other, and classes that inherit from themselves, come to an end', () => {
    const round = {
      'a.py': 'from b import *\nfrom b import f\nclass A(A):\n    pass\n',
      'b.py': 'from a import *\nfrom a import f\n',
      'test_a.py': 'import a\ndef test_x():\n    a.f()\n    a.A().g()\n',
    };
    expect(linksIn(3, round)).toEqual([]);
  });
});

describe('candidates', () => {
  const rules: CandidateRules = { leastTests: 3, leastWords: 10, leastStatements: 3, distance: 1, subject: null };

  test('have tests, words and statements; every step is counted', () => {
    const { candidates, funnel } = findCandidates(project(), rules);
    expect(candidates.map(({ target }) => target)).toEqual(['pkg/core.py::scale']);
    expect(candidates[0]?.nodes).toHaveLength(3);
    const counts = funnel.map(({ functions }) => functions);
    expect([...counts].sort((a, b) => b - a)).toEqual(counts);
    expect(funnel[0]).toEqual({ step: 'functions', functions: 10 });
  });

  test('serve a subject where one is asked for', () => {
    const found = (subject: string) => findCandidates(project(), { ...rules, subject: new Set([subject]) }).candidates;
    expect(found('tensor')).toHaveLength(1);
    expect(found('graph')).toHaveLength(0);
  });
});

test('a function as a program: its stub keeps decorators and signature, and raises', () => {
  const source = 'class A:\n    @staticmethod\n    def f(x,\n          y=1):\n        """Doc."""\n        return x\n';
  const lifted = liftFunction(source, 'f', 'A');
  expect(lifted?.stub).toMatch(/^@staticmethod\ndef f\(x,\n\s*y=1\):\n {4}raise NotImplementedError\n$/);
  expect(lifted?.reference).toContain('return x');
  expect(liftFunction(source, 'g', 'A')).toBeNull();
});
