"""Compiles the tests of a suite once and finds the cheapest sound way to run each of them.

* ``planned``: every call of the candidate has constant arguments and the rest is pure. The calls become a *plan* that
  all tests with the same calls share; the judge evaluates the test on the recorded outcomes.
* ``pure``: the test computes its arguments, but touches nothing that could outlive it: it runs in the judge itself,
  with a proxy that asks the candidate.
* ``general``: anything else (imports, classes, unittest): it runs in a throw-away copy of the judge with proxies.
* ``stdio``: a script with its input and expected output.
* ``calls``: many calls in one cell, judged by a benchmark's rule (see ``calls``).
* ``whole``: an official test module that must run in the program's own process (see ``whole_module``).
* ``broken``: not Python.
"""

import ast
import marshal
import sys

from planning import CANDIDATE, bound_names, free_names, plan_test
from purity import is_pure

# Names by which code finds others without naming them.
REACHING = ("eval", "exec", "globals", "locals", "vars", "__import__")


class Test:
    """One compiled test; what is set depends on ``kind``."""

    def __init__(self, kind):
        self.kind = kind
        self.problem = None
        #: The test as it was written; ``planned_code`` has its calls replaced by steps.
        self.code = self.planned_code = None
        #: What follows the planned assertions and concerns no candidate; its own verdict, once known.
        self.tail = self.tail_cell = None
        self.steps = ()
        self.entry_point = None
        self.plan = None
        #: Set where the test is no more than a comparison of one answer with a literal.
        self.comparison = None
        self.free = ()
        self.imports = ()
        self.method = None
        #: Of a ``stdio`` test: whether numbers that are written differently are the same.
        self.stdin = self.expected = self.by_value = None
        #: Of a ``calls`` test, as in ``calls``.
        self.inputs = self.only = None
        self.source = self.form = None


class Suite:
    """The compiled tests, and the distinct plans of the planned ones."""

    def __init__(self, definition):
        self.entry_point = definition.get("entryPoint")
        self.setup = definition.get("setup") or ""
        self.preload = tuple(definition.get("preload") or ())
        self.plans, numbers = [], {}
        self.tests = []
        self.memo = {}
        for body in definition["tests"]:
            test = compile_test(body, self.entry_point)
            if test.plan is not None:
                number = numbers.get(test.plan)
                if number is None:
                    number = numbers[test.plan] = len(self.plans)
                    self.plans.append(test.plan)
                test.plan = number
            self.tests.append(test)


def compile_test(body, entry_point):
    kind = body["kind"]
    if kind == "stdio":
        test = Test("stdio")
        test.stdin, test.expected = body["stdin"], body["expectedStdout"]
        test.by_value = body.get("comparison") == "decimals"
        return test
    if kind == "calls":
        return compile_calls(body)
    if kind == "in-process":
        test = Test("whole")
        test.form, test.source = body["form"], body["module"]
        if test.form == "method":
            test.source = (body["method"], body["module"])
        return test
    source = body["code"] if kind == "assertion" else body["module"]
    try:
        source = source.lstrip("\ufeff")
        tree = ast.parse(source)
        code = compile(tree, "<test>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError, UnicodeError) as error:
        test = Test("broken")
        test.problem = "the test is not valid Python (%s)" % type(error).__name__
        return test
    nodes = list(ast.walk(tree))
    if kind == "assertion" and is_pure(nodes):
        bound = bound_names(nodes)
        test = _planned_test(plan_test(tree, nodes, bound, entry_point, source), entry_point) or Test("pure")
        test.code = code
        test.free = tuple(free_names(nodes, bound) - {entry_point})
        return test
    test = _with_tail(tree, entry_point, source) if kind == "assertion" else None
    if test is None:
        test = Test("general")
        test.method = body.get("method") if kind == "method" else None
        tree = _Imports(entry_point).visit(tree)
        ast.fix_missing_locations(tree)
        test.code = compile(tree, "<test>", "exec")
        test.imports = tuple(_imported(tree))
        nodes = list(ast.walk(tree))
    test.free = tuple(free_names(nodes, bound_names(nodes)) - {entry_point})
    test.source = source
    return test


def compile_calls(body):
    from calls import chosen, read_expected, read_inputs

    test = Test("calls")
    test.inputs, test.comparison = body["inputs"], body["comparison"]
    test.only = body.get("only")
    test.expected = read_expected(body.get("expected"), test.only)
    test.steps = [
        ("answer", body["target"], tuple(arguments)) for arguments in chosen(read_inputs(test.inputs), test.only)
    ]
    # Values of JSON and their likes: nothing that marshal cannot say.
    test.plan = b"m" + marshal.dumps(tuple(test.steps))
    return test


def _planned_test(planned, entry_point):
    """A planned test; None where there is no plan."""
    if planned is None:
        return None
    test = Test("planned")
    test.steps, test.plan, test.entry_point = planned.steps, planned.plan, entry_point
    test.comparison, test.planned_code = planned.comparison, planned.code
    return test


def _with_tail(tree, entry_point, source):
    """A planned test of the leading assertions, where the rest names nothing of a candidate's; else None."""
    count = 0
    while count < len(tree.body) and isinstance(tree.body[count], ast.Assert):
        count += 1
    head, tail = ast.Module(tree.body[:count], []), ast.Module(tree.body[count:], [])
    nodes, rest = list(ast.walk(head)), list(ast.walk(tail))
    if not count or not is_pure(nodes):
        return None
    names = {node.id for node in rest if isinstance(node, ast.Name)}
    if entry_point in names or free_names(rest, bound_names(rest)) or any(name in names for name in REACHING):
        return None
    test = _planned_test(plan_test(head, nodes, bound_names(nodes), entry_point, source), entry_point)
    if test is not None:
        test.tail = compile(ast.fix_missing_locations(tail), "<test>", "exec")
    return test


def _imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module


def is_installed(name):
    top = name.partition(".")[0]
    if top in sys.modules:
        return top not in ("__main__", "candidate")
    try:
        return any(finder.find_spec(top, None) is not None for finder in sys.meta_path)
    except (ImportError, ValueError, AttributeError):
        return False


class _Imports(ast.NodeTransformer):
    """Imports of modules that exist nowhere mean the candidate (``from solution import f``)."""

    def __init__(self, entry_point):
        self.entry_point = entry_point

    def visit_Import(self, node):
        kept = [alias for alias in node.names if is_installed(alias.name)]
        result = [ast.copy_location(ast.Import(kept), node)] if kept else []
        for alias in node.names:
            if alias not in kept:
                name = (alias.asname or alias.name).partition(".")[0]
                result.append(_assign(node, name, ast.Name(CANDIDATE, ast.Load())))
        return result

    def visit_ImportFrom(self, node):
        if not node.level and node.module and is_installed(node.module):
            return node
        result = [
            _assign(
                node,
                alias.asname or alias.name,
                ast.Attribute(ast.Name(CANDIDATE, ast.Load()), alias.name, ast.Load()),
            )
            for alias in node.names
            if alias.name != "*"
        ]
        return result or ast.copy_location(ast.Pass(), node)


def _assign(node, name, value):
    return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), node)
