"""``calls``: comparison rules, records and inputs, against what EvalPlus and LiveCodeBench say."""

import json
import math
import unittest

from calls import compare_calls, read_inputs
from rules import accepts
from cell import LoadedProgram, answer_plan
from judge import Cell
from suite import Suite


def judge(code, inputs, expected=None, rule="equal", tolerance=None, target="f", only=None):
    comparison = {"rule": rule}
    if tolerance is not None:
        comparison["tolerance"] = tolerance
    body = {"kind": "calls", "target": target, "inputs": json.dumps(inputs), "comparison": comparison}
    if expected is not None:
        body["expected"] = expected
    if only is not None:
        body["only"] = only
    suite = Suite({"entryPoint": None, "tests": [body]})
    found = compare_calls(suite.tests[0], answer_plan(LoadedProgram((code, "")), suite.plans[0].data))
    return found and Cell(*found)


def recorded(code, inputs, **options):
    cell = judge(code, inputs, **options)
    assert cell.verdict == "pass", cell.detail
    return [{"form": "recorded", "text": cell.output}]


class Calls(unittest.TestCase):
    def test_a_record_is_what_the_reference_answers(self):
        inputs = [[1], [2.5], [[1, 2]]]
        expected = recorded("def f(x): return x, {1}, float('inf'), 1 + 2j", inputs)
        self.assertEqual(judge("def f(x): return x, {1}, float('inf'), 1 + 2j", inputs, expected).verdict, "pass")
        cell = judge("def f(x): return x, {2}, float('inf'), 1 + 2j", inputs, expected)
        self.assertEqual((cell.verdict, cell.detail[:8]), ("fail", "input 0:"))
        self.assertEqual(judge("def f(x): return x, {1}, float('inf'), 1 + 2j", inputs, expected, only=1).verdict, "pass")
        self.assertEqual(judge("def f(x): return 1 / 0", inputs, expected).detail, "input 0: ZeroDivisionError: division by zero")

    def test_pieces_of_a_test_take_their_share_of_inputs_and_answers(self):
        inputs = [[number] for number in range(10)]
        code = "def f(x): return [x, x / 2]"
        expected = recorded(code, inputs)
        wrong = "def f(x): return [x, x / 2 if x < 7 else 0]"
        for only, verdict in ((3, "pass"), (7, "fail"), ([0, 7], "pass"), ([2, 8], "fail"), ([8, 10], "fail"), (None, "fail")):
            self.assertEqual(judge(wrong, inputs, expected, only=only).verdict, verdict)
            # A record of the same piece says the same as the piece of a record.
            piece = recorded(code, inputs, only=only)
            self.assertEqual(judge(wrong, inputs, piece, only=only).verdict, verdict)
        values = [{"form": "json", "text": json.dumps([[number, number / 2] for number in range(10)])}]
        self.assertEqual(judge(wrong, inputs, values, only=[6, 7]).verdict, "pass")
        self.assertIn("input 1: returned [7, 0]", judge(wrong, inputs, values, only=[6, 8]).detail)

    def test_answers_with_other_bytes_are_compared_beside_those_with_the_same(self):
        inputs = [[1], [2], [3]]
        expected = recorded("def f(x): return 2.0 if x == 2 else [x]", inputs)
        self.assertEqual(judge("def f(x): return 2 if x == 2 else [x]", inputs, expected).verdict, "pass")
        self.assertEqual(judge("def f(x): return 2 if x == 2 else [1]", inputs, expected).verdict, "fail")
        self.assertIsNone(judge("class L(list): pass\ndef f(x): return L([x])", inputs, expected).verdict)

    def test_a_reference_that_raises_has_no_record(self):
        self.assertEqual(judge("def f(x): return 1 / x", [[1], [0]]).verdict, "error")

    def test_a_call_does_not_see_what_another_did_to_its_arguments(self):
        code = "def f(x):\n    x.append(1)\n    return x"
        self.assertEqual(judge(code, [[[0]], [[0]]], [{"form": "json", "text": "[[0, 1], [0, 1]]"}]).verdict, "pass")

    def test_floats_are_close_where_the_types_agree(self):
        for value, expected, tolerance, right in (
            (1.0000001, 1.0, 0, True),
            (1.00001, 1.0, 0, False),
            (1, 1.5, 0, False),
            (2, 2.0, 0, True),
            ([1.0, 2.0000001], [1.0, 2.0], 0, True),
            ((1.0,), [1.0], 0, False),
            ([1.0], [1.0, 2.0], 0, False),
            (3, 4, 0, False),
            (3, 4, 1, True),
            ("a", "b", 1, False),
            (math.inf, math.inf, 0, True),
            (math.inf, 1.0, 0, False),
            (math.nan, math.nan, 0, False),
            ([[1.0], [2.0]], [[1.0], [2.0000001]], 1e-6, True),
        ):
            self.assertIs(accepts({"rule": "equal", "tolerance": tolerance}, value, [expected], None), right, (value, expected))

    def test_special_rules(self):
        for rule, value, expected, right in (
            ("members", [2, 1, 1], (1, 2), True),
            ("members", [1], (1, 2), False),
            ("presence", "a match", True, True),
            ("presence", None, True, False),
            ("presence", None, None, True),
            ("any", 3, 4, True),
            ("list-or-tuple", (1, 2), [1, 2], True),
            ("list-or-tuple", [(1, 2)], [[1, 2]], False),
            ("equal", True, 1, True),
        ):
            self.assertIs(accepts({"rule": rule}, value, [expected], None), right, (rule, value, expected))
        self.assertTrue(accepts({"rule": "equal"}, 0, [5, 0], None), "another reading")
        root = {"rule": "root", "tolerance": 1e-4}
        self.assertTrue(accepts(root, -0.5, [None], [[1, 2]]))
        self.assertTrue(accepts(root, 2.0, [1.0], [[-6, 11, -6, 1]]), "any of three roots")
        self.assertFalse(accepts(root, 1.1, [1.0], [[-6, 11, -6, 1]]))

    def test_an_object_that_cannot_leave_is_there_and_equal_to_nothing(self):
        code = "import re\ndef f(x): return re.search('a', x)"
        expected = recorded(code, [["a"], ["b"]], rule="presence")
        self.assertEqual(judge(code, [["a"], ["b"]], expected, rule="presence").verdict, "pass")
        self.assertEqual(judge("def f(x): return True if x == 'a' else None", [["a"], ["b"]], expected, rule="presence").verdict, "pass")
        self.assertEqual(judge("def f(x): return object()", [["a"], ["b"]], expected, rule="presence").verdict, "fail")
        self.assertEqual(judge("class A:\n    def __eq__(self, other): return True\ndef f(x): return A()", [[1]], [{"form": "json", "text": "[1]"}]).verdict, "error")

    def test_methods_of_a_new_object_or_a_plain_function(self):
        expected = [{"form": "json", "text": "[3, 3]"}]
        code = "class Solution:\n    def __init__(self): self.n = 0\n    def add(self, a, b):\n        self.n += 1\n        return a + b + self.n - 1"
        self.assertEqual(judge(code, [[1, 2], [2, 1]], expected, target="Solution.add").verdict, "pass")
        self.assertEqual(judge("def add(a, b): return a + b", [[1, 2], [2, 1]], expected, target="Solution.add").verdict, "pass")
        self.assertEqual(judge("def other(): pass", [[1, 2], [2, 1]], expected, target="Solution.add").verdict, "error")

    def test_inputs_say_what_json_cannot(self):
        text = '[[{"@tuple": [1, {"@set": [2]}]}, {"@complex": "1+2j"}, {"@float": "nan"}, {"@dict": [[1, {"@tuple": []}]]}, {"a": 1}, NaN]]'
        (values,) = read_inputs(text)
        self.assertEqual(values[:2], [(1, {2}), 1 + 2j])
        self.assertEqual(values[3:5], [{1: ()}, {"a": 1}])
        self.assertTrue(math.isnan(values[2]) and math.isnan(values[5]))

    def test_a_value_that_is_not_itself_is_never_equal(self):
        expected = recorded("def f(): return float('nan')", [[]])
        self.assertEqual(judge("def f(): return float('nan')", [[]], expected).verdict, "fail")
