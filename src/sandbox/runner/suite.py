"""Compiles the tests of a suite once and finds the cheapest sound way to run each of them.

* ``planned``: every call of the candidate has constant arguments and the rest is pure. The calls become a *plan* that
  all tests with the same calls share; the judge evaluates the test on the recorded outcomes.
* ``pure``: the test computes its arguments, but touches nothing that could outlive it: it runs in the judge itself,
  with a proxy that asks the candidate.
* ``general``: anything else (imports, classes, unittest): it runs in a throw-away copy of the judge with proxies.
* ``stdio``: a script with its input and expected output.
* ``broken``: not Python.
"""

import ast
import builtins
import marshal
import sys

from codec import Unencodable, encode
from extensions import EXTENSIONS
from purity import SAFE_BUILTINS, is_pure

# Names by which code finds others without naming them.
REACHING = ("eval", "exec", "globals", "locals", "vars", "__import__")
# No test can spell these.
STEP = "<step>"
CANDIDATE = "<candidate>"


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
        self.stdin = self.expected = None
        self.source = None


class Suite:
    """The compiled tests, and the distinct plans of the planned ones."""

    def __init__(self, definition):
        self.entry_point = definition.get("entryPoint")
        self.setup = definition.get("setup") or ""
        self.preload = tuple(definition.get("preload") or ())
        self.plans, self.plan_steps, numbers = [], [], {}
        self.tests = []
        self.memo = {}
        for body in definition["tests"]:
            test = compile_test(body, self.entry_point)
            if test.kind == "planned":
                number = numbers.get(test.plan)
                if number is None:
                    number = numbers[test.plan] = len(self.plans)
                    self.plans.append(test.plan)
                    self.plan_steps.append(len(test.steps))
                test.plan = number
            self.tests.append(test)


def compile_test(body, entry_point):
    kind = body["kind"]
    if kind == "stdio":
        test = Test("stdio")
        test.stdin, test.expected = body["stdin"], body["expectedStdout"]
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
        bound = _bound_names(nodes)
        test = _planned(tree, nodes, bound, entry_point, source) or Test("pure")
        test.code = code
        test.free = tuple(_free_names(nodes, bound) - {entry_point})
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
    test.free = tuple(_free_names(nodes, _bound_names(nodes)) - {entry_point})
    test.source = source
    return test


def _bound_names(nodes):
    bound = set()
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    return bound


def _free_names(nodes, bound):
    """Names that only the candidate's module could define."""
    return {
        node.id
        for node in nodes
        if isinstance(node, ast.Name)
        and node.id not in bound
        and not hasattr(builtins, node.id)
        and node.id not in (STEP, CANDIDATE)
    }


class _NotConstant(Exception):
    pass


def _constant(node):
    """The value of an argument that names nothing but built-ins; raises ``_NotConstant``."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        pass
    names = [inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)]
    if any(not hasattr(builtins, name) for name in names) or not is_pure(ast.walk(node)):
        raise _NotConstant()
    if any(isinstance(inner, (ast.comprehension, ast.Lambda)) for inner in ast.walk(node)):
        raise _NotConstant()
    try:
        code = compile(ast.fix_missing_locations(ast.Expression(node)), "<argument>", "eval")
        return eval(code, {"__builtins__": SAFE_BUILTINS})
    except Exception:
        raise _NotConstant()


class _Planner(ast.NodeTransformer):
    """Replaces calls of the entry point and free names by recorded steps; raises ``_NotConstant`` where it cannot."""

    def __init__(self, entry_point, bound, source):
        self.entry_point, self.bound, self.source = entry_point, bound, source
        self.steps = []

    def step(self, node, step):
        self.steps.append(step)
        number = ast.Constant(len(self.steps) - 1)
        call = ast.Call(ast.Name(STEP, ast.Load()), [number], [])
        return ast.copy_location(call, node)

    def visit_Assert(self, node):
        # A message is only for people; the call in it would be one more run of the candidate.
        if node.msg is not None and not isinstance(node.msg, ast.Constant):
            node.msg = None
        return self.generic_visit(node)

    def visit_Call(self, node):
        if not self.is_candidates(node.func):
            return self.generic_visit(node)
        try:
            if any(isinstance(argument, ast.Starred) for argument in node.args):
                raise _NotConstant()
            arguments = tuple(_constant(argument) for argument in node.args)
            if any(keyword.arg is None for keyword in node.keywords):
                raise _NotConstant()
            keywords = {keyword.arg: _constant(keyword.value) for keyword in node.keywords}
            return self.step(node, ("call", node.func.id, arguments, keywords))
        except _NotConstant:
            pass
        # Arguments that only the candidate can compute: calls in calls, its own names.
        if not all(self.is_simple(inner) for inner in ast.walk(node)):
            raise _NotConstant()
        text = ast.get_source_segment(self.source, node)
        if text is None:
            raise _NotConstant()
        helps = any(isinstance(inner, ast.Name) and inner.id != self.entry_point for inner in ast.walk(node))
        return self.step(node, ("eval", text, helps))

    def is_candidates(self, node):
        return isinstance(node, ast.Name) and node.id not in self.bound and not hasattr(builtins, node.id) or (
            isinstance(node, ast.Name) and node.id == self.entry_point
        )

    def is_simple(self, node):
        if isinstance(node, ast.Call):
            return self.is_candidates(node.func)
        if isinstance(node, ast.Name):
            return self.is_candidates(node)
        return isinstance(
            node,
            (ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.UnaryOp, ast.unaryop, ast.expr_context, ast.keyword),
        ) and getattr(node, "arg", "") is not None

    def visit_Name(self, node):
        if node.id == self.entry_point or not isinstance(node.ctx, ast.Load):
            raise _NotConstant()
        if node.id in self.bound or hasattr(builtins, node.id):
            return node
        return self.step(node, ("name", node.id))


def _planned(tree, nodes, bound, entry_point, source):
    """A planned test, or None. Only plain assertions: a loop would need the same call again and again."""
    if not all(isinstance(node, (ast.Assert, ast.Import, ast.ImportFrom)) for node in tree.body):
        return None
    if any(isinstance(node, (ast.comprehension, ast.Lambda)) for node in nodes):
        return None
    planner = _Planner(entry_point, bound, source)
    try:
        # The planner changes the tree that it visits; parsing again is cheaper than a copy.
        planned = ast.fix_missing_locations(planner.visit(_copied(tree, source)))
        plan = make_plan(tuple(planner.steps))
    except (_NotConstant, Unencodable):
        return None
    if not planner.steps:
        return None
    test = Test("planned")
    test.steps, test.plan, test.entry_point = planner.steps, plan, entry_point
    test.comparison = _comparison(planned) if len(planner.steps) == 1 else None
    if test.comparison is None:
        test.planned_code = compile(planned, "<test>", "exec")
    return test


def _copied(tree, source):
    """The tree once more: of the whole source, or of its first statements."""
    copy = ast.parse(source)
    del copy.body[len(tree.body):]
    return copy


class Comparison:
    """``assert <first step> == literal``, the form of nearly all tests: needs no code to run."""

    __slots__ = ("expected", "failure")

    def __init__(self, expected, failure):
        self.expected, self.failure = expected, failure


def _comparison(planned):
    """The ``Comparison`` that a planned test is, or None."""
    if len(planned.body) != 1 or not isinstance(planned.body[0], ast.Assert):
        return None
    condition, message = planned.body[0].test, planned.body[0].msg
    if not isinstance(condition, ast.Compare) or len(condition.ops) != 1 or not isinstance(condition.ops[0], ast.Eq):
        return None
    if not _is_step(condition.left):
        return None
    try:
        expected = ast.literal_eval(condition.comparators[0])
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    text = "" if message is None else str(message.value)[:500]
    return Comparison(expected, "AssertionError: " + text if text else "AssertionError")


def _is_step(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == STEP


def make_plan(steps):
    """Bytes that ``cell.read_plan`` turns into fresh steps for every cell; marshal is fast, and both ends are ours."""
    data = encode(steps, None, EXTENSIONS)
    try:
        return b"m" + marshal.dumps(steps)
    except ValueError:
        return b"c" + data


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
    if entry_point in names or _free_names(rest, _bound_names(rest)) or any(name in names for name in REACHING):
        return None
    test = _planned(head, nodes, _bound_names(nodes), entry_point, source)
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
