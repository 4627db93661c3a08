import { expect, test } from 'vitest';
import type { SandboxTest } from '../../src/core/sandbox.ts';
import { assertionNote } from '../../src/pipeline/7-evaluate/check-official-tests.ts';
import { assertsNothing } from '../../src/python-source/tests/test-purpose.ts';

const assertion = (code: string): Pick<SandboxTest, 'body'> => ({ body: { kind: 'assertion', code } });
const MODULE = `import unittest
class TestF(unittest.TestCase):
    def test_idle(self):
        f(1)
    def test_value(self):
        self.assertEqual(f(1), 1)
    def test_helper(self):
        self.check(1)
    def test_raises(self):
        with self.assertRaises(ValueError):
            f(None)
class TestG(TestF):
    def test_value(self):
        print(f(1))
def test_plain():
    f(2)
`;
const method = (name: string): Pick<SandboxTest, 'body'> => ({
  body: { kind: 'method', module: MODULE, method: name },
});

test.each([
  ['f(1)', true],
  ['result = f(1)\nprint(result)', true],
  ['f(1) == 1', true],
  ['assert f(1) == 1', false],
  ['if f(1) != 1:\n    raise ValueError', false],
  ['import numpy as np\nnp.testing.assert_allclose(f(1), 1)', false],
  ['import pytest\nwith pytest.raises(ValueError):\n    f(1)', false],
  ['def check(candidate):\n    assert candidate(1) == 1\ncheck(f)', false],
])('%j asserts nothing: %s', (code, idle) => {
  expect(assertsNothing(assertion(code))).toBe(idle);
});

test.each([
  ['TestF.test_idle', true],
  ['TestF.test_value', false],
  ['TestF.test_helper', false],
  ['TestF.test_raises', false],
  ['TestG.test_value', true],
  ['test_plain', true],
])('the method %s of a module asserts nothing: %s', (name, idle) => {
  expect(assertsNothing(method(name))).toBe(idle);
});

test('pairs of input and output, and calls, have what they expect beside them', () => {
  expect(assertsNothing({ body: { kind: 'stdio', stdin: '', expectedStdout: '' } })).toBe(false);
});

test('the note counts tests and names tasks', () => {
  const idle = [assertion('f(1)'), assertion('assert f(1) == 1')];
  expect(assertionNote('generated test', [{ taskId: 'a', tests: [assertion('assert f(1) == 1')] }])).toBeNull();
  expect(assertionNote('generated test', [{ taskId: 'a', tests: idle }])).toBe(
    '1 generated test asserts nothing, so that any program passes that raises nothing: "a" (1)',
  );
  const many = Array.from({ length: 7 }, (_, at) => ({ taskId: `${at}`, tests: idle }));
  expect(assertionNote('official test', many)).toMatch(
    /^7 official tests assert nothing, .*"4" \(1\), and 2 tasks more$/,
  );
});
