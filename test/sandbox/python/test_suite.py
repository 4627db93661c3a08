"""Which lane a test is in, what of it the program's process is asked, and what the comparer makes of the answers."""

import unittest

from cell import LoadedProgram, answer_plan
from comparing import compare
from suite import Suite


def suite_of(*codes, entry_point="f"):
    return Suite({"entryPoint": entry_point, "tests": [{"kind": "assertion", "code": code} for code in codes]})


def in_python(program, code):
    """What CPython says of test and program in one process."""
    namespace = {}
    try:
        exec(program, namespace)
        exec(code, namespace)
        return "pass"
    except BaseException:
        return "no"


class Lanes(unittest.TestCase):
    def test_equal_calls_share_a_plan(self):
        suite = suite_of("assert f(1) == 2", "assert 3 != f(1), f(1)", "assert f([1], k=2)", "assert f(list(range(3)))")
        self.assertEqual([test.kind for test in suite.tests], ["value"] * 4)
        self.assertEqual(len(suite.plans), 3)

    def test_steps(self):
        steps = {
            "assert f(f(1)) == 2": ("f(f(1))",),
            "assert f(1) == 2 and f(2) in [1, f(3)]": ("f(1)", "f(2)", "f(3)"),
            "x = [2, 1]\nassert f(x) == 3": ("f(x)",),
            "a, b = f(1)\nassert a < b": ("f(1)",),
            "f(1)\nassert f(2) == 2": ("f(1)", "f(2)"),
            "assert f(1).strip() == 'a'": ("f(1).strip()",),
            "assert helper(f(1))": ("helper(f(1))",),
            "assert ____.g(1)": ("____.g(1)",),
            "def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(2) == 3\ncheck(f)": ("candidate(1)", "candidate(2)"),
            "candidate = f\nassert candidate(1) == 2": ("candidate(1)",),
        }
        for code, expected in steps.items():
            (test,) = suite_of(code).tests
            self.assertEqual((test.kind, tuple(step.strip() for step in test.steps)), ("value", expected), code)

    def test_what_the_program_decides_with_the_test_runs_together(self):
        for code in (
            "for i in range(3):\n    assert f(i)",
            "assert all(f(i) for i in range(3))",
            "assert f(1) is f(1)",
            "x = [1]\nassert f(x) == x",
            "x = [1]\nf(x)\nassert x == []",
            "x = 5\nassert f(x) == x",
            "g = f\nassert g == f",
            "assert all(x > 0 for x in f(3))",
            "assert max(f(1), key=lambda x: -x) == 2",
            "assert f(lambda: 1) == 1",
            "y = f(1)\nassert f(y) == 2",
            "import pytest\nwith pytest.raises(ValueError):\n    f(1)",
            "print(f(1))",
            "import os\nassert os.path.exists(f(1))",
            "assert ' '.join(f(1)) == 'a b'",
            "assert type(f(1)) == map",
        ):
            self.assertEqual(suite_of(code).tests[0].kind, "together", code)
        self.assertEqual(suite_of("assert f(1) ==").tests[0].kind, "broken")

    def test_without_a_function_under_test_every_name_is_a_helper_s(self):
        (test,) = suite_of("assert g(1) == 2", entry_point=None).tests
        self.assertEqual((test.kind, test.steps, test.comparison.weak), ("value", ("g(1)",), True))

    def test_attributes_of_the_program_s_names_are_its_answers(self):
        (test,) = suite_of("assert f.__name__ == 'f' and Color.RED.value").tests
        self.assertEqual((test.kind, test.steps), ("value", ("f.__name__", "Color.RED.value")))

    def test_expected_values_are_in_no_plan(self):
        suite = suite_of("expected = [4711]\nassert f(1) == expected", "assert f(2) == 4711 or 4711 in f(3)")
        for plan in (plan.text for plan in suite.plans):
            self.assertNotIn("4711", repr(plan))

    def test_outputs_of_constant_calls(self):
        (test,) = suite_of("for x in [1]:\n    assert f(x) == f(3) + f([1], k=2)").tests
        self.assertEqual((test.kind, test.steps), ("together", ("f(3)", "f([1], k=2)")))


class Comparing(unittest.TestCase):
    def cell(self, program, code):
        test = suite_of(code).tests[0]
        self.assertEqual(test.kind, "value", code)
        suite = suite_of(code)
        return compare(test, answer_plan(LoadedProgram((program, "")), suite.plans[test.plan].data))

    def test_as_python(self):
        programs = (
            "def f(x): return x",
            "def f(x): return [x, {x}]",
            "def f(x): return {x: (1.5, 'a')}",
            "def f(x): raise ValueError('no')",
            "raise ImportError",
            "def f(x): return float('nan')",
            "N = []\ndef f(x):\n    N.append(x)\n    return N",
            "def f(x, *, _s=set()):\n    _s.add(x)\n    return _s",
            "sorted = len = lambda x: 6\ndef f(x): return [x]",
            "import math\ndef f(x): return math.nan, x",
            "def f(x): return 10 ** 5000",
            "import decimal\ndef f(x): return decimal.Decimal(x)",
            "def f(x):\n    yield x",
            "def f(x): return map(abs, [x])",
            "N = []\ndef f(x):\n    N.append(x)\n    return len(N)",
            "import sys\ndef f(x): return sys._getframe(1).f_lineno",
            "def f(x): return globals().get('x')",
        )
        codes = (
            "assert f(1) == 1", "assert f(1) != 1", "assert f(1)[0] == 1", "assert f(1) == [1, {1}]",
            "assert f(1) == {1: (1.5, 'a')}", "assert len(f(1)) == 6", "assert sorted(f(2)) == [2]", "assert f(1) == f(1)",
            "a = f(1)\nb = f(2)\nassert a == [1, 2] == b", "a = f(1)\nassert a == [1]\nassert f(2) == [1, 2]",
            "assert f(1) == 2 or f(2) == 2", "assert not (f(1) == 1 and f(2) == 2)", "assert list(f(1)) == [1]",
            "assert isinstance(f(1), int)", "assert f(1) is None", "assert 1 <= f(2) < 3", "assert f(10) > 4",
            "assert max(f(3), 2) == 3", "assert f(1)[0] + f(2)[0] == 3",
            "assert str(f(1))[0] == '1'", "assert (f(1), 2) == (1, 2)", "assert {1: f(1)} == {1: 1}", "assert f(1) * 2 == 2",
            "assert f'{f(1)}' == '1'", "assert f(1)[-1:] == [1]", "assert -f(1) == -1",
            "assert (f(1) if f(2) else f(3)) == 1", "assert f(1) % 2 == 1", "x = 5\nassert f(1) == x",
            "assert [1] == f(1)", "assert f(1)", "assert f(1) in [1]", "assert 1 in f(1)", "a, = f(1)\nassert a == 1",
            "assert f(1) == 1\nassert f(2) == 2\nfor x in [3]:\n    assert f(x) == x", "assert f(1) == 1\nassert f(x := 2) == 2", "assert f(1) == 1 or f(1) == 1\nassert f(2) == 2",
        )
        decided = 0
        for program in programs:
            for code in codes:
                cell = self.cell(program, code)
                if cell[0] is not None:
                    decided += 1
                    expected = in_python(program, code)
                    self.assertEqual("pass" if cell[0] == "pass" else "no", expected, (program, code, cell))
        self.assertGreater(decided, 300)

    def test_what_cannot_be_compared_outside_runs_together(self):
        for program, code in (
            ("class A: pass\ndef f(x): return A()", "assert f(1) == 1"),
            ("def f(x):\n    yield x", "assert list(f(1)) == [1]"),
            ("def f(x):\n    yield x", "assert f(1) == f(1)"),
            ("def f(x): return x", "assert f(1) == 1\nfor x in [2]:\n    assert f(x) == x"),
            ("class I(int): pass\ndef f(x): return I(1)", "assert f(1) == 1"),
            ("def f(x): return {1, 2}", "assert list(f(1)) == [1, 2]"),
            ("def f(x): return [float('nan')]", "assert f(1) == [1]"),
            ("def sorted(x): return x\ndef f(x): return x", "assert sorted(f([1])) == [1]"),
            ("N = []\ndef f(x):\n    N.append(x)\n    return N", "assert f(1) == [1] and f(2) == [1, 2]"),
            ("def f(x): return 5", "assert f(1) or f(2)\nassert f(3)"),
            ("def f(x): return eval('y')", "y = 2\nassert f(1) == 2"),
            ("import collections\ndef f(x): return collections.defaultdict(lambda: 1)", "assert f(1)[0] == 1"),
            ("import decimal\ndef f(x): return decimal.Decimal('nan')", "assert [f(1)] == [1]"),
            ("import datetime\ndef f(x): return datetime.time(fold=1)", "assert repr(f(1)) == 1"),
            ("def f(x): return 10 ** x", "assert str(f(5000))"),
        ):
            self.assertIsNone(self.cell(program, code)[0], code)

    def test_details(self):
        self.assertEqual(self.cell("def f(x): return x", "assert f(1) == 2, 'no'")[:3], ("fail", "AssertionError: no", "1"))
        self.assertEqual(self.cell("def f(x): return y", "assert f(1) == 2")[:2], ("error", "NameError: name 'y' is not defined"))
        self.assertEqual(self.cell("raise ValueError(1)", "assert True")[:2], ("error", "ValueError: 1"))
        self.assertEqual(self.cell("def f(x): raise MemoryError", "assert f(1)")[0], "out-of-memory")
        self.assertTrue(self.cell("def f(x): return x\ndef g(x): return True", "assert g(f(1))")[3])

    def test_an_object_that_equals_everything_is_none(self):
        for program in (
            "class A:\n    __eq__ = lambda self, other: True\ndef f(x): return [A()]",
            "from unittest.mock import ANY\ndef f(x): return ANY",
            "class A(int):\n    __eq__ = lambda self, other: True\ndef f(x): return A()",
        ):
            self.assertEqual(self.cell(program, "assert f(1) == [6]")[0], "error")
