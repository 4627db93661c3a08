"""Where assertions stand that a test which passes must have come by, read from its text alone.

Straight in a test's body up to the first way out of it; in loops over what cannot be empty; in both branches of an ``if``; in
``finally``, and ``try`` without handlers; in a ``with`` whose context is known to let exceptions through; and in functions of the
same file, or methods of the same class, that are called straight in such a place.
"""

import ast
import collections
import copy

from decoy_assertions import RAISES, called, spoil

#: Contexts that swallow no exception, by the last name of the call, where they come from one of ``KNOWN``.
TRANSPARENT = frozenset(
    "catch_warnings errstate printoptions open patch object dict nullcontext redirect_stdout redirect_stderr closing"
    " TemporaryDirectory NamedTemporaryFile TemporaryFile context warns deprecated_call assertWarns assertLogs subTest"
    " no_grad enable_grad inference_mode set_grad_enabled autocast device config_context parallel_backend"
    " localcontext option_context stats GradientTape as_default session cached_session name_scope seed fork_rng"
    " TestClient app_context test_request_context ThreadPoolExecutor ProcessPoolExecutor Pool".split()
)
KNOWN = frozenset(
    "contextlib warnings unittest mock tempfile numpy scipy torch tensorflow pandas sklearn pytest decimal joblib"
    " concurrent multiprocessing starlette fastapi flask django".split()
)
OF_THE_CASE = frozenset(("subTest", "assertWarns", "assertLogs"))
#: Calls that give as many items as their arguments, or one of them where all have one.
KEEPING = frozenset("enumerate zip reversed sorted list tuple set product permutations iter".split())
#: Named like assertions, and content with much or all.
CONTENT = frozenset(("assert_type", "assert_never", "assert_no_warnings", "assert_no_gc_cycles"))
#: Of these, and ``range``, what can be gone through again.
LASTING = frozenset("sorted list tuple set range".split())
VIEWS = frozenset(("items", "keys", "values"))
#: Decorators of Python's own.
HARMLESS = frozenset(("staticmethod", "classmethod"))
#: Whose decorators let failures through.
DECORATING = frozenset("hypothesis parameterized absl ddt freezegun nose functools".split())
DEEPEST_CALL = 3
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Surroundings:
    """Of a test: functions that it can call, and values of names that nothing else in the file could have changed."""

    def __init__(self, tree):
        self.imported, bound, changed, self.defined = {}, collections.Counter(), set(), collections.Counter()
        nodes = list(ast.walk(tree))
        # What a class binds is no name of the module's.
        within = {id(each) for node in nodes if isinstance(node, ast.ClassDef) for each in node.body}
        for node in nodes:
            bound.update(_bound(node) if id(node) not in within else ())
            changed.update(_changed(node))
            if isinstance(node, FUNCTIONS) and id(node) in within:
                self.defined[node.name] += 1
            if isinstance(node, (ast.Import, ast.ImportFrom)) and not getattr(node, "level", 0):
                for alias in node.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    self.imported[name] = (getattr(node, "module", None) or alias.name).partition(".")[0]
        self.bound, self.once = set(bound), {name for name, times in bound.items() if times == 1}
        self.constant = self.once - changed
        self.functions = {node.name: node for node in tree.body if isinstance(node, FUNCTIONS) and node.name in self.once}
        self.methods, self.values = {}, self.bound_in(tree.body)

    def bound_in(self, body):
        found = (node for node in body if isinstance(node, ast.Assign) and len(node.targets) == 1)
        return {
            node.targets[0].id: node.value for node in found
            if isinstance(node.targets[0], ast.Name) and node.targets[0].id in self.constant
        }

    def of(self, owner, function):
        """As they are for a function, within a class or not."""
        own = copy.copy(self)
        methods = [node for node in owner.body if isinstance(node, FUNCTIONS)] if owner else []
        # What another class of the file calls so, too, may be what runs.
        own.methods = {node.name: node for node in methods if self.defined[node.name] == 1}
        own.values = {**self.values, **self.bound_in(function.body)}
        return own

    def transparent(self, context):
        """Whether a context lets every exception through."""
        name = called(context)
        if name not in TRANSPARENT:
            return False
        root = context.func
        while isinstance(root, (ast.Attribute, ast.Call)):
            root = root.value if isinstance(root, ast.Attribute) else root.func
        if not isinstance(root, ast.Name):
            return False
        if root.id == "self":
            return name in OF_THE_CASE and not self.defined[name]
        if root.id in ("open", "monkeypatch"):
            return root.id == "monkeypatch" and name == "context" or root.id not in self.bound
        return root.id in self.once and self.imported.get(root.id) in KNOWN

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
            lasts = not isinstance(value, (ast.Call, ast.Name)) or called(value) in LASTING
            return value is not None and lasts and self.never_empty(value)
        if not isinstance(node, ast.Call) or node.keywords and called(node) not in ("enumerate", "sorted", "zip"):
            return False
        if called(node) in VIEWS and isinstance(node.func, ast.Attribute):
            return self.never_empty(node.func.value)
        if not self.of_python(node.func):
            return False
        if called(node) == "range":
            return _counts_up(node.args)
        if called(node) == "permutations" and len(node.args) != 1:
            return False
        return called(node) in KEEPING and bool(node.args) and all(self.never_empty(each) for each in node.args[:_items(node)])

    def of_python(self, function):
        """Whether a name of ``KEEPING`` means the built-in one, or that of ``itertools``."""
        if isinstance(function, ast.Attribute):
            return isinstance(function.value, ast.Name) and self.comes_from(function.value.id, "itertools")
        # What is called need not have a name.
        name = getattr(function, "id", None)
        return name is not None and (name not in self.bound or self.comes_from(name, "itertools"))

    def comes_from(self, name, module):
        return name in self.once and self.imported.get(name) == module

    def leaves_failing(self, test):
        """Whether its decorators let a test fail that fails."""
        return all(self.lets_fail(mark) for mark in test.decorator_list)

    def lets_fail(self, mark, depth=0):
        if "xfail" in ast.dump(mark) or "expectedFailure" in ast.dump(mark):
            return False
        root = mark
        while isinstance(root, (ast.Attribute, ast.Call)):
            root = root.value if isinstance(root, ast.Attribute) else root.func
        name = getattr(root, "id", None)
        if name in self.values and depth < DEEPEST_CALL:
            return self.lets_fail(self.values[name], depth + 1)
        return name in HARMLESS and name not in self.bound or name in self.once and self.imported.get(name) in (KNOWN | DECORATING)


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
            if all(around.transparent(item.context_expr) for item in node.items[:-1]):
                yield lambda: spoil(node, chance)
        elif all(around.transparent(item.context_expr) for item in node.items):
            yield from go(node.body)
    elif isinstance(node, ast.Assert):
        yield lambda: spoil(node, chance)
    elif isinstance(node, (ast.Expr, ast.Assign, ast.AnnAssign)):
        helper = around.helper(node.value) if depth < DEEPEST_CALL else None
        found = list(places(helper.body, around, chance, depth + 1)) if helper else []
        yield from found
        name = called(node.value) or "" if isinstance(node, ast.Expr) else ""
        if not found and name.startswith("assert") and name not in CONTENT:
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
        leaves = any(isinstance(each, (ast.Return, ast.Break, ast.Continue)) for each in _own(node.finalbody))
        if not node.handlers and not leaves:
            yield from go(node.body)
        yield from go(node.finalbody)


def is_lazy(function):
    """Whether a call runs nothing of the body."""
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in _own(function.body))


def _bound(node):
    """Names that a node binds, whatever for."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]
    elif isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.ExceptHandler)) and node.name:
        yield node.name


def _changed(node):
    """Names whose values may be changed in place, or bound elsewhere."""
    if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.value, ast.Name):
        if isinstance(node, ast.Attribute) and node.attr not in VIEWS or not isinstance(node.ctx, ast.Load):
            yield node.value.id
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names


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


def _items(call):
    return 1 if called(call) in ("enumerate", "sorted", "permutations") else None


def _counts_up(arguments):
    numbers = [each.value for each in arguments if isinstance(each, ast.Constant) and type(each.value) is int]
    if len(numbers) != len(arguments) or not 0 < len(numbers) < 3:
        return False
    return numbers[0] > 0 if len(numbers) == 1 else numbers[0] < numbers[1]
