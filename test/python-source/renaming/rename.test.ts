import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { renameIdentifiers } from '../../../src/python-source/renaming/rename.ts';
import { undoRenames, undoRenamesInTest } from '../../../src/python-source/renaming/undo-renames.ts';
import { findFunction } from '../../../src/python-source/syntax/python-names.ts';
import { type CodetTask, compilesInPython, type MbppTask, sharedRecords } from '../shared-data.ts';

// Whole data sets: quick on an idle machine, but a loaded one must not fail them.
vi.setConfig({ testTimeout: 180_000 });

const renamed = (code: string, renames: Record<string, string>, entryPoint?: string): string => {
  const outcome = renameIdentifiers(code, renames, entryPoint === undefined ? {} : { entryPoint });
  return 'code' in outcome ? outcome.code : outcome.refused;
};

/** Programs in which `$x` stands for each x that is renamed: the text with the old names, and with the new ones. */
const marked = (code: string, renames: Readonly<Record<string, string>>) => ({
  before: code.replaceAll(/\$(\w+)/g, '$1'),
  after: code.replaceAll(/\$(\w+)/g, (_, name: string) => renames[name] ?? name),
});

describe('renameIdentifiers', () => {
  const RENAMED: Readonly<Record<string, string>> = {
    'f>g: a function where its name is the module’s, not attributes, strings or comments':
      'def $f(x):\n    """f does."""\n    # f\n    return $f(x - 1) + o.f(x) + len("f")\n\ncheck($f)\n',
    'f>g: not where it is shadowed':
      'def $f(x):\n    return [f for f in x] + list(map(lambda f: f, x))\n\ndef h(f):\n    return f\n',
    'x>z @f: a parameter in its function and as a keyword in calls of it':
      'def f($x, y=1):\n    def inner():\n        return $x\n    return [$x for _ in y]\n\nf($x=1)\ng(x=2)\nx = 3\n',
    'x>z @f: not a nested parameter, lambda or comprehension of the same name':
      'def f($x):\n    def inner(x):\n        return x\n    return inner($x) + (lambda x: x)($x) + sum(x for x in $x)\n',
    'f>h x>z @f: by nonlocal, decorators, async, f-strings and default values':
      'n = 1\n@wrap(n)\nasync def $f($x=n):\n    global n\n    n = $x\n    def g():\n        nonlocal $x\n        $x = f"{$x!r:>{n}} x"\n    return await $f($x)\n',
    'n>k: by global': '$n = 1\n@wrap($n)\ndef f(x=$n):\n    global $n\n    $n = x\n',
    'x>z @go: a method’s parameter in that method and where it is called as one':
      'class A:\n    def go(self, $x):\n        return self.go($x=$x) + super().go(x=$x) + self.stay(x=1)\n\nA().go($x=1)\ngo(x=2)\n',
    'x>z @__init__: what a constructor takes, where it is given to its class':
      'class A:\n    def __init__(self, $x):\n        self.x = $x\n\nA($x=1)\nB(x=2)\n',
    'f>g x>z @f: a function of the module before a method of its name':
      'class A:\n    def f(self, x):\n        return $f($x=x)\n\ndef $f($x):\n    return A().f(x=$x)\n',
    'f>g x>z @f: a lambda that is assigned to the name': '$f = lambda $x, y=1: [x for x in y] + $x\n$f($x=1)\n',
    'f>g x>z @f: not type comments, string annotations and doubled braces of f-strings':
      'def $f($x: "x") -> "f":\n    # type: (f) -> x\n    y = $x  # type: List[x]\n    return f"{$x} x {{x}} {$x!r:>{$x}}"\n',
    'f>g x>z k>j @f: by decorators, match, walrus, except and with as Python binds':
      '@app.route("/f")\n@cache\ndef $f($x, *, $k=1):\n    match $x:\n        case [$x, *_] | P(x=$x):\n            return $f($x, $k=$k)\n    with o as $x, ($x := 1):\n        pass\n    try:\n        return [y := x for x in $k]\n    except E as $x:\n        del $x\n',
    'f>g: not a class’s own names, which are invisible in its methods':
      'def $f():\n    pass\n\nclass A:\n    f = 1\n    def m(self):\n        return $f()\n',
    'f>g lst>items: the free callee of a snippet, which is the function under test':
      'assert $f($lst=[1], n=2) == sorted(lst=3)',
  };

  test.each(Object.entries(RENAMED))('%s', (rule, code) => {
    const renames = Object.fromEntries(
      [...rule.matchAll(/(\w+)>(\w+)/g)].map(([, old = '', fresh = '']) => [old, fresh]),
    );
    const entryPoint = /@(\w+)/.exec(rule)?.[1];
    const { before, after } = marked(code, renames);
    expect(renamed(before, renames, entryPoint)).toBe(after);
  });

  test.each([
    ['invalid-name', 'def f(): pass', { f: '2x' }],
    ['invalid-name', 'def f(): pass', { f: 'lambda' }],
    ['name-collision', 'def f(x):\n    y = 1\n    return x', { x: 'y' }],
    ['name-collision', 'def f(x):\n    return g(x)', { f: 'g' }],
    ['name-is-method', 'class A:\n    def f(self): pass', { f: 'g' }],
    ['dynamic-names', 'def f(x, **kw): pass', { x: 'y' }],
    ['dynamic-names', 'def f(x):\n    return locals()', { x: 'y' }],
    ['dynamic-names', 'def f(x):\n    return getattr(x, "y")', { x: 'y' }],
    ['dynamic-names', 'def f(x):\n    return f"{x=}"', { x: 'y' }],
    ['dynamic-names', 'def f(x): pass\nf(**d)', { x: 'y' }],
    ['dynamic-names', 'def f(x): pass\nglobals()["f"](1)', { f: 'g' }],
    ['dynamic-names', 'def f(x): pass\nclass A:\n    go = f\ngetattr(m, "f")(1)', { f: 'g' }],
    ['indirect-keyword', 'def f(x): pass\npartial(f, x=1)', { x: 'y' }],
    ['indirect-keyword', 'def f(x): pass\nh = f\nh(x=1)', { x: 'y' }],
  ])('refuses with %s: %j', (reason, code, renames) => expect(renamed(code, renames)).toBe(reason));
});

describe('undoRenames', () => {
  const undo = (code: string, renames: Record<string, string>, entryPoint = 'f') => {
    const outcome = undoRenames(code, renames, { entryPoint });
    return 'code' in outcome ? outcome.code : outcome.problem;
  };

  const RENAMES = { f: 'g', lst: 'items', go: 'go_new', layers: 'local_a', step: 'local_b' };

  /** `$x` has the new name before and x after; `%x`, which is in the way, is x before and x_1 after. */
  const UNDONE: Readonly<Record<string, string>> = {
    'the program’s own variable makes way':
      'def $f($lst):\n    %lst = list($lst)\n    %f = 1\n    return $f(%lst[%f:])\n',
    'a variable that is not in the way keeps its name':
      'def $f(x):\n    return x\n\ndef h():\n    f = 1\n    return f\n',
    'a helper of the original name makes way': 'def %f(x):\n    return x\n\ndef $f(x):\n    return %f(x)\n',
    'the original names stay where the program used them': 'def f(lst):\n    return lst\n',
    'decorated and async': '@cache\nasync def $f($lst):\n    return await $f($lst=$lst)\n',
    'nested, with a parameter of the original name':
      'def $f($lst):\n    def h(x, %lst=$lst):\n        return $f($lst) + %lst\n    return h(1, %lst=$lst)\n',
    'nested lambda, with a parameter of the original name':
      'def $f($lst):\n    h = lambda %lst: $f($lst) + %lst\n    return h(%lst=$lst)\n',
    'assigned lambdas': '$f = lambda $lst: (lambda items: items)($lst)\n$f($lst=1)\n',
    'defined twice': 'def $f($lst):\n    pass\n\ndef $f($lst, more=1):\n    return f"{$lst} items"\n',
    'a method’s parameter, in every class that has it':
      'class A:\n    def go(self, $lst):\n        return $lst\n\nclass B:\n    def go(self, $lst):\n        return super().go($lst)\n\nA().go($lst=1)\n',
    'a method, with its callers, its parameters and the variables that its class shows':
      'class A:\n    def build(self, n):\n        $layers = [n]\n        return [$step for $step in $layers]\n\n    def $go(self, $lst):\n        $layers = self.$go($lst=1)\n        return $layers + A().$go($lst)\n',
    'a variable of the shown class takes the place of one of the program’s own':
      'def $f(x):\n    $layers = x\n    %layers = 2\n    return $layers + %layers\n',
    'a renaming that can’t be undone safely leaves the parameter': 'def f(items):\n    return locals()\n',
  };

  test.each(Object.entries(UNDONE))('%s', (what, code) => {
    const entryPoint = what.startsWith('a method') ? 'go' : 'f';
    const told = (mark: (name: string) => string, put: (name: string) => string) =>
      code.replaceAll(/([$%])(\w+)/g, (_all, sign, name) => (sign === '$' ? mark(name) : put(name)));
    const before = told(
      (name) => RENAMES[name as keyof typeof RENAMES],
      (name) => name,
    );
    const renames = Object.fromEntries(
      Object.entries(RENAMES).filter(([name, fresh]) => RegExp(`\\b(${name}|${fresh})\\b`).test(before)),
    );
    expect(undo(before, renames, entryPoint)).toBe(
      told(
        (name) => name,
        (name) => `${name}_1`,
      ),
    );
  });

  test('neither name is a problem; without an entry point it is the function that has the new name', () => {
    expect(undo('def h(x):\n    return x\n', { f: 'g' })).toBe('entry-missing');
    expect(undo('from m import g\n', { f: 'g' })).toBe('entry-missing');
    expect(undo('class A:\n    def stop(self):\n        pass\n', { go: 'go_new' }, 'go')).toBe('entry-missing');
    const outcome = undoRenames('def g(items):\n    return g(items)\n', { f: 'g', lst: 'items' }, { entryPoint: null });
    expect(outcome).toEqual({ code: 'def f(lst):\n    return f(lst)\n' });
  });

  test('a parameter that would capture a builtin keeps its new name', () => {
    const code = 'def f(values):\n    return list(values)\n';
    expect(undo(code, { list: 'values' })).toBe(code);
  });

  test('renaming and undoing gives every reference back byte for byte, and the renamed ones compile', ({ skip }) => {
    const tasks = sharedRecords<CodetTask>('codet/tasks.jsonl', skip);
    const mbpp = sharedRecords<MbppTask>('formats/mbpp.jsonl', skip);
    const programs = [
      ...tasks.map(
        ({ prompt, canonical_solution, entry_point }) => [prompt + canonical_solution, entry_point] as const,
      ),
      ...mbpp.map(({ code, test_list }) => {
        const called = [...(test_list[0] ?? '').matchAll(/([A-Za-z_]\w*)\s*\(/g)].map(([, name]) => name as string);
        return [code, called.find((name) => findFunction(code, name)) ?? ''] as const;
      }),
    ];
    const mutants: string[] = [];
    let refused = 0;
    for (const [code, entryPoint] of programs) {
      const found = findFunction(code, entryPoint);
      if (!found) throw new Error(`no function ${entryPoint} in ${code}`);
      const names = found.parameters.filter(({ kind }) => kind === 'plain').map(({ name }) => name);
      const renames = Object.fromEntries([entryPoint, ...names].map((name, index) => [name, `renamed_${index}_zz`]));
      const outcome = renameIdentifiers(code, renames, { entryPoint });
      if ('refused' in outcome) {
        refused++;
        continue;
      }
      expect(outcome.code).not.toBe(code);
      expect(undoRenames(outcome.code, renames, { entryPoint })).toEqual({ code });
      mutants.push(outcome.code);
    }
    expect(programs.length).toBe(569);
    expect(refused).toBeLessThanOrEqual(3);
    expect(compilesInPython(mutants, skip).every(Boolean)).toBe(true);
  });

  test('holds for programs made at random', () => {
    const name = fc.constantFrom('f', 'x', 'y', 'n', 'g');
    const line = fc.oneof(
      fc.tuple(name, name).map(([a, b]) => `    ${a} = ${b}\n`),
      fc.tuple(name, name).map(([a, b]) => `    ${a} = [${b} for ${b} in ${a}]\n`),
      fc.tuple(name, name).map(([a, b]) => `    def ${a}(${b}):\n        return ${a}(${b}=${b})\n`),
      fc.tuple(name, name).map(([a, b]) => `    ${a} = lambda ${b}: ${b}\n`),
      fc.tuple(name, name).map(([a, b]) => `    for ${a} in ${b}: ${b}.${a}(${a}=f"{${b}}")\n`),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const code = `def f(x, y):\n${lines.join('')}\nf(x=1, y=f)\n`;
        const renames = { f: 'f_new', x: 'x_new', y: 'y_new' };
        const outcome = renameIdentifiers(code, renames, { entryPoint: 'f' });
        if ('refused' in outcome) return;
        expect(undoRenames(outcome.code, renames, { entryPoint: 'f' })).toEqual({ code });
      }),
    );
  });
});

describe('undoRenamesInTest', () => {
  test.each([
    [
      'items = [1]\nassert g(items=items) == max(items, items=2)',
      'items = [1]\nassert f(lst=items) == max(items, items=2)',
    ],
    ['assert A().go(items=[1]) == sorted([], key=None)', 'assert A().go(lst=[1]) == sorted([], key=None)'],
    ['f = 3\nassert g(f) == f', 'f_1 = 3\nassert f(f_1) == f_1'],
    ['assert f(lst=[1]) == 1', 'assert f(lst=[1]) == 1'],
    ['assert A().go_new(items=[1]).x == A.go_new(2)', 'assert A().go(lst=[1]).x == A.go(2)'],
  ])('%j -> %j', (code, restored) => {
    const renames = { f: 'g', lst: 'items', ...(code.includes('go_new') && { go: 'go_new' }) };
    expect((undoRenamesInTest({ kind: 'assertion', code }, renames) as { code: string }).code).toBe(restored);
  });

  test('a whole module; a pair of texts stays', () => {
    const stdio = { kind: 'stdio', stdin: 'g', expectedStdout: 'g' } as const;
    expect(undoRenamesInTest(stdio, { f: 'g' })).toBe(stdio);
    const module = 'class TestG(unittest.TestCase):\n    def test_g(self):\n        self.assertEqual(g(1), 2)\n';
    expect(undoRenamesInTest({ kind: 'method', module, method: 'TestG.test_g' }, { f: 'g' })).toEqual({
      kind: 'method',
      module: module.replace('g(1)', 'f(1)'),
      method: 'TestG.test_g',
    });
  });
});
