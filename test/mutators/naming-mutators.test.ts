import { describe, expect, test } from 'vitest';
import { selectMutators } from '../../mutators/index.ts';
import { funcAdversarialMutator } from '../../mutators/naming/func-adversarial-mutator.ts';
import { funcCaseMutator } from '../../mutators/naming/func-case-mutator.ts';
import { funcNeutralMutator } from '../../mutators/naming/func-neutral-mutator.ts';
import { funcTaskMutator } from '../../mutators/naming/func-task-mutator.ts';
import { paramCaseMutator } from '../../mutators/naming/param-case-mutator.ts';
import { paramRenameMutator } from '../../mutators/naming/param-rename-mutator.ts';
import { createRng } from '../../src/core/random.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';
import { functionNamePlaces } from '../../src/python-source/renaming/name-places.ts';
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
    expect(outcomesOf(funcNeutralMutator, 'Write a function to add two numbers.', 'plus').texts).toEqual([
      'Write a function named solve_task to add two numbers.',
    ]);
  });

  test('finds the name that a free text gives', () => {
    expect(
      outcomesOf(funcNeutralMutator, 'Generate a function called invert that flips. >>> invert(1)\n-1\n').texts,
    ).toEqual(['Generate a function called solve_task that flips. >>> solve_task(1)\n-1\n']);
  });

  test('takes an empty entry point for none, with comments about', () => {
    expect(outcomesOf(funcNeutralMutator, 'def tally(xs):  # counts\n', '').texts).toEqual([
      'def solve_task(xs):  # counts\n',
    ]);
    expect(functionNamePlaces('# a comment\n', '')).toEqual([]);
  });

  test('takes another name where the first is taken', () => {
    expect(outcomesOf(funcNeutralMutator, 'def f_1(solve_task):\n    """Sort."""\n', 'f_1').texts[0]).toContain(
      'def solve_problem(',
    );
  });

  test('follows the scopes of the code, and what its comments and docstrings explain', () => {
    const prompt = `Write \`run_it\`.
\`\`\`python
@cache
async def run_it(n):
    """See run_it(2)."""
    # run_it calls itself
    def inner(run_it):
        return [run_it for _ in f"{run_it}"]
    return (lambda run_it: run_it)(await run_it(n - 1)) + inner(run_it)
\`\`\`
For example:
\`\`\`python
out = run_it(3)
\`\`\`
`;
    const renamed = prompt
      .replaceAll('run_it', 'solve_task')
      .replace(/inner\(solve_task\):.*\n.*\n/, 'inner(run_it):\n        return [run_it for _ in f"{run_it}"]\n')
      .replace('lambda solve_task: solve_task', 'lambda run_it: run_it');
    expect(outcomesOf(funcNeutralMutator, prompt, 'run_it').texts).toEqual([renamed]);
  });

  test('a doctest whose output shows the name follows', () => {
    const prompt = 'def my_f(x):\n    """Sort.\n\n    >>> my_f.__name__\n    \'my_f\'\n    """\n';
    expect(outcomesOf(funcNeutralMutator, prompt, 'my_f').texts).toEqual([prompt.replaceAll('my_f', 'solve_task')]);
  });

  test.each([
    ['name-is-a-word', 'def add(x, y):\n    """It will add x and y."""\n', 'add'],
    ['name-is-a-word', 'def fib4(n):\n    """The n-th element of the fib4 sequence."""\n', 'fib4'],
    ['method-of-hidden-class', 'Write a function called `my_go` for the class `Car` that drives.', null],
    ['method-of-hidden-class', 'Write a function called `my_go` for the following class that drives.', null],
    ['method-of-hidden-class', 'Generate a Python class called my_go that drives, with a function my_go.', null],
    [
      'method-of-hidden-class',
      'Write `go_on`.\n```python\nclass A:\n    def __init__(self):\n        pass\n```\n',
      'go_on',
    ],
    ['class-inherits', 'Write the `go` method.\n```python\nclass A(Base):\n    def go(self):\n```\n', null],
    [
      'class-is-inherited',
      'Write `go`.\n```python\nclass A:\n    def go(self):\n        pass\n\nclass B(A):\n    pass\n```\n',
      'go',
    ],
    ['name-of-protocol', 'Write the `fit` method.\n```python\nclass A:\n    def fit(self, data):\n```\n', null],
    [
      'method-is-decorated',
      'Write `go`.\n```python\nclass A:\n    @property\n    def go(self):\n        pass\n```\n',
      'go',
    ],
    [
      'method-is-decorated',
      'Write `go`.\n```python\n@register\nclass A:\n    def go(self):\n        pass\n```\n',
      'go',
    ],
    ['called-by-name', 'Write `go`.\n```python\nclass A:\n    def go(self):\n        pass\n\nA().go()\n```\n', 'go'],
    [
      'several-methods',
      'Write `go`.\n```python\nclass A:\n    def go(self):\n        pass\n\nclass B:\n    def go(self):\n        pass\n```\n',
      'go',
    ],
    ['name-in-code', 'Write `go`.\n```python\nclass A:\n    def go(self):\n        return go(self)\n```\n', 'go'],
    ['dunder-name', 'Write the `__init__` method of a class.', null],
    ['name-in-attribute', 'def my_f(x):\n    """Like other.my_f does."""\n', 'my_f'],
    ['method-of-hidden-class', 'Write `go_on` for the `Car` class that drives.', 'go_on'],
    ['method-of-hidden-class', 'Write the `go_on` method that drives.', 'go_on'],
    ['method-of-hidden-class', 'Complete it:\n```python\ndef go_on(self, x):\n```\n', 'go_on'],
    ['name-in-code', 'def my_f(x):\n    """Sort."""\n    raise ValueError("my_f failed")\n', 'my_f'],
    ['name-in-code', 'def add(x):\n    """Sort."""\n    # add them\n', 'add'],
    ['name-too-long', 'Write a function to go.', 'my_f'],
    ['name-not-in-prompt', 'Sort the list.', 'my_f'],
    ['no-function-name', 'Sort the list.', null],
  ])('refuses %s', (reason, text, entryPoint) => {
    expect(outcomesOf(funcNeutralMutator, text, entryPoint)).toEqual({ texts: [], reasons: [reason] });
  });
});

describe('a method', () => {
  test('is renamed where its class inherits nothing and nobody calls it', () => {
    const prompt =
      'Write a function `save_model` for the class `DDPG` that saves it.\n\n```python\nclass DDPG(object):\n    def __init__(self):\n        self.actor = None\n\n    @classmethod\n    def save_model(self, output):\n        # save_model writes it\n```\n';
    expect(outcomesOf(funcNeutralMutator, prompt, null).texts).toEqual([prompt.replaceAll('save_model', 'solve_task')]);
    expect(outcomesOf(funcNeutralMutator, prompt, 'save_model').texts).toEqual([
      prompt.replaceAll('save_model', 'solve_task'),
    ]);
  });

  test.each([
    'Generate a Python function called rand_score that compares ground truth class labels.',
    'Generate a Python function called rand_score that handles class imbalance by the softmin method.',
    'Generate a Python function called rand_score that moves it with the model.cuda() method.',
  ])('is not what "%s" asks for', (prompt) => {
    expect(outcomesOf(funcNeutralMutator, prompt, null).texts).toEqual([prompt.replace('rand_score', 'solve_task')]);
  });
});

describe('name-param-case', () => {
  test('renames what no sentence mentions, too, and keeps single words', () => {
    const prompt =
      'Write `save_all`.\n```python\nclass A(Base):\n    def save_all(self, file_path, numFiles, name):\n        pass\n```\nAt most `numFiles` are written.\n';
    expect(outcomesOf(paramCaseMutator, prompt, 'save_all').texts).toEqual([
      prompt.replaceAll('file_path', 'filePath').replaceAll('numFiles', 'num_files'),
    ]);
  });

  test.each([
    ['one-word-names', 'def f(xs, k):\n    """Sort."""\n'],
    ['no-fresh-name', 'def f(my_x, k):\n    """Sort myX."""\n'],
    ['keyword-catch-all', 'def f(my_x, **more):\n    """Sort."""\n'],
  ])('refuses %s', (reason, text) => {
    expect(outcomesOf(paramCaseMutator, text, 'f')).toEqual({ texts: [], reasons: [reason] });
  });
});

describe('name-func-case', () => {
  test.each([
    ['has_close_elements', 'hasCloseElements'],
    ['hasCloseElements', 'has_close_elements'],
    ['is_Prime', 'isPrime'],
    ['find_LCS', 'findLCS'],
    ['parseHTMLPage', 'parse_html_page'],
    ['_jpeg_decode', '_jpegDecode'],
    ['MAX_SUM', 'maxSum'],
    ['stringToMd5', 'string_to_md5'],
  ])('%s <-> %s', (old, renamed) => {
    const prompt = `def ${old}(xs):\n    """Sort.\n\n    >>> ${old}([])\n    """\n`;
    expect(outcomesOf(funcCaseMutator, prompt, old).texts).toEqual([prompt.replaceAll(old, renamed)]);
  });

  test.each([
    ['one-word-name', 'def solve(xs):\n    """Sort."""\n', 'solve'],
    ['one-word-name', 'def f_2_3(xs):\n    """Sort."""\n', 'f_2_3'],
    ['no-fresh-name', 'def my_f(xs):\n    """Like myF."""\n', 'my_f'],
  ])('refuses %s', (reason, text, entryPoint) => {
    expect(outcomesOf(funcCaseMutator, text, entryPoint)).toEqual({ texts: [], reasons: [reason] });
  });
});

describe('name-func-task', () => {
  // A name may be half as long as its prompt.
  const rest = '    The rest of the text says more about it at some length.\n';
  const nameFor = (text: string) => {
    const { texts, reasons } = outcomesOf(funcTaskMutator, `def f_1(x):\n    """${text}\n${rest}"""\n`, 'f_1');
    return /def (\w+)/.exec(texts[0] ?? '')?.[1] ?? reasons.join();
  };

  test.each([
    ['Return sorted unique elements in a list.', 'return_sorted_unique_elements_in_list'],
    ['Given a list of numbers, find the largest even one.', 'find_largest_even'],
    ['Check if the string is a palindrome.', 'check_if_string_is_palindrome'],
    ['xs are words.\n    Sort the words by length.', 'sort_words_by_length'],
  ])('%s -> %s', (text, name) => expect(nameFor(text)).toBe(name));

  test.each([
    ['half of a condition would be another', 'Check if the number is a power of `n` and odd.', 'no-request-found'],
    ['what a code name stands for is left out', 'Return a list of `torch.Tensor`.', 'return_list'],
    ['the program itself is not a task', 'Create a function `f_1`.', 'no-request-found'],
    ['a special case is not a task', 'xs are words.\n    If empty, return the empty list.', 'no-request-found'],
  ])('%s', (_, text, name) => expect(nameFor(text)).toBe(name));

  test('a function without a name gets one that a short request can bear', () => {
    const request = 'Write a function to find the smallest of all fixed points of a map.';
    expect(outcomesOf(funcTaskMutator, request, 'fp').texts[0]).toBe(
      request.replace('function', 'function named find_smallest'),
    );
    expect(outcomesOf(funcTaskMutator, 'Write a function to find peak.', 'tp').reasons).toEqual(['name-too-long']);
  });

  test('never the words of the old name', () => {
    const prompt = 'def removeSpaces(x):\n    """Remove spaces from the text."""\n';
    expect(outcomesOf(funcTaskMutator, prompt, 'removeSpaces').texts).toEqual([
      prompt.replace('removeSpaces', 'remove_spaces_from_text'),
    ]);
    const short = 'def removeSpaces(x):\n    """Remove spaces."""\n';
    expect(outcomesOf(funcTaskMutator, short, 'removeSpaces').reasons).toEqual(['no-fresh-name']);
  });
});

describe('name-func-adversarial', () => {
  const prompt = 'def add_up(x):\n    """Sort the dates."""\n';
  const outcomes = (seed: number) =>
    [
      ...funcAdversarialMutator.propose(
        { prompt: parsePrompt(prompt, 'add_up'), entryPoint: 'add_up', reservedNames: new Set(['shuffle_cards']) },
        createRng(seed),
      ),
    ].map((outcome) => ('renames' in outcome ? outcome.renames?.add_up : 'refused'));

  test('offers names of other tasks, by seed, that the prompt does not speak of and nobody uses', () => {
    const all = new Set(Array.from({ length: 40 }, (_, seed) => outcomes(seed)).flat());
    expect(all.size).toBeGreaterThan(10);
    expect([...all].filter((name) => /sort|_date|year|shuffle_cards|refused/.test(name ?? ''))).toEqual([]);
    expect(outcomes(3)).toEqual(outcomes(3));
    expect(outcomes(3)).not.toEqual(outcomes(4));
  });

  test('is never chosen by "all"', () => {
    expect(selectMutators('all')).not.toContain(funcAdversarialMutator);
    expect(selectMutators('all', { includeAdversarial: true })).toContain(funcAdversarialMutator);
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

  test('leaves a name that alone tells what its value is', () => {
    const prompt = 'def f(src_dir, dest_dir, n):\n    """Copy all n files of src_dir."""\n';
    const { texts, reasons } = outcomesOf(paramRenameMutator, prompt, 'f');
    expect(texts[0]).toBe('def f(arg_a, dest_dir, arg_c):\n    """Copy all arg_c files of arg_a."""\n');
    expect(reasons).toContain('role-only-in-name');
  });

  test('follows the scopes of a body that is given, and its comments', () => {
    const prompt =
      'def f(xs, k):\n    """Sort."""\n    # xs is sorted\n    def inner(xs):\n        return xs\n    ys = [lambda xs: xs, xs, o.xs, g(xs=xs), f"{xs} xs", f(xs=k, k=1)]\n    return inner(xs=ys)\n';
    expect(outcomesOf(paramRenameMutator, prompt.replace(' xs"', '"'), 'f').texts[0]).toBe(
      'def f(arg_a, arg_b):\n    """Sort."""\n    # arg_a is sorted\n    def inner(xs):\n        return xs\n    ys = [lambda xs: xs, arg_a, o.xs, g(xs=arg_a), f"{arg_a}", f(arg_a=arg_b, arg_b=1)]\n    return inner(xs=ys)\n',
    );
    expect(outcomesOf(paramRenameMutator, prompt, 'f').reasons).toContain('name-in-body');
  });

  test('renames the parameters of a method, whose own name stays', () => {
    const prompt = 'Complete it:\n```python\nclass A:\n    def go(self, xs):\n        return self.go(xs=xs)\n```\n';
    expect(outcomesOf(paramRenameMutator, prompt, 'go').texts[0]).toBe(
      prompt.replace('(self, xs)', '(self, arg_a)').replace('xs=xs', 'arg_a=arg_a'),
    );
  });

  test('a name that stands twice in a broken signature is renamed at both places', () => {
    const prompt = 'def f(tt, tt, k):\n    """Sort tt by k."""\n';
    expect(outcomesOf(paramRenameMutator, prompt, 'f').texts[0]).toBe(
      'def f(arg_a, arg_a, arg_c):\n    """Sort arg_a by arg_c."""\n',
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
    ['name-in-body', 'def f(xs):\n    """Sort."""\n    raise ValueError("xs is empty")\n'],
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
