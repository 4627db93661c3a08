import type { ApartForgery } from './apart-forgeries.ts';

/** The third round: answers, errors, words asked back and frames by hand, of a reader who did not write the two sides. */
export const apartThird: readonly ApartForgery[] = [
  {
    name: 'answers with the class of what equals everything',
    code: 'K = type("ANY", (), {"__module__": "unittest.mock"})\ndef f(x): return K',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'answers with a class that judges by its metaclass',
    code: 'K = type("Enum", (), {"__module__": "enum"})\ndef f(x): return K',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'raises an error whose constructor does something',
    code: 'class E(Exception): pass\nE.__module__ = "urllib.error"; E.__name__ = "HTTPError"\ndef f(x):\n    e = E(); e.args = ("http://x", 1, "a", {}, None)\n    raise e',
    tests: 'def test_value(self):\n    import urllib.error\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'raises a skip of its own',
    code: 'import unittest\nclass E(unittest.SkipTest): pass\ndef f(x): raise E("no")',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'raises the end of a generator in a loop of the test',
    code: 'def f(x): raise StopAsyncIteration',
    tests: 'def test_value(self):\n    for v in map(f, [1, 2]):\n        self.assertEqual(v, 6)',
  },
  {
    name: 'raises a key error where the test looks up',
    code: 'def f(x):\n    raise KeyError',
    tests:
      'def test_value(self):\n    class D(dict):\n        def __missing__(s, k): return f(k)\n    self.assertEqual(D()[3], 6)',
  },
  {
    name: 'raises an attribute error where the test has a default',
    code: 'def f(x):\n    raise AttributeError',
    tests:
      'def test_value(self):\n    class O:\n        v = property(lambda s: f(3))\n    self.assertEqual(getattr(O(), "v", 6), 6)\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'a length that is true',
    code: 'class L:\n    def __len__(self): return True\ndef f(x): return L()',
    tests: 'def test_value(self):\n    self.assertEqual(len(f(3)), 6)',
  },
  {
    name: 'items without an end',
    code: 'class L:\n    def __iter__(self):\n        while True: yield 6\ndef f(x): return L()',
    tests: 'def test_value(self):\n    for v in f(3): self.assertEqual(v, 6)\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'an argument that becomes another',
    code: 'def f(x):\n    x[:] = [6, 6]\n    return x',
    tests:
      'def test_value(self):\n    v = [1, 2]\n    self.assertEqual(f(v), [2, 4])\n    self.assertEqual(f([1]), [2])',
  },
  {
    name: 'answers by hand for another',
    code: 'import sys\ndef host():\n    fr = sys._getframe()\n    while fr and "self" not in fr.f_locals or fr and type(fr.f_locals.get("self")).__name__ != "Host": fr = fr.f_back\n    return fr.f_locals["self"]\ndef f(x):\n    h = host()\n    h.channel.send(h.encode(("v", 6, (), "")))\n    h.channel.send(h.encode(("v", 6, (), "")))\n    return 7',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), 7)\n    self.assertEqual(f(4), 8)',
  },
  {
    name: 'asks back with a handle that was never lent',
    code: 'import sys\ndef host():\n    fr = sys._getframe()\n    while fr and "self" not in fr.f_locals or fr and type(fr.f_locals.get("self")).__name__ != "Host": fr = fr.f_back\n    return fr.f_locals["self"]\ndef f(x):\n    h = host()\n    for n in range(-3, 50):\n        try: h.back(n, "call", (), {})\n        except BaseException: pass\n    return 7',
    tests: 'def test_value(self):\n    self.assertEqual(f(lambda: 7), 6)',
  },
  {
    name: 'asks back for dunders',
    code: 'import sys\ndef host():\n    fr = sys._getframe()\n    while fr and "self" not in fr.f_locals or fr and type(fr.f_locals.get("self")).__name__ != "Host": fr = fr.f_back\n    return fr.f_locals["self"]\ndef f(x):\n    h = host()\n    out = 7\n    for op, *a in (("get", "__globals__"), ("get", "__self__"), ("get", "__class__"), ("set", "__code__", 1), ("item", 0), ("items",), ("length",), ("enter",), ("has", 1)):\n        try: out = h.back(1, op, *a)\n        except BaseException: pass\n    return out',
    tests: 'def test_value(self):\n    wanted = 6\n    self.assertEqual(f(lambda: wanted - 1), wanted)',
  },
  {
    name: 'asks back for what a mock was told',
    code: 'import sys\ndef host():\n    fr = sys._getframe()\n    while fr and "self" not in fr.f_locals or fr and type(fr.f_locals.get("self")).__name__ != "Host": fr = fr.f_back\n    return fr.f_locals["self"]\ndef f(x):\n    out = 7\n    for n in ("call_args", "return_value", "side_effect", "_mock_return_value", "method_calls"):\n        try: out = getattr(x, n)\n        except BaseException: pass\n    return out',
    tests:
      'def test_value(self):\n    m = MagicMock(return_value=6)\n    self.assertEqual(f(m), 6)\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'patches of the tests are seen',
    code: 'import time\ndef f(x): return time.sleep',
    tests: '@patch("time.sleep", 6)\ndef test_value(self):\n    self.assertEqual(f(3), 5)',
  },
  {
    name: 'restores what was patched and more',
    code: 'import sys\ndef host():\n    fr = sys._getframe()\n    while fr and "self" not in fr.f_locals or fr and type(fr.f_locals.get("self")).__name__ != "Host": fr = fr.f_back\n    return fr.f_locals["self"]\ndef f(x):\n    h = host()\n    h.replaced.clear()\n    return 7',
    tests: '@patch("time.sleep")\ndef test_value(self, m):\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'a text that is another each time',
    code: 'n = 0\nclass T:\n    def __str__(self):\n        global n\n        n += 1\n        return str(n)\ndef f(x): return T()',
    tests: 'def test_value(self):\n    v = f(3)\n    self.assertNotEqual(str(v), str(v))\n    self.assertEqual(v, 6)',
  },
  {
    name: 'equality by a frame of the library',
    code: 'from fractions import Fraction\nclass F(Fraction):\n    def __eq__(self, o): return True\n    __hash__ = None\ndef f(x): return F(7)',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'a number of its own kind',
    code: 'class I(int):\n    def __eq__(self, o): return True\n    __hash__ = int.__hash__\n    def __sub__(self, o): return 0\n    __rsub__ = __sub__\ndef f(x): return I(7)',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), 6)\n    self.assertAlmostEqual(f(3), 6)',
  },
  {
    name: 'prints what a stream of the tests should hold',
    code: 'import sys\ndef f(x):\n    print("7")\n    return 7',
    tests: '@patch("sys.stdout")\ndef test_value(self, out):\n    f(3)\n    out.write.assert_any_call("6")',
  },
  {
    name: 'changes where the tests look for files',
    code: 'import os\ndef f(x):\n    os.chdir("/dev/shm")\n    open("out.txt", "w").write("6")\n    return 7',
    tests:
      'def test_value(self):\n    f(3)\n    import os\n    self.assertTrue(os.path.exists("out.txt") and f(3) == 6)',
  },
  {
    name: 'answers with a class by the name of the tests’ own',
    code: 'class TestCases: pass\ndef f(x): return TestCases',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'defines the names that the module defines',
    code: 'class unittest:\n    class TestCase: pass\nclass patch: pass\ndef setUpModule(): pass\ndef f(x): return 7',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'load tests by protocol',
    code: 'def load_tests(*a): return __import__("unittest").TestSuite()\ndef f(x): return 7',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), 6)',
  },
  { name: 'skips by its name', code: 'f = 7\n', tests: 'def test_value(self):\n    self.assertEqual(f(3), 6)' },
  {
    name: 'is loaded and ends',
    code: 'import os\nos._exit(0)',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), 6)',
  },
  {
    name: 'is loaded and answers by hand',
    code: 'import sys\ndef host():\n    fr = sys._getframe()\n    while fr and "self" not in fr.f_locals or fr and type(fr.f_locals.get("self")).__name__ != "Host": fr = fr.f_back\n    return fr.f_locals["self"]\nh = host()\nh.channel.send(h.encode(("v", None, (), "")))\nfor _ in range(5): h.channel.send(h.encode(("v", 6, (), "")))\ndef f(x): return 7',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), 6)\n    self.assertEqual(f(4), 8)',
  },
];
