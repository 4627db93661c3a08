import { describe, expect, test } from 'vitest';
import { selectMutators } from '../../mutators/index.ts';
import { funcAdversarialMutator } from '../../mutators/naming/func-adversarial-mutator.ts';
import { createRng } from '../../src/core/random.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';
import { outcomesOf } from './prompts.ts';

const outcomes = (name: string, text: string, entryPoint: string | null = null) => {
  const [mutator] = selectMutators(`name-${name}`);
  if (!mutator) throw new Error(name);
  return outcomesOf(mutator, text, entryPoint);
};
const code = (...lines: readonly string[]) => `\`\`\`python\n${lines.join('\n')}\n\`\`\`\n`;
const method = (...lines: readonly string[]) => code('class A:', ...lines.map((line) => `    ${line}`));

type Prompt = readonly [text: string, entryPoint: string | null];

/** By mutator: prompts that it refuses, by reason. */
const REFUSED: Readonly<Record<string, readonly (readonly [reason: string, ...Prompt])[]>> = {
  'func-neutral': [
    ['name-is-a-word', 'def add(x, y):\n    """It will add x and y."""\n', 'add'],
    ['name-is-a-word', 'def fib4(n):\n    """The n-th element of the fib4 sequence."""\n', 'fib4'],
    ['method-of-hidden-class', 'Write a function called `my_go` for the class `Car` that drives.', null],
    ['method-of-hidden-class', 'Write a function called `my_go` for the following class that drives.', null],
    ['method-of-hidden-class', 'Generate a Python class called my_go that drives, with a function my_go.', null],
    ['method-of-hidden-class', `Write \`go_on\`.\n${method('def __init__(self):', '    pass')}`, 'go_on'],
    ['method-of-hidden-class', 'Write `go_on` for the `Car` class that drives.', 'go_on'],
    ['method-of-hidden-class', 'Write the `go_on` method that drives.', 'go_on'],
    ['method-of-hidden-class', `Complete it:\n${code('def go_on(self, x):')}`, 'go_on'],
    ['class-inherits', `Write the \`go\` method.\n${code('class A(Base):', '    def go(self):')}`, null],
    ['class-is-inherited', `Write \`go\`.\n${method('def go(self):', '    pass\n\nclass B(A):\n    pass')}`, 'go'],
    ['name-of-protocol', `Write the \`fit\` method.\n${method('def fit(self, data):')}`, null],
    ['method-is-decorated', `Write \`go\`.\n${method('@property', 'def go(self):', '    pass')}`, 'go'],
    [
      'method-is-decorated',
      `Write \`go\`.\n${code('@register', 'class A:', '    def go(self):', '        pass')}`,
      'go',
    ],
    ['called-by-name', `Write \`go\`.\n${method('def go(self):', '    pass\n\nA().go()')}`, 'go'],
    [
      'several-methods',
      `Write \`go\`.\n${method('def go(self):', '    pass\n\nclass B:\n    def go(self):\n        pass')}`,
      'go',
    ],
    ['name-in-code', `Write \`go\`.\n${method('def go(self):', '    return go(self)')}`, 'go'],
    ['name-in-code', 'def my_f(x):\n    """Sort."""\n    raise ValueError("my_f failed")\n', 'my_f'],
    ['name-in-code', 'def add(x):\n    """Sort."""\n    # add them\n', 'add'],
    ['dunder-name', 'Write the `__init__` method of a class.', null],
    ['name-in-attribute', 'def my_f(x):\n    """Like other.my_f does."""\n', 'my_f'],
    ['name-too-long', 'Write a function to go.', 'my_f'],
    ['name-not-in-prompt', 'Sort the list.', 'my_f'],
    ['no-function-name', 'Sort the list.', null],
  ],
  'func-case': [
    ['one-word-name', 'def solve(xs):\n    """Sort."""\n', 'solve'],
    ['one-word-name', 'def f_2_3(xs):\n    """Sort."""\n', 'f_2_3'],
    ['no-fresh-name', 'def my_f(xs):\n    """Like myF."""\n', 'my_f'],
  ],
  'func-task': [
    ['name-too-long', 'Write a function to find peak.', 'tp'],
    ['no-fresh-name', 'def removeSpaces(x):\n    """Remove spaces."""\n', 'removeSpaces'],
  ],
  'param-case': [
    ['one-word-names', 'def f(xs, k):\n    """Sort."""\n', 'f'],
    ['no-fresh-name', 'def f(my_x, k):\n    """Sort myX."""\n', 'f'],
    ['keyword-catch-all', 'def f(my_x, **more):\n    """Sort."""\n', 'f'],
  ],
  'param-rename': [
    ['name-in-formula', 'def f(n):\n    """Find the nth one."""\n', 'f'],
    ['name-in-formula', 'def f(n):\n    """Add up to N."""\n', 'f'],
    ['name-in-literal', 'def f(x):\n    """Count each \'x\' of it."""\n', 'f'],
    ['name-in-math', 'def f(x):\n    """Add $x^2$ of it."""\n', 'f'],
    ['name-in-body', 'def f(xs):\n    """Sort."""\n    raise ValueError("xs is empty")\n', 'f'],
    ['keyword-catch-all', 'def f(xs, **more):\n    """Sort."""\n', 'f'],
    ['reflection', 'def f(xs):\n    """Sort with getattr."""\n', 'f'],
    ['no-parameters', 'def f():\n    """Sort."""\n', 'f'],
    ['no-signature', 'Write a function to sort.', null],
  ],
};

test.each(Object.entries(REFUSED).flatMap(([name, rows]) => rows.map((row) => [name, ...row] as const)))(
  'name-%s refuses with %s: %s',
  (name, reason, text, entryPoint) => {
    const { texts, reasons } = outcomes(name, text, entryPoint);
    expect(texts).toEqual([]);
    expect(new Set(reasons)).toEqual(new Set([reason]));
  },
);

describe('name-func-neutral', () => {
  test.each<Prompt>([
    [
      'def sum_all(xs):\n    """sum_all adds; see `sum_all` and sum_all(xs).\n\n    >>> sum_all([1])\n    1\n    """\n',
      'sum_all',
    ],
    ['Generate a function called my_go that flips. >>> my_go(1)\n-1\n', null],
    ['def my_go(xs):  # an empty entry point is none\n', ''],
    ['def my_go(x):\n    """Sort.\n\n    >>> my_go.__name__\n    \'my_go\'\n    """\n', 'my_go'],
    ['Generate a Python function called my_go that compares ground truth class labels.', null],
    ['Generate a function called my_go that handles class imbalance by the softmin method.', null],
    ['Generate a function called my_go that moves it with the model.cuda() method.', null],
    // A method of a class that inherits nothing and that nobody calls.
    [
      `Write a function \`my_go\` for the class \`A\` that saves it.\n\n${code('class A(object):', '    def __init__(self):', '        self.x = None', '', '    @classmethod', '    def my_go(self, out):', '        # my_go writes it')}`,
      null,
    ],
  ])('renames every place of %j', (text, entryPoint) => {
    const name = entryPoint || 'my_go';
    expect(outcomes('func-neutral', text, entryPoint).texts).toEqual([text.replaceAll(name, 'solve_task')]);
  });

  test('keeps an English word that only looks like a mention; takes another name where the first is taken', () => {
    const prompt = 'def add(x, y):\n    """Add x and y."""\n';
    expect(outcomes('func-neutral', prompt, 'add').texts).toEqual([prompt.replace('def add', 'def solve_task')]);
    const taken = 'def f_1(solve_task):\n    """Sort."""\n';
    expect(outcomes('func-neutral', taken, 'f_1').texts[0]).toContain('def solve_problem(');
  });

  test('gives a nameless function its name', () => {
    expect(outcomes('func-neutral', 'Write a function to add two numbers.', 'plus').texts).toEqual([
      'Write a function named solve_task to add two numbers.',
    ]);
  });

  test('follows the scopes of the code, and what its comments and docstrings explain', () => {
    const inner = ['    def inner(run_it):', '        return [run_it for _ in f"{run_it}"]'];
    const prompt = `Write \`run_it\`.\n${code(
      ...['@cache', 'async def run_it(n):', '    """See run_it(2)."""', '    # run_it calls itself', ...inner],
      '    return (lambda run_it: run_it)(await run_it(n - 1)) + inner(run_it)',
    )}For example:\n${code('out = run_it(3)')}`;
    const renamed = prompt
      .replaceAll('run_it', 'solve_task')
      .replace(/inner\(solve_task\):.*\n.*\n/, 'inner(run_it):\n        return [run_it for _ in f"{run_it}"]\n')
      .replace('lambda solve_task: solve_task', 'lambda run_it: run_it');
    expect(outcomes('func-neutral', prompt, 'run_it').texts).toEqual([renamed]);
  });
});

test('name-param-case renames what no sentence mentions, too, and keeps single words', () => {
  const prompt = `Write \`save_all\`.\n${code('class A(Base):', '    def save_all(self, file_path, numFiles, name):', '        pass')}At most \`numFiles\` are written.\n`;
  expect(outcomes('param-case', prompt, 'save_all').texts).toEqual([
    prompt.replaceAll('file_path', 'filePath').replaceAll('numFiles', 'num_files'),
  ]);
});

test.each([
  ['has_close_elements', 'hasCloseElements'],
  ['hasCloseElements', 'has_close_elements'],
  ['is_Prime', 'isPrime'],
  ['find_LCS', 'findLCS'],
  ['parseHTMLPage', 'parse_html_page'],
  ['_jpeg_decode', '_jpegDecode'],
  ['MAX_SUM', 'maxSum'],
  ['stringToMd5', 'string_to_md5'],
])('name-func-case: %s <-> %s', (old, renamed) => {
  const prompt = `def ${old}(xs):\n    """Sort.\n\n    >>> ${old}([])\n    """\n`;
  expect(outcomes('func-case', prompt, old).texts).toEqual([prompt.replaceAll(old, renamed)]);
});

describe('name-func-task', () => {
  // A name may be half as long as its prompt.
  const rest = '    The rest of the text says more about it at some length.\n';

  test.each([
    ['Return sorted unique elements in a list.', 'return_sorted_unique_elements_in_list'],
    ['Given a list of numbers, find the largest even one.', 'find_largest_even'],
    ['Check if the string is a palindrome.', 'check_if_string_is_palindrome'],
    ['xs are words.\n    Sort the words by length.', 'sort_words_by_length'],
    ['Return a list of `torch.Tensor`.', 'return_list'], // what a code name stands for is left out
    ['Check if the number is a power of `n` and odd.', 'no-request-found'], // half of a condition would be another
    ['Create a function `f_1`.', 'no-request-found'], // the program itself is not a task
    ['xs are words.\n    If empty, return the empty list.', 'no-request-found'], // a special case is not a task
  ])('%s -> %s', (text, name) => {
    const { texts, reasons } = outcomes('func-task', `def f_1(x):\n    """${text}\n${rest}"""\n`, 'f_1');
    expect(/def (\w+)/.exec(texts[0] ?? '')?.[1] ?? reasons.join()).toBe(name);
  });

  test('a function without a name gets one that a short request can bear; never the words of the old name', () => {
    const request = 'Write a function to find the smallest of all fixed points of a map.';
    expect(outcomes('func-task', request, 'fp').texts[0]).toBe(
      request.replace('function', 'function named find_smallest'),
    );
    const prompt = 'def removeSpaces(x):\n    """Remove spaces from the text."""\n';
    expect(outcomes('func-task', prompt, 'removeSpaces').texts).toEqual([
      prompt.replace('removeSpaces', 'remove_spaces_from_text'),
    ]);
  });
});

test('name-func-adversarial offers names of other tasks, by seed, that the prompt does not speak of and nobody uses', () => {
  const prompt = parsePrompt('def add_up(x):\n    """Sort the dates."""\n', 'add_up');
  const input = { prompt, entryPoint: 'add_up', reservedNames: new Set(['shuffle_cards']) };
  const namesOf = (seed: number) =>
    [...funcAdversarialMutator.propose(input, createRng(seed))].map((outcome) =>
      'renames' in outcome ? outcome.renames?.add_up : 'refused',
    );
  const all = new Set(Array.from({ length: 40 }, (_, seed) => namesOf(seed)).flat());
  expect(all.size).toBeGreaterThan(10);
  expect([...all].filter((name) => /sort|_date|year|shuffle_cards|refused/.test(name ?? ''))).toEqual([]);
  expect(namesOf(3)).toEqual(namesOf(3));
  expect(namesOf(3)).not.toEqual(namesOf(4));
});

describe('name-param-rename', () => {
  /** `$a` is the new name of the first parameter, `$b` of the second. */
  test.each(
    Object.entries({
      // Signature, prose, keyword arguments and expressions.
      'lst k':
        'def f($a, $b=2):\n    """Cut $a after $b, 1 <= $b <= len($a).\n\n    >>> f([1], $b=3)\n    "lst k"\n    """\n',
      // Not a name that alone tells what its value is.
      'src_dir dest_dir n': 'def f($a, dest_dir, $c):\n    """Copy all $c files of $a."""\n',
      // By the scopes of a body, and its comments.
      'xs k':
        'def f($a, $b):\n    """Sort."""\n    # $a is sorted\n    def inner(xs):\n        return xs\n    ys = [lambda xs: xs, $a, o.xs, g(xs=$a), f"{$a}", f($a=$b, $b=1)]\n    return inner(xs=ys)\n',
      // At both places of a broken signature.
      'tt tt k': 'def f($a, $a, $c):\n    """Sort $a by $c."""\n',
      // Not the same name of another function.
      xs: 'def g(xs):\n    return xs\n\ndef f($a):\n    """Sort $a."""\n',
      // Not an English word of the prompt.
      'string k': 'def f(string, $b):\n    """Cut the string after $b."""\n',
    }),
  )('renames %s', (names, text) => {
    const before = text.replaceAll(/\$([abc])/g, (_, at: string) => names.split(' ')['abc'.indexOf(at)] ?? '');
    expect(outcomes('param-rename', before, 'f').texts[0]).toBe(text.replaceAll('$', 'arg_'));
  });

  test('renames the parameters of a method, whose own name stays', () => {
    const prompt = `Complete it:\n${method('def go(self, xs):', '    return self.go(xs=xs)')}`;
    expect(outcomes('param-rename', prompt, 'go').texts[0]).toBe(
      prompt.replace('(self, xs)', '(self, arg_a)').replace('xs=xs', 'arg_a=arg_a'),
    );
  });
});
