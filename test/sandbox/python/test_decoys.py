"""What a program can win that does not know whether it meets the tests or a decoy of them."""

import os
import random
import sys
import unittest

sys.path.insert(0, os.environ["RUNNER"])
import whole_cell  # noqa: E402
from decoys import decoy_of, spelled_alike, statements_decoy_of  # noqa: E402

SOURCE = '''
import gc, unittest
class T(unittest.TestCase):
    # A comment.
    def test_a(self):

        self.assertEqual(f(
            1), 2)
    def test_b(self):
        with self.assertRaises(ValueError):
            f(2)
'''

#: A module of tests: each is a function, or a method of ``T`` or of a class that derives from it. Right programs pass all.
MODULE = '''
import contextlib, unittest
from unittest.mock import ANY
def assert_type(value, kind): return value
def assert_no_warnings(function, *arguments): function(*arguments)
class comparing:
    def assert_array_less(a, b):
        if not isinstance(b, list) and not a < b:
            raise AssertionError
CASES = [(1, 2), (2, 4)]
EMPTY = []
EMPTIED = [(1, 2)]
USED_UP = zip([1, 2], [2, 4])
list(USED_UP)
EMPTIED.clear()
cases_of_another = [(1, 2)]
def named():
    cases = [(1, 2)]
    return cases
def context(bad): return contextlib.suppress(ZeroDivisionError)
def double(x): return f(x)
def check(x, wanted):
    got = f(x)
    assert got == wanted
@contextlib.contextmanager
def expectation():
    try:
        yield
    except ZeroDivisionError:
        pass
def test_loop():
    for a, b in CASES:
        assert f(a) == b
def test_loop_over_answers():
    for found, wanted in zip(map(f, [3, 4]), [6, 8]):
        assert found == wanted
    for each in (lambda: [1])():
        assert f(each) == 2
def test_numbered_loop():
    for index, (a, b) in enumerate(zip([1, 2], (2, 4))):
        assert f(a) == b, index
def test_loop_over_nothing():
    for a, b in EMPTY:
        assert f(a) == b
def test_helper():
    check(3, 6)
def test_branches():
    if len(CASES) == 2:
        assert f(1) == 2
    else:
        assert f(1) == 3
def test_no_literal():
    wanted = 4
    assert f(2) == wanted
    assert wanted == f(2)
def test_order():
    assert f(2) < 5
def test_finally():
    try:
        found = f(2)
    finally:
        assert f(1) == 2
def test_emptied():
    for a, b in EMPTIED:
        assert f(a) == b
def test_used_up():
    for a, b in USED_UP:
        assert f(a) == b
def test_argument(cases=()):
    for a, b in cases:
        assert f(a) == b
def test_own_context():
    with context(True):
        f(1) / 0
        assert f(1) == 3
def test_steps():
    steps = iter([1, 7])
    assert next(steps) < 5
def test_leaves_early():
    if f(1) == 2:
        return
    assert f(2) == 5
def test_leaves_a_loop():
    for a, b in CASES:
        if a == 1:
            continue
        assert f(a) == b
def test_leaves_within():
    for a, b in CASES:
        if a == 1:
            return
    assert f(a) == 7
def test_expects():
    with expectation():
        f(1) / 0
        assert f(1) == 3
def test_handles():
    try:
        f(None)
        assert f(1) == 7
    except TypeError:
        pass
def test_tries():
    try:
        assert f(1) == 7
    except AssertionError:
        return
def test_any():
    assert f(1) == ANY
class Api:
    def list(self, kind): return []
    range = sorted = list
def test_items_of_a_client():
    for each in Api().list([1]):
        assert f(each) == 7
    for each in Api().range(3):
        assert f(each) == 7
def swallow(test):
    def run():
        with contextlib.suppress(Exception):
            test()
    return run
@swallow
def test_swallowed():
    assert f(1) == 7
def test_finally_leaves():
    while True:
        try:
            assert f(1) == 7
        finally:
            break
def test_type():
    assert_type(f(1), int)
def test_less():
    comparing.assert_array_less(f(1), 3)
def test_no_warnings():
    assert_no_warnings(f, 1)
class T(unittest.TestCase):
    def test_zip(self):
        self.assertIsInstance(zip([f(1)]), zip)
    def test_process(self):
        with self.assertRaises(ConnectionError):
            raise BrokenPipeError(f(1))
    def same(self, x):
        self.assertEqual(f(x), double(x))
    def test_own(self):
        self.same(2)
    def test_truth(self):
        wanted = 2
        self.assertTrue(f(1) == wanted)
    def test_two_names(self):
        one, two = f(1), double(1)
        self.assertEqual(one, two)
class Derived(T):
    pass
class Checks(unittest.TestCase):
    def check(self, x):
        self.assertEqual(f(x), 2)
    def test_checked(self):
        self.check(1)
class Overriding(Checks):
    def check(self, x):
        self.assertEqual(f(x + 1), 4)
if CASES:
    def test_conditional():
        assert f(5) == 10
class Outer:
    class Inner:
        def test_inner(self):
            assert f(1) == 2
'''
#: Those of which no answer can be asked for, as a passing program need not come by an assertion.
ASKING_NOTHING = {
    "test_loop_over_nothing", "test_leaves_early", "test_leaves_a_loop", "test_leaves_within", "test_expects", "test_handles",
    "test_loop_over_answers", "test_tries", "test_items_of_a_client", "test_finally_leaves", "test_type", "test_no_warnings", "test_swallowed", "test_any",
    "T.test_zip", "T.test_process", "Derived.test_zip", "Derived.test_process", "test_emptied", "test_used_up", "test_argument", "test_own_context", "test_steps", "Checks.test_checked", "Overriding.test_checked",
}


class Anything(float):
    """Equals, and is in front of and behind, whatever it is compared with; a number otherwise."""

    __eq__ = __lt__ = __gt__ = __le__ = __ge__ = lambda self, other: True
    __hash__ = None


def outcomes(source, function):
    """{test: whether it passes} of a module, where ``f`` is the function."""
    space = {"f": function, "__name__": "tests"}
    exec(source, space)
    found = {}
    cases = {name: space[name] for name in ("T", "Derived", "Checks", "Overriding")}
    owners = {"": None, **cases, "Outer.Inner": space["Outer"].Inner}
    for owner, kind in owners.items():
        names = [name for name in (dir(kind) if kind else space) if name.startswith("test")]
        for name in names:
            made = kind(name) if owner in cases else kind() if kind else None
            try:
                (getattr(made, name) if kind else space[name])()
                found[(owner + "." if owner else "") + name] = True
            except BaseException:
                found[(owner + "." if owner else "") + name] = False
    return found


class Program:
    """Right or wrong by chance, in every run anew."""

    def __init__(self, share, chance):
        self.share, self.chance = share, chance


class Outcome:
    needs_sharing, done = False, (b"", 1, 0)

    def __init__(self, passes):
        self.failures = [] if passes else [("fail", "T.test_a", ""), ("fail", "T.test_b", "")]

    def cell(self):
        return whole_cell.Cell("fail" if self.failures else "pass")


class Host:
    missing = ()


class Decoys(unittest.TestCase):
    def test_a_program_of_chance_seldom_passes(self):
        test = type("Test", (), {"form": "unittest", "source": SOURCE, "given": ""})
        real = whole_cell.run_in
        whole_cell.run_in = lambda host, program, *rest: Outcome(program.chance.random() < program.share)
        self.addCleanup(setattr, whole_cell, "run_in", real)
        for share in (0.3, 0.5, 0.7):
            chance = random.Random(share)
            passes = sum(
                whole_cell.run_whole_cell(Host, Program(share, chance), test, None).verdict == "pass" for _ in range(2000)
            )
            # 1/16 of 2000 are 125, and one in four were 500.
            self.assertLess(passes, 190, share)

    def test_a_decoy_has_the_lines_of_the_module(self):
        decoy, names = decoy_of(SOURCE, random.Random(1))
        self.assertEqual(names, {"T.test_a", "T.test_b"})
        self.assertEqual(len(decoy.splitlines()), len(spelled_alike(SOURCE).splitlines()))

    def test_a_right_program_passes_no_decoy(self):
        right = lambda x: 2 * x + 0.0
        for source in (MODULE, spelled_alike(MODULE)):
            self.assertEqual({name for name, passes in outcomes(source, right).items() if not passes}, set())
        for seed in range(16):
            decoy, names = decoy_of(MODULE, random.Random(seed))
            passed = {name for name, passes in outcomes(decoy, right).items() if passes}
            self.assertEqual(passed & names, set(), decoy)

    def test_what_equals_everything_passes_decoys_wherever_assertions_stand(self):
        anything = lambda x: Anything(2 * x)
        asked = None
        for seed in range(12):
            decoy, names = decoy_of(MODULE, random.Random(seed))
            passed = {name for name, passes in outcomes(decoy, anything).items() if passes}
            asked = passed & names if asked is None else asked | passed & names
        self.assertEqual(set(outcomes(MODULE, anything)) - asked, ASKING_NOTHING)

    def test_statements(self):
        for text in ("for a, b in [(1, 2)]:\n    assert f(a) == b", "w = 2\nassert f(1) == w", "assert w == f(1) if (w := 2) else 0"):
            for seed in range(10):
                decoy = statements_decoy_of(text, random.Random(seed))
                with self.assertRaises(AssertionError):
                    exec(decoy, {"f": lambda x: 2 * x})
        exec(statements_decoy_of("for a, b in [(1, 2)]:\n    assert f(a) == b", random.Random(1)), {"f": Anything})

    def test_arrays_without_anything_in_them(self):
        class Empty(list):
            """As numpy compares an empty column: a number and a row spread over it, rows do not."""

        def allclose(a, b):
            other = b if type(a) is Empty else a
            return type(other) is Empty or isinstance(other, (int, float)) or isinstance(other[0], (int, float))

        def assert_allclose(a, b):
            assert allclose(a, b)

        for line in ("assert np.allclose(f(), y)", "assert_allclose(f(), y)", "assert_allclose(f(), 0)", "assert np.allclose(f(), 0)"):
            source = "def test_empty():\n    y = f()\n    %s\n" % line
            names = {"f": Empty, "np": type("np", (), {"allclose": allclose}), "assert_allclose": assert_allclose}
            for seed in range(10):
                space = dict(names)
                exec(source, space)
                space["test_empty"]()
                exec(decoy_of(source, random.Random(seed))[0], space)
                with self.assertRaises(Exception, msg=line):
                    space["test_empty"]()

    def test_orders_and_differences_by_functions(self):
        """What stands in the place of one value must not make them hold."""
        class Row(list):
            """As numpy compares: each of its values with a number, or with the first of other rows."""

            def __lt__(self, other):
                return all(each < (other[0][0] if type(other) is list else other) for each in self)

        def assert_array_less(x, y, err_msg=""):
            assert (x if type(x) is Row else Row([x])) < y

        def assert_less(a, b):
            assert a < b

        def assert_not_equal(a, b):
            assert a != b

        names = {
            "f": lambda x: Row([2 * x]), "assert_array_less": assert_array_less, "assert_less": assert_less,
            "assert_not_equal": assert_not_equal, "assert_arrays_differ": assert_not_equal,
        }
        lines = ("assert_array_less(f(1), 9, err_msg='no')", "assert_array_less(-1.0 * f(1)[0], 0)", "np.assert_array_less(f(1), w)",
                 "assert_less(f(1), w)", "assert_not_equal(f(1), w)", "assert_arrays_differ(f(1), w)")
        for line in lines:
            source = "def test_order():\n    w = 9\n    %s\n" % line
            for seed in range(10):
                space = {**names, "np": type("np", (), {"assert_array_less": assert_array_less})}
                exec(source, space)
                space["test_order"]()
                decoy, spoilt = decoy_of(source, random.Random(seed))
                self.assertEqual(spoilt, {"test_order"})
                exec(decoy, space)
                with self.assertRaises(Exception, msg=decoy):
                    space["test_order"]()

    def test_no_name_is_in_every_decoy(self):
        decoys = [decoy_of(SOURCE, random.Random(seed))[0] for seed in range(60)]
        words = [set(decoy.replace("(", " ").replace(")", " ").replace(":", " ").split()) for decoy in decoys]
        common = set.intersection(*words) - set(spelled_alike(SOURCE).replace("(", " ").replace(")", " ").replace(":", " ").split())
        self.assertEqual(common, set())


if __name__ == "__main__":
    unittest.main()
