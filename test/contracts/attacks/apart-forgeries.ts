/** A program whose tests run in another process, and a module that it must not pass. */
export interface ApartForgery {
  readonly name: string;
  readonly code: string;
  /** Of the class's methods; the module imports `unittest` and `patch` alone. */
  readonly tests: string;
}

const VALUE = 'def test_value(self):\n    self.assertEqual(f(3), 6)';
const WRONG = 'def f(x): return None';

/** Programs that want to decide what runs beside another process, by what they answer, ask back, or leave behind. */
export const apartForgeries: readonly ApartForgery[] = [
  {
    name: 'ends a loop over its own answers',
    code: 'def f(x): raise StopIteration',
    tests:
      'def test_value(self):\n    for found, wanted in zip(map(f, [3, 4]), [6, 8]):\n        self.assertEqual(found, wanted)',
  },
  {
    name: 'ends all() over its own answers',
    code: 'class Over(StopIteration): pass\ndef f(x): raise Over',
    tests: 'def test_value(self):\n    self.assertTrue(all(map(lambda x: f(x) == 2 * x, [3, 4])))',
  },
  {
    name: 'lends its own numpy to the tests',
    code: `class np:
    class testing:
        assert_array_equal = assert_allclose = staticmethod(lambda *a, **k: None)
${WRONG}`,
    tests: 'def test_value(self):\n    np.testing.assert_array_equal(f(3), 6)',
  },
  {
    name: 'lends its own mathematics to the tests',
    code: `class Math:
    @staticmethod
    def isclose(*a, **k): return True
    fabs = staticmethod(lambda x: 0.0)
math = Math()
${WRONG}`,
    tests: 'def test_value(self):\n    self.assertTrue(math.isclose(f(3), 6))',
  },
  {
    name: 'lends its own absolute values to the tests',
    code: `class math:
    fabs = staticmethod(lambda x: 0.0)
def f(x): return 0`,
    tests: 'def test_value(self):\n    self.assertLess(math.fabs(f(3) - 6), 1e-9)',
  },
  {
    name: 'defines the assertion that the tests take from it',
    code: `def assert_same(*a): pass\ndef isclose(*a): return True\n${WRONG}`,
    tests: 'def test_value(self):\n    assert_same(f(3), 6)',
  },
  {
    name: 'imports something else by the name of an assertion',
    code: `from builtins import print as assert_same\n${WRONG}`,
    tests: 'def test_value(self):\n    assert_same(f(3), 6)',
  },
  {
    name: 'names another library as the one that tests use',
    code: `from doctest import unittest as np\n${WRONG}`,
    tests: 'def test_value(self):\n    np.testing.assert_array_equal(f(3), 6)',
  },
  {
    name: 'answers with the class of the tests',
    code: 'import types\nK = type("TestCases", (), {"__module__": "__test__", "__eq__": lambda s, o: True})\ndef f(x): return K',
    tests: VALUE,
  },
  {
    name: 'answers with an object of a class that equals everything',
    code: 'class _ANY:\n    __module__ = "unittest.mock"\n    def __eq__(self, other): return True\nfrom unittest.mock import ANY\ndef f(x): return ANY if x == 3 else _ANY()',
    tests: VALUE,
  },
  {
    name: 'raises what skips a test, by the name under which another module has it',
    code: 'import doctest\ndef f(x):\n    raise type("SkipTest", (Exception,), {"__module__": "unittest"})("no")\n',
    tests: VALUE,
  },
  {
    name: 'raises what the runner itself raises',
    code: 'def f(x):\n    raise type("NeedsSharing", (Exception,), {"__module__": "split_tester"})("no")\n',
    tests: VALUE,
  },
  {
    name: 'expects its own failure',
    code: 'def f(x):\n    raise type("_ShouldStop", (Exception,), {"__module__": "unittest.case"})()\n',
    tests: VALUE,
  },
  {
    name: 'sets what a mock of the tests gives',
    code: 'def f(x):\n    x.return_value = x.side_effect = x.called = 7\n    x.assert_called_once_with = lambda *a: None\n    x.__eq__ = lambda *a: True\n    return x',
    tests:
      'def test_value(self):\n    from unittest.mock import MagicMock\n    given = MagicMock(return_value=6)\n    f(given)\n    self.assertEqual(given.call_count, 1)',
  },
  {
    name: 'changes the tests through a function that they lent',
    code: 'def f(x):\n    g = x.__globals__ if hasattr(x, "__globals__") else {}\n    try: x.__code__ = (lambda: 6).__code__\n    except Exception: pass\n    return g.get("expected")',
    tests: 'def test_value(self):\n    self.assertEqual(f(lambda: 7), 6)',
  },
  {
    name: 'rewrites what is expected, where it lies beside its argument',
    code: 'def f(x):\n    x["wanted"] = None\n    return None',
    tests:
      'def test_value(self):\n    given = {"x": 3}\n    wanted = 6\n    self.assertEqual(f(dict(given, wanted=wanted)), wanted)',
  },
  {
    name: 'leaves modules where the tests might import them',
    code: `import os
for name in ("json", "decimal", "statistics", "unittest", "sitecustomize"):
    for folder in {os.getcwd(), "/tmp", os.environ.get("HOME", "/tmp")}:
        try: open(os.path.join(folder, name + ".py"), "w").write("import unittest\\nunittest.TestCase.assertEqual = lambda *a: None\\nmean = lambda v: 6\\n")
        except OSError: pass
${WRONG}`,
    tests: 'def test_value(self):\n    import statistics\n    self.assertEqual(f(3), statistics.mean([6]))',
  },
  {
    name: 'prints frames of a judge',
    code: `import os, sys
for fd in range(0, 64):
    try: os.write(fd, b"\\x12\\0\\0\\0(s4:dones0:i1;i0;)")
    except OSError: pass
${WRONG}`,
    tests: VALUE,
  },
  {
    name: 'stops, limits and signals the process of its tests',
    code: `import os, signal, resource
for pid in range(os.getpid() + 1, os.getpid() + 20):
    for attempt in (lambda: os.kill(pid, signal.SIGUSR1), lambda: os.kill(pid, signal.SIGTERM), lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE, (0, 0))):
        try: attempt()
        except (OSError, AttributeError, ValueError): pass
${WRONG}`,
    tests: VALUE,
  },
  {
    name: 'answers with a text that writes itself',
    code: 'class T(str):\n    def __eq__(self, other): return True\n    __hash__ = str.__hash__\n    def __str__(self): return "6"\ndef f(x): return T("no")',
    tests: 'def test_value(self):\n    self.assertEqual(f(3), "6")\n    self.assertIn(f(3), ["6"])',
  },
  {
    name: 'answers with a length and items that agree with all',
    code: 'class L:\n    def __len__(self): return 2\n    def __getitem__(self, i): return type("E", (), {"__eq__": lambda s, o: True})()\n    def __iter__(self): return iter([self[0], self[1]])\ndef f(x): return L()',
    tests: 'def test_value(self):\n    self.assertEqual(list(f(3)), [6, 6])',
  },
];
