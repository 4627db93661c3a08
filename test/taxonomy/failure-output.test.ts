import { expect, it } from 'vitest';
import { failureOutput } from '../../src/taxonomy/failure-output.ts';
import { readPytestFailure } from '../../src/taxonomy/pytest-failure.ts';

const check = 'def check(f):\n    assert f(1) == 2\n    assert f(2) == 3\ncheck(f)';
const program = 'def f(x):\n    return x.size\n';
const nothing = { test: null, expected: null, returned: null, detail: null, traceback: null };
const read = (sighting: object) => readPytestFailure(failureOutput({ ...nothing, ...sighting }), program);

it('shows the assertion that failed with both values', () => {
  const traceback =
    'Traceback (most recent call last):\n  File "test.py", line 4, in <module>\n    check(f)\n  File "test.py", line 3, in check\n    assert f(2) == 3\nAssertionError';
  const [error] = read({ test: check, returned: '2; 7', detail: 'AssertionError', traceback }).errors;
  expect(error).toMatchObject({ type: 'AssertionError', sourceLine: 'assert f(2) == 3', raisedIn: 'test' });
  expect(error?.message).toBe('assert 7 == 3');
});

it('shows the line of the program that raised', () => {
  const traceback =
    'Traceback (most recent call last):\n  File "test.py", line 1, in <module>\n    assert f(1) == 2\n  File "program.py", line 2, in f\n    return x.size\n           ^^^^^^\nAttributeError: no size';
  const [error] = read({ test: 'assert f(1) == 2', detail: 'AttributeError: no size', traceback }).errors;
  expect(error).toMatchObject({ type: 'AttributeError', sourceLine: 'return x.size', raisedIn: 'candidate' });
});

it('says that a program was ended, and nothing where nothing is known', () => {
  expect(read({ detail: 'timeout' }).errors[0]).toMatchObject({ type: 'TimeoutError', message: 'timed out' });
  expect(failureOutput(nothing)).toBe('');
});
