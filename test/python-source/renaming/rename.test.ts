import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { renameIdentifiers, undoRenames, undoRenamesInTest } from '../../../src/python-source/renaming/rename.ts';
import { findFunction } from '../../../src/python-source/syntax/python-names.ts';
import { type CodetTask, compilesInPython, type MbppTask, sharedRecords } from '../shared-data.ts';

// Whole data sets: quick on an idle machine, but a loaded one must not fail them.
vi.setConfig({ testTimeout: 180_000 });

const renamed = (code: string, renames: Record<string, string>, entryPoint?: string): string => {
  const outcome = renameIdentifiers(code, renames, entryPoint === undefined ? {} : { entryPoint });
  return 'code' in outcome ? outcome.code : outcome.refused;
};

describe('renameIdentifiers', () => {
  test('renames a function where its name is the module’s, not attributes, strings or comments', () => {
    const code = 'def f(x):\n    """f does."""\n    # f\n    return f(x - 1) + o.f(x) + len("f")\n\ncheck(f)\n';
    expect(renamed(code, { f: 'g' })).toBe(
      'def g(x):\n    """f does."""\n    # f\n    return g(x - 1) + o.f(x) + len("f")\n\ncheck(g)\n',
    );
  });

  test('a shadowed name stays', () => {
    const code = 'def f(x):\n    return [f for f in x] + list(map(lambda f: f, x))\n\ndef h(f):\n    return f\n';
    expect(renamed(code, { f: 'g' })).toBe(code.replace('def f', 'def g'));
  });

  test('renames a parameter in its function and as a keyword in calls of it', () => {
    const code =
      'def f(x, y=1):\n    def inner():\n        return x\n    return [x for _ in y]\n\nf(x=1)\ng(x=2)\nx = 3\n';
    expect(renamed(code, { x: 'z' }, 'f')).toBe(
      'def f(z, y=1):\n    def inner():\n        return z\n    return [z for _ in y]\n\nf(z=1)\ng(x=2)\nx = 3\n',
    );
  });

  test('a nested parameter, lambda or comprehension of the same name is another variable', () => {
    const code =
      'def f(x):\n    def inner(x):\n        return x\n    return inner(x) + (lambda x: x)(x) + sum(x for x in x)\n';
    expect(renamed(code, { x: 'z' }, 'f')).toBe(
      'def f(z):\n    def inner(x):\n        return x\n    return inner(z) + (lambda x: x)(z) + sum(x for x in z)\n',
    );
  });

  test('follows global, nonlocal, decorators, async, f-strings and default values', () => {
    const code =
      'n = 1\n@wrap(n)\nasync def f(x=n):\n    global n\n    n = x\n    def g():\n        nonlocal x\n        x = f"{x!r:>{n}} x"\n    return await f(x)\n';
    expect(renamed(code, { f: 'h', x: 'z' }, 'f')).toBe(
      'n = 1\n@wrap(n)\nasync def h(z=n):\n    global n\n    n = z\n    def g():\n        nonlocal z\n        z = f"{z!r:>{n}} x"\n    return await h(z)\n',
    );
    expect(renamed(code, { n: 'k' })).toBe(code.replace(/\bn\b/g, 'k'));
  });

  test('a method’s parameter changes in that method and where it is called as one', () => {
    const code =
      'class A:\n    def go(self, x):\n        return self.go(x=x) + super().go(x=x) + self.stay(x=1)\n\nA().go(x=1)\ngo(x=2)\n';
    expect(renamed(code, { x: 'z' }, 'go')).toBe(
      'class A:\n    def go(self, z):\n        return self.go(z=z) + super().go(x=z) + self.stay(x=1)\n\nA().go(z=1)\ngo(x=2)\n',
    );
  });

  test('what a constructor takes is given to its class', () => {
    const code = 'class A:\n    def __init__(self, x):\n        self.x = x\n\nA(x=1)\nB(x=2)\n';
    expect(renamed(code, { x: 'z' }, '__init__')).toBe(
      'class A:\n    def __init__(self, z):\n        self.x = z\n\nA(z=1)\nB(x=2)\n',
    );
  });

  test('a function of the module comes before a method of its name', () => {
    const code = 'class A:\n    def f(self, x):\n        return f(x=x)\n\ndef f(x):\n    return A().f(x=x)\n';
    expect(renamed(code, { f: 'g', x: 'z' }, 'f')).toBe(
      'class A:\n    def f(self, x):\n        return g(z=x)\n\ndef g(z):\n    return A().f(x=z)\n',
    );
  });

  test('a lambda that is assigned to the name is the function', () => {
    expect(renamed('f = lambda x, y=1: [x for x in y] + x\nf(x=1)\n', { f: 'g', x: 'z' }, 'f')).toBe(
      'g = lambda z, y=1: [x for x in y] + z\ng(z=1)\n',
    );
  });

  test('type comments, string annotations and doubled braces of f-strings are text', () => {
    const code =
      'def f(x: "x") -> "f":\n    # type: (f) -> x\n    y = x  # type: List[x]\n    return f"{x} x {{x}} {x!r:>{x}}"\n';
    expect(renamed(code, { f: 'g', x: 'z' }, 'f')).toBe(
      'def g(z: "x") -> "f":\n    # type: (f) -> x\n    y = z  # type: List[x]\n    return f"{z} x {{x}} {z!r:>{z}}"\n',
    );
  });

  test('decorators, match, walrus, except and with bind as Python does', () => {
    const code =
      '@app.route("/f")\n@cache\ndef f(x, *, k=1):\n    match x:\n        case [x, *_] | P(x=x):\n            return f(x, k=k)\n    with o as x, (x := 1):\n        pass\n    try:\n        return [y := x for x in k]\n    except E as x:\n        del x\n';
    expect(renamed(code, { f: 'g', x: 'z', k: 'j' }, 'f')).toBe(
      '@app.route("/f")\n@cache\ndef g(z, *, j=1):\n    match z:\n        case [z, *_] | P(x=z):\n            return g(z, j=j)\n    with o as z, (z := 1):\n        pass\n    try:\n        return [y := x for x in j]\n    except E as z:\n        del z\n',
    );
  });

  test('a class’s own names are invisible in its methods', () => {
    const code = 'def f():\n    pass\n\nclass A:\n    f = 1\n    def m(self):\n        return f()\n';
    expect(renamed(code, { f: 'g' })).toBe(code.replace('def f', 'def g').replace('return f', 'return g'));
  });

  test('in a snippet the free callee is the function under test', () => {
    expect(renamed('assert f(lst=[1], n=2) == sorted(lst=3)', { f: 'g', lst: 'items' })).toBe(
      'assert g(items=[1], n=2) == sorted(lst=3)',
    );
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

  test('the program’s own variable makes way', () => {
    expect(
      undo('def g(items):\n    lst = list(items)\n    f = 1\n    return g(lst[f:])\n', { f: 'g', lst: 'items' }),
    ).toBe('def f(lst):\n    lst_1 = list(lst)\n    f_1 = 1\n    return f(lst_1[f_1:])\n');
  });

  test('a variable that is not in the way keeps its name', () => {
    const code = 'def g(x):\n    return x\n\ndef h():\n    f = 1\n    return f\n';
    expect(undo(code, { f: 'g' })).toBe(code.replace('def g', 'def f'));
  });

  test('a helper of the original name makes way, with its callers', () => {
    expect(undo('def f(x):\n    return x\n\ndef g(x):\n    return f(x)\n', { f: 'g' })).toBe(
      'def f_1(x):\n    return x\n\ndef f(x):\n    return f_1(x)\n',
    );
  });

  test('the original name stays where the program used it; neither name is a problem', () => {
    expect(undo('def f(lst):\n    return lst\n', { f: 'g', lst: 'items' })).toBe('def f(lst):\n    return lst\n');
    expect(undo('def h(x):\n    return x\n', { f: 'g' })).toBe('entry-missing');
    expect(undo('from m import g\n', { f: 'g' })).toBe('entry-missing');
  });

  test.each([
    [
      'decorated and async',
      '@cache\nasync def g(items):\n    return await g(items=items)\n',
      '@cache\nasync def f(lst):\n    return await f(lst=lst)\n',
    ],
    [
      'nested, with a parameter of the original name',
      'def g(items):\n    def h(x, lst=items):\n        return g(items) + lst\n    return h(1, lst=items)\n',
      'def f(lst):\n    def h(x, lst_1=lst):\n        return f(lst) + lst_1\n    return h(1, lst_1=lst)\n',
    ],
    [
      'nested lambda, with a parameter of the original name',
      'def g(items):\n    h = lambda lst: g(items) + lst\n    return h(lst=items)\n',
      'def f(lst):\n    h = lambda lst_1: f(lst) + lst_1\n    return h(lst_1=lst)\n',
    ],
    [
      'assigned lambdas',
      'g = lambda items: (lambda items: items)(items)\ng(items=1)\n',
      'f = lambda lst: (lambda items: items)(lst)\nf(lst=1)\n',
    ],
    [
      'defined twice',
      'def g(items):\n    pass\n\ndef g(items, more=1):\n    return f"{items} items"\n',
      'def f(lst):\n    pass\n\ndef f(lst, more=1):\n    return f"{lst} items"\n',
    ],
  ])('%s functions', (_, code, restored) => expect(undo(code, { f: 'g', lst: 'items' })).toBe(restored));

  test('a method’s parameter, in every class that has it', () => {
    const code =
      'class A:\n    def go(self, items):\n        return items\n\nclass B:\n    def go(self, items):\n        return super().go(items)\n\nA().go(items=1)\n';
    expect(undo(code, { lst: 'items' }, 'go')).toBe(code.replaceAll('items', 'lst'));
  });

  test('without an entry point: the function that has the new name, and its parameters', () => {
    const outcome = undoRenames('def g(items):\n    return g(items)\n', { f: 'g', lst: 'items' }, { entryPoint: null });
    expect(outcome).toEqual({ code: 'def f(lst):\n    return f(lst)\n' });
  });

  test('a method, with its callers, its parameters and the variables that its class shows', () => {
    const code =
      'class A:\n    def build(self, n):\n        local_a = [n]\n        return [local_b for local_b in local_a]\n\n    def go_new(self, items):\n        local_a = self.go_new(items=1)\n        return local_a + A().go_new(items)\n';
    const restored = code
      .replaceAll('go_new', 'go')
      .replaceAll('items', 'lst')
      .replaceAll('local_a', 'layers')
      .replaceAll('local_b', 'step');
    const renames = { go: 'go_new', lst: 'items', layers: 'local_a', step: 'local_b' };
    expect(undo(code, renames, 'go')).toBe(restored);
    expect(undoRenames(code, renames, { entryPoint: null })).toEqual({ code: restored });
    const plain = 'class A:\n    def go(self):\n        pass\n';
    expect(undo(plain, { go: 'go_new' }, 'go')).toBe(plain);
    expect(undo('class A:\n    def stop(self):\n        pass\n', { go: 'go_new' }, 'go')).toBe('entry-missing');
  });

  test('a variable of the shown class makes way for one of the program’s own', () => {
    const code = 'def g(x):\n    local_a = x\n    layers = 2\n    return local_a + layers\n';
    expect(undo(code, { f: 'g', layers: 'local_a' })).toBe(
      'def f(x):\n    layers = x\n    layers_1 = 2\n    return layers + layers_1\n',
    );
  });

  test('a parameter that would capture a builtin keeps its new name', () => {
    const code = 'def f(values):\n    return list(values)\n';
    expect(undo(code, { list: 'values' })).toBe(code);
  });

  test('a renaming that can’t be undone safely leaves the parameter', () => {
    const code = 'def f(items):\n    return locals()\n';
    expect(undo(code, { lst: 'items' })).toBe(code);
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
  const undo = (code: string, renames: Record<string, string>) =>
    (undoRenamesInTest({ kind: 'assertion', code }, renames) as { code: string }).code;

  test('the callee and its keywords, not the test’s own variables nor other callees’ keywords', () => {
    expect(undo('items = [1]\nassert g(items=items) == max(items, items=2)', { f: 'g', lst: 'items' })).toBe(
      'items = [1]\nassert f(lst=items) == max(items, items=2)',
    );
  });

  test('keywords of a method under test', () => {
    expect(undo('assert A().go(items=[1]) == sorted([], key=None)', { lst: 'items' })).toBe(
      'assert A().go(lst=[1]) == sorted([], key=None)',
    );
  });

  test('a variable of the original name makes way', () => {
    expect(undo('f = 3\nassert g(f) == f', { f: 'g' })).toBe('f_1 = 3\nassert f(f_1) == f_1');
  });

  test('a test in the original names stays; so does a pair of texts', () => {
    expect(undo('assert f(lst=[1]) == 1', { f: 'g', lst: 'items' })).toBe('assert f(lst=[1]) == 1');
    const stdio = { kind: 'stdio', stdin: 'g', expectedStdout: 'g' } as const;
    expect(undoRenamesInTest(stdio, { f: 'g' })).toBe(stdio);
  });

  test('a method is called by its old name', () => {
    expect(undo('assert A().go_new(items=[1]).x == A.go_new(2)', { go: 'go_new', lst: 'items' })).toBe(
      'assert A().go(lst=[1]).x == A.go(2)',
    );
  });

  test('a whole module', () => {
    const module = 'class TestG(unittest.TestCase):\n    def test_g(self):\n        self.assertEqual(g(1), 2)\n';
    expect(undoRenamesInTest({ kind: 'method', module, method: 'TestG.test_g' }, { f: 'g' })).toEqual({
      kind: 'method',
      module: module.replace('g(1)', 'f(1)'),
      method: 'TestG.test_g',
    });
  });
});
