"""What the interpreter says of pairs of values that programs can answer with: Python's own word, or nothing."""

import collections
import datetime
import decimal
import fractions
import math
import os
import random
import sys
import unittest
import warnings

sys.path.insert(0, os.environ["RUNNER"])

from bounds import Budget, OutOfGrammar  # noqa: E402
from codec import decode, encode  # noqa: E402
from extensions import EXTENSIONS  # noqa: E402
from interpreter import TestFailed, read_method, run_script  # noqa: E402
from reading import read_tree  # noqa: E402

Point = collections.namedtuple("Point", "x y")
Counter, OrderedDict, defaultdict = collections.Counter, collections.OrderedDict, collections.defaultdict
INFINITE, NAN = float("inf"), float("nan")
VALUES = [
    None, True, False, 0, 1, 6, -1, 6.0, 6.5, -0.0, NAN, INFINITE, 6 + 0j, "", "6", "abc", b"", b"6", bytearray(b"6"), [], [6],
    [NAN], [1, 2, 3], (1, 2, 3), (6,), (), {}, {"a": 1}, {6: 6}, set(), {1, 2}, frozenset({1, 2}), range(3), range(0),
    range(6, 7), Point(1, 2), OrderedDict(a=1), OrderedDict([("b", 1), ("a", 2)]), OrderedDict([(("k", "v"), 0)]),
    Counter("aab"), Counter(), Counter(["ab"]), Counter(a=1.5), defaultdict(int), defaultdict(list, {"a": [1]}),
    collections.deque([1, 2]), decimal.Decimal("6"), decimal.Decimal("NaN"), fractions.Fraction(6), fractions.Fraction(1, 3),
    datetime.date(2020, 1, 1), datetime.timedelta(6), {}.keys(), {"a": 1}.keys(), {"a": 1}.values(), {"a": 1}.items(), int, str,
    slice(1, 2), Ellipsis, [[1], [2]], [1, [2]], 10 ** 30,
]
ASSERTIONS = (
    "Equal NotEqual In NotIn AlmostEqual NotAlmostEqual ListEqual TupleEqual DictEqual SetEqual CountEqual Greater"
    " GreaterEqual Less LessEqual"
).split()
FORMS = ["self.assert%s(a, b)" % name for name in ASSERTIONS] + [
    "self.assertTrue(%s)" % text
    for text in (
        "a", "a in b", "a < b or a > b", "a <= b <= a", "abs(a - b) < 1e-6", "len(a) == len(b)", "sorted(a) == sorted(b)",
        "list(a) == list(b)", "set(a) == set(b)", "dict(a) == dict(b)", "str(a) == str(b)", "repr(a) == repr(b)",
        "f'{a}{a!r}' == f'{b}{b!r}'", "'%s %r' % (a, a) == '%s %r' % (b, b)", "sum(a) == sum(b)", "max(a, b) == min(a, b)",
        "a[0] == b[0]", "a[-1:] == b[-1:]", "a + b == b + a", "a - b == b - a", "a * 2 == b * 2", "a | b == b", "a & b == b",
        "a % b == b", "a ** 2 == b", "-a == -b", "int(a) == int(b)", "float(a) == float(b)", "complex(a) == b",
        "round(a, 2) == round(b, 2)", "bool(a) == bool(b)", "type(a) == type(b)", "isinstance(a, (int, float, list))",
        "{a: 1} == {b: 1}", "[*a] == [*b]", "any(a) == all(b)", "divmod(a, b) == (1, 0)", "math.floor(a) == math.ceil(b)",
        "a.get('a') == 1", "a.count(1) == 1", "ord(a) == 54", "list(range(a)) == b", "list(reversed(a)) == list(b)",
    )
] + [
    "with self.assertRaises(TypeError):\n            %s" % text
    for text in ("a < b", "a + b", "a[0]", "len(a)", "b in a", "-a", "a[:1]", "float(a)", "dict(a)")
]
MODULE = """
import math, unittest
class T(unittest.TestCase):
    def test(self):
        a = f(0)
        b = f(1)
        %s
"""
PAIRS = 160


def sent(value):
    """As it arrives from a program's process."""
    return decode(encode(value, None, EXTENSIONS), None, EXTENSIONS)


class Answers:
    def __init__(self, values):
        self.values = values

    def call(self, name, arguments, keywords):
        return self.values[arguments[0]]


def by_the_judge(script, values):
    try:
        run_script(script, Answers([sent(value) for value in values]), Budget())
        return "pass"
    except TestFailed as failed:
        return "fail" if isinstance(failed.error, AssertionError) else "error"
    except OutOfGrammar:
        return None


def by_python(code, values):
    values = [sent(value) for value in values]
    namespace = {"f": values.__getitem__}
    exec(code, namespace)
    try:
        namespace["T"]("test").test()
        return "pass"
    except AssertionError:
        return "fail"
    except Exception:
        return "error"


class ValuesAsPython(unittest.TestCase):
    def test_every_form_on_pairs_of_values(self):
        warnings.simplefilter("ignore")
        generator, differing, decided, left = random.Random(14), [], 0, 0
        special = [value for value in VALUES if type(value) not in (int, float, str, list)]
        for form in FORMS:
            text = MODULE % form
            script, code = read_method(read_tree(text), "T.test", "f"), compile(text, "<test>", "exec")
            for number in range(PAIRS):
                pair = [generator.choice(VALUES), generator.choice(special)]
                if number % 3 == 0:
                    pair[0] = pair[1]
                generator.shuffle(pair)
                judged = by_the_judge(script, pair)
                if judged is None:
                    left += 1
                    continue
                decided += 1
                found = by_python(code, pair)
                if judged != found:
                    differing.append((form, pair, judged, found))
        print("%d decided, %d left to a process of the test's" % (decided, left), file=sys.stderr)
        self.assertEqual(differing, [])
        self.assertGreater(decided, left)


if __name__ == "__main__":
    unittest.main()
