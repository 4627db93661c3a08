import { expect, test } from 'vitest';
import { toTask } from '../../../src/app/mutate-prompt.ts';
import { givenTests } from '../../../src/app/solving/solution-of.ts';
import { testText } from '../../../src/core/program.ts';

const textsOf = (prompt: string, entryPoint: string | null, said: Parameters<typeof givenTests>[1] = {}) =>
  givenTests(toTask(prompt, entryPoint), said).map(({ body }) => testText(body));

test.each<[string, string, string[]]>([
  [
    'a doctest',
    'def f(x):\n    """Twice.\n\n    >>> f(2)\n    4\n    >>> f(0)\n    0\n    """\n',
    ['assert f(2) == 4', 'assert f(0) == 0'],
  ],
  ['an arrow', 'Return twice x.\n\nExample:\nf(2) -> 4\n', ['assert f(2) == 4']],
  [
    'an equality in a list',
    'Return twice x, as f. Examples:\n- f(2) == 4\n- `f(3) == 6`\n',
    ['assert f(2) == 4', 'assert f(3) == 6'],
  ],
  ['input and output', 'Return twice x, as f.\n\nExample:\nInput: 2\nOutput: 4\n', ['assert f(2) == 4']],
  [
    'named inputs',
    'f finds the target.\n\nExample 1:\nInput: nums = [2, 7], target = 9\nOutput: [0, 1]\n',
    ['assert f([2, 7], 9) == [0, 1]'],
  ],
  [
    'what a session prints',
    'def f(x):\n    """Doc.\n\n    >>> print(f(1))\n    1st\n    >>> print(f("hi"))\n    hi\n    >>> print(f(2), 1)\n    2 1\n    """\n',
    ['assert str(f(1)) == "1st"', 'assert str(f("hi")) == "hi"'],
  ],
  [
    'results that name something, or leave something out',
    'def f(x):\n    """Doc.\n\n    >>> f(0)\n    nan\n    >>> f(1)\n    array([1, 2])\n    >>> f(9)\n    [0, ..., 9]\n    >>> f(2)\n    {1, 2}\n    """\n',
    ['assert str(f(0)) == "nan"', 'assert repr(f(1)) == "array([1, 2])"', 'assert f(2) == {1, 2}'],
  ],
  ['none', 'Return twice x.', []],
  ['prose that mentions the function', 'Return what f(x) would for a larger x.', []],
])('%s', (_, prompt, expected) => {
  expect(textsOf(prompt, 'f', {})).toEqual(expected);
});

test('a session keeps the objects that it makes', () => {
  const prompt = 'Write a class Stack.\n\n>>> s = Stack()\n>>> s.push(1)\n>>> s.pop()\n1\n';
  expect(textsOf(prompt, 'Stack')).toEqual(['s = Stack()\ns.push(1)\nassert s.pop() == 1']);
});

test('what was given by itself comes after the prompt, each once', () => {
  const tests = 'def test_one():\n    assert f(2) == 4\n\ndef test_two():\n    assert f(5) == 10\n';
  expect(textsOf('def f(x):\n    """>>> f(2)\n    4\n    """', 'f', { examples: ['f(3) == 6'], tests })).toEqual([
    'assert f(2) == 4',
    'assert f(3) == 6',
    'assert f(5) == 10',
  ]);
});

test('a script has its pairs; assertions are refused', () => {
  expect(textsOf('Read x, print it twice.\n\nInput: 1\nOutput: 1 1', null)).toEqual(['stdin 1\n\nstdout 1 1']);
  expect(() => textsOf('Read x.', null, { examples: ['f(1) == 2'] })).toThrow(
    expect.objectContaining({ code: 'tests-script' }),
  );
});
