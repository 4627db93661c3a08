import { describe, expect, test } from 'vitest';
import { mbppFormat } from '../../../src/datasets/formats/mbpp-format.ts';
import { testedFunction } from '../../../src/datasets/formats/tested-function.ts';
import { examplesOf, loadFrom } from '../example-files.ts';

const [smallest, hypotenuse] = examplesOf('mbpp');
const load = loadFrom(mbppFormat, 'mbpp.jsonl');

test('a raw record: mutators see the text, prompting learns the name and one test', () => {
  const [task] = load(smallest).tasks;
  expect(task).toMatchObject({
    id: '1',
    prompt: { text: smallest.text },
    entryPoint: 'smallest',
    completesPrompt: false,
    interfaceHint: { functionName: 'smallest', exampleTest: 'assert smallest([3, 1]) == 1' },
  });
  expect(task?.reservedNames).toEqual(expect.arrayContaining(['numbers', 'smallest', 'min']));
});

test('each test is checked by itself, after the setup; challenge tests are not official', () => {
  const oracle = load(smallest, hypotenuse).oracles.open('2');
  expect(oracle.tests.map(({ body }) => body)).toEqual(
    (hypotenuse.test_list as string[]).map((code) => ({ kind: 'assertion', code })),
  );
  expect(new Set(oracle.tests.map(({ id }) => id)).size).toBe(2);
  expect(oracle.setup).toBe('import math');
  expect(load(smallest).oracles.open('1').tests).toHaveLength(2);
});

describe("EvalPlus's export, with its suite in `test`", () => {
  const suite = 'import numpy as np\nfor args, want in [([[3, 1]], 1)]:\n    assert np.allclose(smallest(*args), want)';

  test('has the suite as its plus part, the asserts as its base part', () => {
    const { tests, timeoutMs } = load({ ...smallest, test: suite }).oracles.open('1');
    expect(tests.map(({ part }) => part)).toEqual(['base', 'base', 'plus']);
    expect(tests.at(-1)?.body).toEqual({ kind: 'assertion', code: suite });
    expect(timeoutMs).toBeGreaterThan(load(smallest).oracles.open('1').timeoutMs);
  });

  test('is renamed in the suite, too', () => {
    const renames = { smallest: 'least' };
    const renamed = mbppFormat.rewrite({ ...smallest, test: suite }, { promptText: 'p', renames });
    expect(renamed.test).toBe(suite.replace('smallest', 'least'));
    expect(renamed.test_list).toEqual((smallest.test_list as string[]).map((t) => t.replaceAll('smallest', 'least')));
  });
});

test('the reference has plain line ends', () => {
  expect(load(smallest).oracles.open('1').reference).toBe('def smallest(numbers):\n  return min(numbers)');
});

test('without a reference, the tests name the function', () => {
  const { tasks, oracles } = load({ ...smallest, code: undefined });
  expect(tasks[0]?.entryPoint).toBe('smallest');
  expect(oracles.open('1').reference).toBeUndefined();
});

describe('the function under test', () => {
  const reference = 'import math\ndef helper(x):\n  return x\ndef main(x):\n  return helper(x)\nclass Pair:\n  pass\n';
  test.each([
    ['called by itself', ['assert main(1) == 1'], 'main'],
    ['inside a library call', ['assert math.isclose(main(1), 1.0)'], 'main'],
    ['inside a builtin', ['assert set(main([1])) == set([1])', 'assert not main(2)'], 'main'],
    ['around another function', ['assert main(helper(1)) == 1'], 'main'],
    ['in most tests, though another comes first in one', ['assert helper(main(1))', 'assert main(2) == 2'], 'main'],
    ['with a space before the bracket', ['assert main (1) == 1'], 'main'],
    ['with a class in its arguments', ['assert main([Pair(), Pair()])'], 'main'],
  ])('%s', (_, tests, expected) => {
    expect(testedFunction(reference, tests)).toBe(expected);
  });

  test('is none where no test calls what the reference defines', () => {
    expect(testedFunction(reference, ['assert len([]) == 0', 'assert x.main(1)'])).toBeNull();
    expect(() => load({ ...smallest, test_list: ['assert largest([1]) == 1'] })).toThrow(
      'mbpp.jsonl line 1: field "test_list" calls no function that "code" defines',
    );
  });
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['no test', { test_list: [] }, 'field "test_list" is an empty list; expected at least one test'],
  ['a number', { test_list: ['assert smallest([1])', 4] }, 'field "test_list[1]" is a number; expected text'],
  ['no text', { text: undefined }, 'field "text" is missing; expected text'],
  ['an empty code', { code: '' }, 'field "code" is empty; expected text'],
])('a record with %s', (_, change, message) => {
  expect(() => load(hypotenuse, { ...smallest, ...change })).toThrow(`mbpp.jsonl line 2: ${message}`);
});
