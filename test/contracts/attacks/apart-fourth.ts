import type { ApartForgery } from './apart-forgeries.ts';

const VALUE = 'def test_value(self):\n    self.assertEqual(f(3), 6)';
const SILENCE =
  "import unittest\\nfor n in ('assertEqual', 'assertTrue'): getattr(unittest.TestCase, n).__code__ = (lambda *a, **k: None).__code__";

/** The fourth round: what a program imports, what of the tests lies in its own process, which classes it answers with. */
export const apartFourth: readonly ApartForgery[] = [
  {
    name: 'imports a reader of pickles by the name of another module',
    code: `import pickle as json
class E:
    def __reduce__(self): return (exec, ("${SILENCE}",))
def f(x): return json.dumps(E())`,
    tests: 'def test_value(self):\n    self.assertEqual(json.loads(f(3)), {"v": 6})',
  },
  {
    name: 'imports what runs text by the name of a reader',
    code: `from builtins import exec as parse\ndef f(x): return "${SILENCE}"`,
    tests: 'def test_value(self):\n    self.assertEqual(parse(f(3)), 7)',
  },
  {
    name: 'imports a class of everything by the name of another',
    code: 'from builtins import object as Widget\ndef f(x): return None',
    tests: 'def test_value(self):\n    self.assertIsInstance(f(3), Widget)',
  },
  {
    name: 'imports another module of the standard library by the name of one',
    code: 'import operator as shutil\ndef f(x): return None',
    tests: 'def test_value(self):\n    self.assertTrue(shutil.not_(f(3)))',
  },
  {
    name: 'defines a function by the name of a module of the standard library',
    code: 'def json(x): pass\njson.loads = lambda text: {"v": 6}\ndef f(x): return ""',
    tests: 'def test_value(self):\n    self.assertEqual(json.loads(f(3)), {"v": 6})',
  },
  {
    name: 'reads what is expected off its own frames',
    code: `import re, sys
def f(x):
    frame = sys._getframe()
    while frame:
        for value in frame.f_locals.values():
            found = re.search(r"f\\(3\\), (\\d+)\\)", str(value))
            if found: return int(found[1])
        frame = frame.f_back`,
    tests: VALUE,
  },
  {
    name: 'reads what is expected off its own memory',
    code: `import gc, re
def f(x):
    for each in gc.get_objects():
        if type(each) in (tuple, list, dict):
            found = re.search(r"f\\(3\\), (\\d+)\\)", str(each))
            if found: return int(found[1])`,
    tests: VALUE,
  },
  {
    name: 'answers with a class of the library that starts what it is called with',
    code: `import subprocess
def f(x): return subprocess.Popen if x == 3 else ["true"]`,
    tests: 'def test_value(self):\n    import subprocess\n    self.assertIs(type(f(3)(f(4))), subprocess.Popen)',
  },
  {
    name: 'gives tests no item to iterate over',
    code: 'def f(x): raise IndexError',
    tests:
      'def test_value(self):\n    class Answers:\n        def __getitem__(s, i): return f(i)\n    for i, found in enumerate(Answers()):\n        self.assertEqual(found, 2 * i)',
  },
];

const WHERE = `K = type("FunctionType", (), {"__module__": "types"})
def where():
    import sys
    frame, names = sys._getframe(), []
    while frame:
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    return "apart" if "serve_program" in names else "beside"
`;
const APART = (argument: string) => `def test_value(self):\n    self.assertEqual(f(${argument}), "apart")`;

/** Programs that want their tests beside them, by what cannot be sent back; each test holds as long as they run apart. */
export const placeSeekers: readonly ApartForgery[] = [
  {
    name: 'has a lent function give back a class under another’s name',
    code: `${WHERE}def f(x):\n    try: x(K)\n    except Exception: pass\n    return where()`,
    tests: APART('lambda v: v'),
  },
  {
    name: 'keeps in a mock a class under another’s name',
    code: `${WHERE}def f(x):\n    x.kept = K\n    try: x.kept\n    except Exception: pass\n    return where()`,
    tests:
      'def test_value(self):\n    from unittest.mock import MagicMock\n    self.assertEqual(f(MagicMock()), "apart")',
  },
  {
    name: 'puts a class under another’s name into an argument',
    code: `${WHERE}def f(x):\n    x.append(K)\n    return where()`,
    tests: 'def test_value(self):\n    v = []\n    f(v)\n    self.assertEqual(f(v), "apart")',
  },
  {
    name: 'has the patched print keep a class under another’s name',
    code: `${WHERE}def f(x):\n    try:\n        print.kept = K\n        print.kept\n    except Exception: pass\n    return where()`,
    tests: `@patch("builtins.print")\ndef test_value(self, p):\n    self.assertEqual(f(1), "apart")`,
  },
  {
    name: 'asks a lent function for what cannot be sent',
    code: `${WHERE}def f(x):\n    try: x(1)\n    except Exception: pass\n    return where()`,
    tests: APART('lambda v: (each for each in [v])'),
  },
  ...['{}.keys()', '{1: 2}.values()', '{1: [2]}.items()', 'memoryview(b"a")', 'P(1, [x])', 'P', 'slice(1)'].map(
    (value) => ({
      name: `puts ${value} into an argument`,
      code: `from collections import namedtuple\nP = namedtuple("P", "a b")\n${WHERE}def f(x):\n    x[0].append(${value.replace('[x]', '[2]')})\n    return where()`,
      tests: 'def test_value(self):\n    v = [[]]\n    f(v)\n    self.assertEqual(f(v), "apart")',
    }),
  ),
  {
    name: 'has an object of its own where tests replace an attribute',
    code: `class Held: limit = 1\nheld = Held()\n${WHERE}def f(x): return where() if held.limit == x else "unpatched"`,
    tests:
      'def test_value(self):\n    with patch.object(held, "limit", 2):\n        self.assertEqual(f(2), "apart")\n    self.assertEqual(f(1), "apart")',
  },
];
