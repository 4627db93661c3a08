"""Where assertions stand that a test which passes must have come by, read from its text alone.

Straight in a test's body up to the first way out of it; in loops over what cannot be empty; in both branches of an ``if``; in
``finally``, and ``try`` without handlers; in a ``with`` whose context is known to let exceptions through; and in functions of the
same file, or methods of the same class, that are called straight in such a place.
"""

import ast

from decoy_assertions import RAISES, called, spoil

#: Contexts that swallow no exception, by the last name of the call.
TRANSPARENT = frozenset(
    "catch_warnings errstate printoptions open patch object dict nullcontext redirect_stdout redirect_stderr closing"
    " TemporaryDirectory NamedTemporaryFile TemporaryFile context warns deprecated_call assertWarns assertLogs subTest"
    " no_grad enable_grad inference_mode set_grad_enabled autocast device config_context parallel_backend"
    " localcontext option_context stats GradientTape as_default session cached_session name_scope seed fork_rng"
    " TestClient app_context test_request_context ThreadPoolExecutor ProcessPoolExecutor Pool".split()
)
#: Calls that give as many items as their arguments, or one of them where all have one.
KEEPING = frozenset("enumerate zip reversed sorted list tuple set product permutations iter".split())
VIEWS = frozenset(("items", "keys", "values"))
DEEPEST_CALL = 3
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Surroundings:
    """Of a test: functions that it can call, and names that its module binds once."""

    def __init__(self, tree, owner=None):
        self.functions = _once(node for node in tree.body if isinstance(node, FUNCTIONS))
        self.methods = _once(node for node in owner.body if isinstance(node, FUNCTIONS)) if owner else {}
        self.values = {}
        stored = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                if stored.count(node.targets[0].id) == 1:
                    self.values[node.targets[0].id] = node.value

    def helper(self, call):
        """The function that a call runs, if it is one of ours and as it is written."""
        if not isinstance(call, ast.Call):
            return None
        if isinstance(call.func, ast.Name):
            found = self.functions.get(call.func.id)
        elif isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id == "self":
            found = self.methods.get(call.func.attr)
        else:
            found = None
        return found if isinstance(found, ast.FunctionDef) and not found.decorator_list and not is_lazy(found) else None

    def never_empty(self, node):
        """Whether what is iterated has an item, by its text."""
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            return any(not isinstance(each, ast.Starred) or self.never_empty(each.value) for each in node.elts)
        if isinstance(node, ast.Dict):
            return any(key is not None for key in node.keys)
        if isinstance(node, ast.Constant):
            return isinstance(node.value, (str, bytes)) and bool(node.value)
        if isinstance(node, ast.Name):
            value = self.values.get(node.id)
            return value is not None and not isinstance(value, ast.Name) and self.never_empty(value)
        if not isinstance(node, ast.Call) or node.keywords and called(node) not in ("enumerate", "sorted", "zip"):
            return False
        if called(node) in VIEWS and isinstance(node.func, ast.Attribute):
            return self.never_empty(node.func.value)
        if called(node) == "range":
            return _counts_up(node.args)
        return called(node) in KEEPING and bool(node.args) and all(self.never_empty(each) for each in node.args[:_items(node)])


def places(body, around, chance, depth=0, in_loop=False):
    """What can be done, one at a time, so that no honest program passes: calls without arguments."""
    for node in body:
        yield from _within(node, around, chance, depth)
        if _leaves(node, in_loop):
            return


def _within(node, around, chance, depth):
    def go(inner, in_loop=False):
        return places(inner, around, chance, depth, in_loop)

    if isinstance(node, (ast.With, ast.AsyncWith)):
        last = node.items[-1].context_expr
        if called(last) in RAISES and last.args:
            if all(_transparent(item.context_expr) for item in node.items[:-1]):
                yield lambda: spoil(node, chance)
        elif all(_transparent(item.context_expr) for item in node.items):
            yield from go(node.body)
    elif isinstance(node, ast.Assert):
        yield lambda: spoil(node, chance)
    elif isinstance(node, (ast.Expr, ast.Assign, ast.AnnAssign)):
        helper = around.helper(node.value) if depth < DEEPEST_CALL else None
        found = list(places(helper.body, around, chance, depth + 1)) if helper else []
        yield from found
        if not found and isinstance(node, ast.Expr) and (called(node.value) or "").startswith("assert"):
            if not any(isinstance(argument, ast.Starred) for argument in node.value.args):
                yield lambda: spoil(node, chance)
    elif isinstance(node, ast.For) and around.never_empty(node.iter):
        yield from go(node.body, in_loop=True)
    elif isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value:
        yield from go(node.body, in_loop=True)
    elif isinstance(node, ast.If):
        first, second = list(go(node.body)), list(go(node.orelse))
        if first and second:
            yield lambda: (chance.choice(first)(), chance.choice(second)())
    elif isinstance(node, ast.Try):
        if not node.handlers:
            yield from go(node.body)
        yield from go(node.finalbody)


def is_lazy(function):
    """Whether a call runs nothing of the body."""
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in _own(function.body))


def _transparent(context):
    # A name may stand for an expectation of a parameter's.
    return called(context) in TRANSPARENT


def _leaves(node, in_loop):
    """Whether a passing test may leave the body within this statement."""
    if any(isinstance(each, ast.Return) for each in _own([node])):
        return True
    if isinstance(node, ast.Raise):
        return True
    loops = (ast.For, ast.AsyncFor, ast.While)
    return in_loop and any(isinstance(each, (ast.Break, ast.Continue)) for each in _own([node], loops))


def _own(body, beyond=()):
    """All nodes below, but not those within functions and classes, or in what is ``beyond``."""
    pending = list(body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Lambda, *beyond)):
            pending.extend(ast.iter_child_nodes(node))


def _once(nodes):
    found = {}
    for node in nodes:
        found[node.name] = None if node.name in found else node
    return found


def _items(call):
    return 1 if called(call) in ("enumerate", "sorted", "permutations") else None


def _counts_up(arguments):
    numbers = [each.value for each in arguments if isinstance(each, ast.Constant) and type(each.value) is int]
    if len(numbers) != len(arguments) or not 0 < len(numbers) < 3:
        return False
    return numbers[0] > 0 if len(numbers) == 1 else numbers[0] < numbers[1]
