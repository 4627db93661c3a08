import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { extractTests } from '../../../src/python-source/replies/extract-tests.ts';
import { isValidPython } from '../../../src/python-source/syntax/parse-python.ts';
import { compilesInPython, sharedRecords } from '../shared-data.ts';

// Whole data sets: quick on an idle machine, but a loaded one must not fail them.
vi.setConfig({ testTimeout: 180_000 });

const extract = (reply: string, truncated = false) => extractTests(reply, { entryPoint: 'f', truncated });
const codes = (reply: string, truncated = false) =>
  extract(reply, truncated).tests.map((body) => (body.kind === 'assertion' ? body.code : JSON.stringify(body)));
const methods = (reply: string) =>
  extract(reply).tests.flatMap((body) => (body.kind === 'method' ? [body.method] : []));
const moduleOf = (reply: string) => {
  const body = extract(reply).tests.find(({ kind }) => kind === 'method');
  return body?.kind === 'method' ? body.module : '';
};
const fence = (code: string) => `Here are the tests:\n\`\`\`python\n${code}\n\`\`\`\nThey cover everything.`;

/** Replies and what is made of them, parted by `##`. */
const CODES: Readonly<Record<string, string>> = {
  // One by one, with what each needs and nothing else.
  'import math\nx = [1]\nx.append(3)\ny = 2\nassert f(1) == 2, "message"\nassert f(x) == math.pi\nassert f(y) == y':
    'assert f(1) == 2, "message"## import math\nx = [1]\nx.append(3)\nassert f(x) == math.pi## y = 2\nassert f(y) == y',
  'def helper(x):\n    return [x]\n\ndef test_f():\n    a = helper(1)\n    assert f(a) == 1\n    assert f(2) == 3\n    text = """x\ny"""\n    assert f(text) == 4\n':
    'def helper(x):\n    return [x]\na = helper(1)\nassert f(a) == 1## assert f(2) == 3## text = """x\ny"""\nassert f(text) == 4',
  'result = f(1)\nassert result == 2\nassert result != 3':
    'result = f(1)\nassert result == 2## result = f(1)\nassert result != 3',
  'def test_all():\n    for i in range(3):\n        assert f(i) == i\n': 'for i in range(3):\n    assert f(i) == i',
  // An expected exception needs no pytest.
  'import pytest\n\ndef test_f():\n    with pytest.raises(ValueError):\n        f(-1)\n':
    "try:\n    f(-1)\nexcept ValueError:\n    pass\nelse:\n    raise AssertionError('nothing was raised')",
  'import pytest\n\ndef test_f():\n    with pytest.raises((KeyError, TypeError), match="a"): f("a")\n':
    'try: f("a")\nexcept (KeyError, TypeError) as caught:\n    import re\n    assert re.search("a", str(caught))\nelse:\n    raise AssertionError(\'nothing was raised\')',
  'def check(candidate):\n    assert candidate(1) == 2\n': 'candidate = f\nassert candidate(1) == 2',
  // The reply’s own function and imports of it.
  'import solution\nfrom solution import f\nfrom your_module import *\n\ndef f(x):\n    """d"""\n    return 1\n\nassert f(1) == 2\nassert solution.f(3) == 4\n':
    'assert f(1) == 2## assert f(3) == 4',
  '1. assert f(1) == 2\n2) assert f(2) == 3': 'assert f(1) == 2## assert f(2) == 3',
  '- `assert f(1) == 2` checks one\n* Test 2: `f(2) == 3`': 'assert f(1) == 2## assert f(2) == 3',
  'f(1) == 2\nf(2) is None\nf(3) + 1': 'assert f(1) == 2## assert f(2) is None',
  'f(1) -> [2]\nf(2) => it fails': 'assert f(1) == [2]',
  '>>> x = 1\n>>> f(x)\n2\n>>> f(3) == 4\nTrue\n>>> f(5) > 6':
    'x = 1\nassert f(x) == 2## assert (f(3) == 4) == True## assert f(5) > 6',
  '>>> f(1)\nTraceback (most recent call last):\n  ...\nValueError': '',
  'assert f(\n    [1,\n     2]\n) == 3\nassert f(4) == 5': 'assert f(\n    [1,\n     2]\n) == 3## assert f(4) == 5',
  // A continuation of `assert `.
  ' f(1) == 2\nassert f(3) == 4': 'assert f(1) == 2## assert f(3) == 4',
  'if __name__ == "__main__":\n    x = 3\n    assert f(x) == 2\n    print("ok")\n': 'x = 3\nassert f(x) == 2',
  // Documents, pieces of a tokenizer, signs of writing programs.
  '{"tests": ["assert f(1) == 2", "assert f(2) == 3"]}': 'assert f(1) == 2## assert f(2) == 3',
  "[{'code': 'assert f(1) == 2'}, {'code': 'assert f(2) is None'}]": 'assert f(1) == 2## assert f(2) is None',
  'assertĠf(1)Ġ==Ġ2ĊassertĠf(2)Ġ==Ġ3': 'assert f(1) == 2## assert f(2) == 3',
  '```\nassert f(“a”) == 2\n```': 'assert f("a") == 2',
};

describe('assertions', () => {
  test.each(Object.entries(CODES))('of %j', (reply, expected) => {
    expect(codes(reply)).toEqual(expected.split('## ').filter(Boolean));
    if (/^(?:import|def)/.test(reply)) expect(codes(fence(reply))).toEqual(codes(reply));
  });

  test.each([
    ['trivial', 'assert True'],
    ['trivial', 'assert f(1) == f(1)'],
    ['trivial', 'assert (f(1) == 2, "message")'],
    ['trivial', 'assert f(1) == 2 or True'],
    ['entry-not-called', 'assert sorted([1]) == [1]'],
    ['entry-not-called', 'assert g(1) == 2'],
    ['entry-not-called', 'assert o.f(1) == 2'],
    ['syntax-error', 'assert f(1) == == 2'],
    ['needs-fixture', 'def test_file(tmp_path):\n    assert f(tmp_path) == 2'],
    // A class that brings the function as a method of its own tests itself.
    ['entry-not-called', 'class TestF(TestCase):\n  def f(self, x): return x\n  def test_a(self): assert self.f(1)'],
  ])('%s: %s is left out', (problem, code) => expect(extract(fence(code))).toEqual({ tests: [], problems: [problem] }));

  test('the last line of a reply that was cut is left out, though it may look complete', () => {
    expect(codes('assert f(1) == 2\nassert f(2) == 1', true)).toEqual(['assert f(1) == 2']);
    expect(codes('assert f(1) == 2\nassert f(2) == 1\n', true)).toHaveLength(2);
  });
});

describe('methods', () => {
  const REPLY = fence(`import unittest
from unittest.mock import patch
import your_module
from task_module import f, g

def f(x):
    return 1

class TestF(unittest.TestCase):
    def setUp(self):
        self.x = 1

    @patch('os.getcwd')
    def test_a(self, cwd):
        self.assertEqual(f(self.x), 1)

    def test_b(self):
        self.assertEqual(your_module.f(self.x), 1)

    def test_c(self):
        self.assertTrue(True)

if __name__ == "__main__":
    unittest.main()`);

  test('are one test each, in the cleaned module', () => {
    expect(methods(REPLY)).toEqual(['TestF.test_a', 'TestF.test_b']);
    expect(extract(REPLY).problems).toEqual(['entry-not-called']);
    const module = moduleOf(REPLY);
    expect(isValidPython(module)).toBe(true);
    expect(module).not.toMatch(/your_module|task_module|def f|__main__/);
    expect(module).toContain('unittest.mock');
    expect(module).toContain('self.assertEqual(f(self.x), 1)');
  });

  /** Replies and the methods that they give. */
  const METHODS: Readonly<Record<string, string>> = {
    // A method that has lost its class.
    'def test_x(self):\n    """d"""\n    self.assertEqual(f(1), 2)\n': 'TestGenerated.test_x',
    'class TestF:\n    def test_a(self):\n        assert f(1) == 2\n': 'TestF.test_a',
    'import unittest\nclass Base(unittest.TestCase):\n    def setUp(self):\n        self.x = 1\nclass TestF(Base):\n    def test_a(self):\n        self.assertEqual(f(self.x), 2)\n':
      'TestF.test_a',
    // Through a helper or a variable of the module.
    'import unittest\ndef call(x):\n    return f(x)\n\ng = f\n\nclass TestF(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(call(1), 2)\n    def test_b(self):\n        self.assertEqual(g(1), 2)\n':
      'TestF.test_a TestF.test_b',
    'import unittest\nclass TestF(unittest.TestCase):\n    def setUp(self):\n        self.f = f\n    def test_a(self):\n        self.assertEqual(self.f(1), 1)\n':
      'TestF.test_a',
    // A class that was cut.
    '```python\nimport unittest\nclass TestF(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), 2)\n    def test_b(self):\n        self.assertEq':
      'TestF.test_a',
  };

  test.each(Object.entries(METHODS))('of %j', (reply, expected) => {
    expect(methods(reply)).toEqual(expected.split(' '));
    expect(isValidPython(moduleOf(reply))).toBe(true);
  });

  test('a function by another name that only the tests know is the one under test', () => {
    const tests = 'class TestF(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(test_func(1), 2)\n';
    for (const head of ['', 'from mymodule import test_func\n', 'def test_func(x):\n    pass\n']) {
      expect(methods(fence(`import unittest\n${head}${tests}`))).toEqual(['TestF.test_a']);
      expect(moduleOf(fence(`import unittest\n${head}${tests}`))).toContain('self.assertEqual(f(1), 2)');
    }
  });

  const inClass = (head: string, ...body: string[]) =>
    `import unittest\n${head}\n\nclass TestF(unittest.TestCase):\n    def test_a(self):\n${body.map((line) => `        ${line}\n`).join('')}`;

  test('modules that do not exist mean the program’s, in imports, attributes and paths that are patched', () => {
    const module = moduleOf(
      inClass(
        'from unittest.mock import patch\nfrom file_mover import f, LIMIT, SIZE as S\nimport your_module as ym, os',
        'with patch("file_mover.shutil.move"), patch("ym.requests.get"), patch("task_module.open"), patch("os.getcwd"):',
        '    self.assertEqual(f(1), ym.f(2) + ym.LIMIT + S)',
      ),
    );
    expect(module).toContain('from candidate import SIZE as S\nimport candidate as ym, os\n');
    expect(module).toContain(
      `with patch('candidate.shutil.move'), patch('candidate.requests.get'), patch('builtins.open'), patch("os.getcwd"):`,
    );
    expect(module).toContain('self.assertEqual(f(1), f(2) + ym.LIMIT + S)');
  });

  test('an import with a fallback of its own, and one inside the test', () => {
    const fallback = inClass(
      'try:\n    from your_module import f\nexcept ImportError:\n    def f(x):\n        return 1\n',
      'self.assertEqual(f(1), 2)',
    );
    expect(moduleOf(fallback)).toContain('try:\n    pass\nexcept ImportError:\n    pass\n');
    expect(moduleOf(inClass('', 'from your_module import f as g', 'self.assertEqual(g(1), 2)'))).toContain('g = f\n');
  });

  test('a test that defines the function anew is left out', () => {
    const module = inClass('', 'def f(x): return 1', 'self.assertEqual(f(1), 1)');
    expect(extract(module)).toEqual({ tests: [], problems: ['entry-replaced'] });
  });

  test('tags, a lost class with its set-up, and what unittest forgot to import', () => {
    const reply =
      '<code>\n@patch("os.getcwd")\ndef test_x(self, cwd):\n    self.assertEqual(f(self.x), 2)\ndef setUp(self):\n    self.x = 1\n</code>';
    expect(methods(reply)).toEqual(['TestGenerated.test_x']);
    expect(moduleOf(reply)).toMatch(/^import unittest\nfrom unittest.mock import patch\n/);
    expect(moduleOf(reply)).toContain('    def setUp(self):\n        self.x = 1');
  });

  test('nearly every real module gives methods, and all of them compile', ({ skip }) => {
    const pairs = sharedRecords<Record<string, string | null>>('thesis/pairs.jsonl', skip);
    const modules: string[] = [];
    const replies = ['original', 'technique'].flatMap((side) =>
      pairs
        .map((pair) => [pair[`${side}_response_code`] ?? '', pair[`${side}_generated_test`] ?? ''] as const)
        .filter(([, reply]) => reply.includes('def test')),
    );
    for (const [program, reply] of replies) {
      const defined = [...program.matchAll(/^def (\w+)\(/gm)].map(([, name]) => name as string);
      const entryPoint = defined.includes('task_func') ? 'task_func' : (defined.at(-1) ?? 'task_func');
      const found = extractTests(reply, { entryPoint, truncated: false }).tests[0];
      if (found?.kind === 'method') modules.push(found.module);
    }
    if (replies.length > 0) expect(modules.length / replies.length).toBeGreaterThanOrEqual(0.95);
    expect(compilesInPython(modules, skip).every(Boolean)).toBe(true);
  });
});

describe('functions of a repository', () => {
  const extractAt = (reply: string, location: { module: string; className?: string }) =>
    extractTests(reply, { entryPoint: 'f', location, truncated: false });
  const codeAt = (reply: string, location: { module: string; className?: string }) => {
    const body = extractAt(reply, location).tests[0];
    return body?.kind === 'method' ? body.module : body?.kind === 'assertion' ? body.code : '';
  };
  const body = 'class TestF(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), g(1))\n';

  test('are imported from where they live; other names from there come along', () => {
    expect(codeAt(`from __future__ import annotations\nassert f(1) == 2\n`, { module: 'pkg.mod' })).toBe(
      'from pkg.mod import f\nassert f(1) == 2',
    );
    expect(codeAt(`import unittest\nfrom your_module import f, g\n${body}`, { module: 'pkg.mod' })).toBe(
      `from pkg.mod import f\nimport unittest\nfrom pkg.mod import g\n${body}`,
    );
    expect(codeAt(`from sklearn.metrics import f, g\n${body}`, { module: 'sklearn.metrics._x' })).toContain(
      'from sklearn.metrics._x import f\nimport unittest\nfrom sklearn.metrics import g\n',
    );
  });

  test('and found through their package; patches go to their module', () => {
    const reply = `import unittest\nimport pkg.mod as m\nfrom unittest.mock import patch\n${body.replace('f(1), g(1)', 'm.f(1), 2').replace('    def', '    @patch("your_module.requests")\n    def')}`;
    expect(extractAt(reply, { module: 'pkg.mod' }).tests).toHaveLength(1);
    expect(codeAt(reply, { module: 'pkg.mod' })).toContain("@patch('pkg.mod.requests')");
  });

  test('methods: the class is imported, and a call of the method counts', () => {
    const at = { module: 'pkg.mod', className: 'K' };
    const reply = `import unittest\nclass K:\n    def f(self): pass\n${body.replace('f(1), g(1)', 'make().f(1), 2')}`;
    expect(codeAt(reply, at)).toMatch(/^from pkg.mod import K\nimport unittest\n\s*class TestF/);
    expect(codeAt('k = K()\nassert k.f(2) == 3\nassert 1 + 1 == 2', at)).toBe(
      'from pkg.mod import K\nk = K()\nassert k.f(2) == 3',
    );
  });
});

test('whatever the reply is, tests that come out are valid and mention the function', () => {
  const pieces =
    'assert f(1) == 2\n|```python\n|```\n|>>> f(1)\n|2\n|def test_a():\n|    assert f(x) == 1\n|    x = """\n|class TestF(unittest.TestCase):\n|    def test_b(self):\n|        f(1)\n|- |`|\n|import f\n';
  const piece = fc.constantFrom(...pieces.split('|'));
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), fc.boolean(), (pieces, truncated) => {
      for (const body of extract(pieces.join(''), truncated).tests) {
        const code = body.kind === 'assertion' ? body.code : body.kind === 'method' ? body.module : '';
        expect(isValidPython(code), code).toBe(true);
        expect(code).toMatch(/\bf\b/);
      }
    }),
  );
});
