import { describe, expect, test } from 'vitest';
import { funcNeutralMutator } from '../../mutators/naming/func-neutral-mutator.ts';
import { paramRenameMutator } from '../../mutators/naming/param-rename-mutator.ts';
import { outcomesOf } from './prompts.ts';

describe('name-func-neutral', () => {
  test('renames definition, calls, mentions and examples', () => {
    const prompt =
      'def sum_all(xs):\n    """sum_all adds; see `sum_all` and sum_all(xs).\n\n    >>> sum_all([1])\n    1\n    """\n';
    expect(outcomesOf(funcNeutralMutator, prompt, 'sum_all').texts).toEqual([
      prompt.replaceAll('sum_all', 'solve_task'),
    ]);
  });

  test('keeps an English word that only looks like a mention, where it is capitalised', () => {
    const prompt = 'def add(x, y):\n    """Add x and y."""\n';
    expect(outcomesOf(funcNeutralMutator, prompt, 'add').texts).toEqual([
      'def solve_task(x, y):\n    """Add x and y."""\n',
    ]);
  });

  test('gives a nameless function its name', () => {
    expect(outcomesOf(funcNeutralMutator, 'Write a function to add.', 'plus').texts).toEqual([
      'Write a function named solve_task to add.',
    ]);
  });

  test('finds the name that a free text gives', () => {
    expect(
      outcomesOf(funcNeutralMutator, 'Generate a function called invert that flips. >>> invert(1)\n-1\n').texts,
    ).toEqual(['Generate a function called solve_task that flips. >>> solve_task(1)\n-1\n']);
  });

  test('takes another name where the first is taken', () => {
    expect(outcomesOf(funcNeutralMutator, 'def f_1(solve_task):\n    """Sort."""\n', 'f_1').texts[0]).toContain(
      'def solve_problem(',
    );
  });

  test.each([
    ['name-is-a-word', 'def add(x, y):\n    """It will add x and y."""\n', 'add'],
    ['name-is-a-word', 'def fib4(n):\n    """The n-th element of the fib4 sequence."""\n', 'fib4'],
    ['method-name', 'Write a function called `my_go` for the class `Car` that drives.', null],
    ['method-name', 'Write the `go` method.\n```python\nclass A:\n    def go(self):\n```\n', null],
    ['dunder-name', 'Write the `__init__` method of a class.', null],
    ['name-in-attribute', 'def my_f(x):\n    """Like other.my_f does."""\n', 'my_f'],
    ['name-in-code', 'def my_f(x):\n    """Sort."""\n    return my_f(x - 1)\n', 'my_f'],
    ['name-not-in-prompt', 'Sort the list.', 'my_f'],
    ['no-function-name', 'Sort the list.', null],
  ])('refuses %s', (reason, text, entryPoint) => {
    expect(outcomesOf(funcNeutralMutator, text, entryPoint)).toEqual({ texts: [], reasons: [reason] });
  });
});

describe('name-param-rename', () => {
  test('renames signature, prose, keyword arguments and expressions', () => {
    const prompt =
      'def f(lst, k=2):\n    """Cut lst after k, 1 <= k <= len(lst).\n\n    >>> f([1], k=3)\n    "lst k"\n    """\n';
    expect(outcomesOf(paramRenameMutator, prompt, 'f').texts[0]).toBe(
      'def f(arg_a, arg_b=2):\n    """Cut arg_a after arg_b, 1 <= arg_b <= len(arg_a).\n\n    >>> f([1], arg_b=3)\n    "lst k"\n    """\n',
    );
  });

  test('leaves the same name of another function alone', () => {
    const prompt = 'def g(xs):\n    return xs\n\ndef f(xs):\n    """Sort xs."""\n';
    expect(outcomesOf(paramRenameMutator, prompt, 'f').texts[0]).toBe(
      'def g(xs):\n    return xs\n\ndef f(arg_a):\n    """Sort arg_a."""\n',
    );
  });

  test('keeps a parameter whose name is an English word of the prompt', () => {
    expect(outcomesOf(paramRenameMutator, 'def f(string, k):\n    """Cut the string after k."""\n', 'f').texts[0]).toBe(
      'def f(string, arg_b):\n    """Cut the string after arg_b."""\n',
    );
  });

  test.each([
    ['name-in-formula', 'def f(n):\n    """Find the nth one."""\n'],
    ['name-in-formula', 'def f(n):\n    """Add up to N."""\n'],
    ['name-in-literal', 'def f(x):\n    """Count each \'x\' of it."""\n'],
    ['name-in-math', 'def f(x):\n    """Add $x^2$ of it."""\n'],
    ['name-in-body', 'def f(xs):\n    """Sort."""\n    ys = xs\n'],
    ['keyword-catch-all', 'def f(xs, **more):\n    """Sort."""\n'],
    ['reflection', 'def f(xs):\n    """Sort with getattr."""\n'],
    ['no-parameters', 'def f():\n    """Sort."""\n'],
    ['no-signature', 'Write a function to sort.'],
  ])('refuses %s', (reason, text) => {
    const { texts, reasons } = outcomesOf(paramRenameMutator, text, text.startsWith('def') ? 'f' : null);
    expect(texts).toEqual([]);
    expect(new Set(reasons)).toEqual(new Set([reason]));
  });
});
