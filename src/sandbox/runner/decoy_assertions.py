"""What makes one assertion of a decoy one that cannot hold, and keeps its kind.

Wherever it can be, the assertion still asks the program's answer: an honest one does not fit, and one that equals everything
does. Which side of a comparison is the program's is not known: where neither is a literal, each is compared with something
else. Functions that compare by themselves (numpy's) have one side replaced: that without a call where the other has one,
else one that is drawn by chance.
"""

import ast
import builtins
import copy

#: What no test expects; one of them, so that the name of none tells a decoy.
JUNK_CLASSES = ("memoryview", "slice", "property", "classmethod", "staticmethod", "reversed", "enumerate", "zip", "filter")
JUNK_EXCEPTIONS = ("StopAsyncIteration", "BlockingIOError", "ChildProcessError", "GeneratorExit", "ProcessLookupError",
                   "UnicodeTranslateError", "BrokenPipeError", "InterruptedError")
#: Method to arguments that fail, where no operand of the test's own can be kept.
FIXED = {
    "assertNotEqual": "(7, 7)", "assertIsNot": "(None, None)", "assertIsNotNone": "(None,)", "assertGreater": "(0, 1)",
    "assertGreaterEqual": "(0, 1)", "assertLess": "(1, 0)", "assertLessEqual": "(1, 0)", "assertNotAlmostEqual": "(7, 7)",
    "assert_less_equal": "(1, 0)", "assert_greater_equal": "(0, 1)", "assert_not_equal": "(7, 7)", "assert_is_not": "(None, None)",
    "assert_is_not_none": "(None,)", "assert_not_almost_equal": "(7, 7)",
}
#: In the name of another function that compares: it may hold of anything in the place of a value.
ONE_SIDED = ("not", "less", "greater", "differ", "unequal")
OPPOSITE = {
    "assert_called": "assert_not_called", "assert_called_once": "assert_not_called", "assert_not_called": "assert_called",
    "assertNotIn": "assertIn", "assertNotIsInstance": "assertIsInstance", "assertNotRegex": "assertRegex",
}
#: Functions of two values, of which one is less.
IN_ORDER = ("assert_array_less", "assert_less", "assert_greater")
RAISES = ("raises", "assertRaises", "assertRaisesRegex", "assertWarns", "assert_raises")
#: Functions of two values, which say whether they are alike.
ALIKE = ("allclose", "array_equal", "isclose", "equal", "array_equiv", "is_close")
#: Methods that compare by ``==``.
EQUAL = ("assertEqual", "assertEquals", "assertListEqual", "assertTupleEqual", "assertDictEqual", "assertSetEqual",
         "assertSequenceEqual", "assertMultiLineEqual")
#: An order, and the one that cannot hold of the other side and this one, too.
ORDERS = {ast.Lt: ast.Lt, ast.LtE: ast.Lt, ast.Gt: ast.Gt, ast.GtE: ast.Gt}


def called(call):
    """The last name of what is called; None where it has none."""
    if not isinstance(call, ast.Call):
        return None
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", None)


def never_holds(chance):
    """A statement of its own, where a test has no assertion that it must come by."""
    return ast.parse("assert %s == %s" % (_number(chance), _number(chance))).body[0]


def spoil(node, chance):
    """Changes an assertion, or a ``with`` that expects an exception, once; it may stand in a helper of several tests."""
    if getattr(node, "spoiled", False):
        return
    node.spoiled = True
    if isinstance(node, ast.Assert):
        node.test = _condition(node.test, chance)
    elif isinstance(node, ast.Expr):
        _call(node.value, chance)
    else:
        arguments = node.items[-1].context_expr.args
        arguments[0] = _expression(_other(arguments[0], JUNK_EXCEPTIONS, chance))


def _condition(test, chance):
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        left, right, kind = test.left, test.comparators[0], type(test.ops[0])
        if kind is ast.Eq and not any(_is_any(side) for side in (left, right)):
            if any(_changed_literal(side, chance) for side in (right, left)):
                return test
            return _either_equals(left, right, chance)
        if kind in (ast.In, ast.NotIn):
            return ast.Compare(ast.Constant(_text(chance)), [ast.In()], [right])
        if kind in ORDERS:
            # Once, as what it calls may give something else each time.
            name = _text(chance)
            kept = ast.NamedExpr(ast.Name(name, ast.Store()), left)
            return ast.Compare(kept, [kind(), ORDERS[kind]()], [right, ast.Name(name, ast.Load())])
    if called(test) in ALIKE and len(test.args) > 1 and not any(isinstance(each, ast.Starred) for each in test.args):
        _replace_one(test.args, chance)
        return test
    return ast.UnaryOp(op=ast.Not(), operand=test)


def _either_equals(left, right, chance):
    sides = [(left, _expression(_number(chance))), (_expression(_number(chance)), right)]
    return ast.BoolOp(op=ast.Or(), values=[ast.Compare(a, [ast.Eq()], [b]) for a, b in sides])


def _call(call, chance):
    name = called(call)
    if name in OPPOSITE:
        call.func.attr = name = OPPOSITE[name]
        if name in ("assert_called", "assert_not_called"):
            return
    if name in FIXED:
        call.args = _expression(FIXED[name]).elts
        call.keywords = []
    elif name in ("assertTrue", "assert_", "assert_true") and call.args:
        call.args[0] = _condition(call.args[0], chance)
    elif name in ("assertFalse", "assert_false") and call.args:
        call.args[0] = ast.UnaryOp(op=ast.Not(), operand=call.args[0])
    elif name in ("assertIsInstance",) and len(call.args) > 1:
        call.args[1] = _expression(_other(call.args[1], JUNK_CLASSES, chance))
    elif name in ("assertIn", "assertIsNone") and call.args:
        call.args[0] = ast.Constant(_text(chance))
    elif name in RAISES and call.args:
        call.args[0] = _expression(_other(call.args[0], JUNK_EXCEPTIONS, chance))
    elif name == "assertRegex" and len(call.args) > 1:
        call.args[1] = ast.Constant(_text(chance))
    elif name in IN_ORDER and len(call.args) > 1:
        call.args[:2] = call.args[1::-1]
    elif name in EQUAL and len(call.args) > 1 and any(_is_any(side) for side in call.args[:2]):
        call.func.attr = "assertNotEqual"
    elif name in EQUAL and len(call.args) > 1 and not any(is_literal(side) for side in call.args[:2]):
        call.func.attr = "assertEqual"
        call.args[:2] = [ast.Constant(True), _either_equals(*call.args[:2], chance)]
    elif len(call.args) > 1 and _is_two_sided(name):
        _replace_one(call.args, chance)
    else:
        # Nothing of the call can be kept.
        call.func, call.args, call.keywords = _expression("[].index"), [_expression(_number(chance))], []


def _is_two_sided(name):
    """Whether a function that is called so fails where one of its first two values is another."""
    if name.startswith("assert_called") or name in ("assert_any_call", "assert_has_calls"):
        return False
    return not any(word in name.lower() for word in ONE_SIDED)


def _is_any(node):
    """Whether it is what equals everything by its own word: ``unittest.mock.ANY``."""
    return (node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", None)) == "ANY"


def _other(expected, names, chance):
    """The name of a built-in class that is none of those expected, nor related to one of them where these are few."""
    found = [vars(builtins).get(getattr(node, "id", None)) for node in ast.walk(expected)]
    found = [each for each in found if isinstance(each, type) and each not in (Exception, BaseException)]
    kinds = [vars(builtins)[name] for name in names]
    others = [kind for kind in kinds if not any(issubclass(kind, each) or issubclass(each, kind) for each in found)]
    return chance.choice(others or kinds).__name__


def _replace_one(arguments, chance):
    """One of the first two is another: a literal, where there is one."""
    if not any(not _is_number(side) and _changed_literal(side, chance) for side in (arguments[1], arguments[0])):
        at = next((at for at in (1, 0) if _is_number(arguments[at])), None)
        calling = [any(isinstance(each, ast.Call) for each in ast.walk(side)) for side in arguments[:2]]
        at = (chance.randrange(2) if calling[0] is calling[1] else calling.index(False)) if at is None else at
        # A number or a row would spread over an empty array or column, and differ from nothing in it.
        rows = ("[%s]" % ", ".join(_number(chance) for _ in range(5)) for _ in range(3))
        arguments[at] = _expression("[%s]" % ", ".join(rows))


def _is_number(node):
    return isinstance(node, ast.Constant) and type(node.value) in (int, float, complex) or (
        isinstance(node, ast.UnaryOp) and _is_number(node.operand)
    )


def _changed_literal(node, chance):
    """Changes one constant of a literal in place; whether there was one."""
    if not is_literal(node):
        return False
    leaves = [each for each in ast.walk(node) if isinstance(each, ast.Constant)]
    if not leaves:
        return False
    leaf = chance.choice(leaves)
    value = leaf.value
    if type(value) is bool or value is None or value is Ellipsis:
        leaf.value = _text(chance) if type(value) is not bool else not value
    elif isinstance(value, (int, float)):
        leaf.value = value * 3 + chance.randint(11, 99)
    elif isinstance(value, str):
        leaf.value = value[::-1] + _text(chance)[:2]
    elif isinstance(value, bytes):
        leaf.value = value[::-1] + _text(chance)[:2].encode()
    else:
        leaf.value = _text(chance)
    return True


def is_literal(node):
    """Whether it is a literal with something in it."""
    try:
        ast.literal_eval(copy.deepcopy(node))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return not isinstance(node, (ast.Dict, ast.Set)) or bool(getattr(node, "keys", None) or getattr(node, "elts", None))


def _number(chance):
    return "%d.25" % chance.randint(10_000, 9_999_999)


def _text(chance):
    return "".join(chance.choice("bcdfghjklmnpqrstvwxz") for _ in range(8))


def _expression(text):
    return ast.parse(text, mode="eval").body
