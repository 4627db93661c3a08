import { expect, it } from 'vitest';
import { readPytestFailure } from '../../src/taxonomy/pytest-failure.ts';
import { sampleFailure } from './taxonomy-samples.ts';

it('reads the error and where it was raised, of the failing session alone', () => {
  const { generated, pytestOutput } = sampleFailure();
  const read = readPytestFailure(pytestOutput, generated);
  const [message, sourceLine] = ["module 'torch' has no attribute 'scaled'", 'return torch.scaled(rows, factor)'];
  expect(read.errors).toEqual([{ type: 'AttributeError', message, detail: '', raisedIn: 'candidate', sourceLine }]);
});

it('falls back on the closing summary where the traceback is cut off', () => {
  const output =
    'FAILED tests/test_a.py::test_x - TypeError: f() missing 1 required positional argument\n1 failed in 0.1s';
  expect(readPytestFailure(output, '').errors).toMatchObject([{ type: 'TypeError', raisedIn: 'unknown' }]);
});

it('takes an assertion in a test as raised there, and a plain traceback as an error', () => {
  const asserted = '>       assert f() == 1\nE       assert 2 == 1\n\ntests/test_a.py:9: AssertionError\n1 failed';
  expect(readPytestFailure(asserted, '').errors).toMatchObject([{ type: 'AssertionError', raisedIn: 'test' }]);
  const plain = 'Traceback (most recent call last):\n  File "x.py", line 1\nKeyError: 3\n';
  expect(readPytestFailure(plain, '').errors).toMatchObject([{ type: 'KeyError', message: '3' }]);
});

it('falls back on the line that closes a traceback where only its end is left', () => {
  const output =
    'venv/lib/python3.10/site-packages/numpy/core/fromnumeric.py:3502: TypeError\nFAILED test_a.py::test_x\n';
  expect(readPytestFailure(output, '').errors).toMatchObject([{ type: 'TypeError', message: '', raisedIn: 'library' }]);
});

it('sees no failure in a session that passes', () => {
  expect(readPytestFailure('=== test session starts ===\n3 passed in 0.1s', '')).toMatchObject({
    text: '',
    errors: [],
  });
});
