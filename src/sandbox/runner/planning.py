"""Turns a test of plain assertions into a *plan*: the calls that it makes, known before anything runs.

All tests with the same calls share a plan, and every candidate runs a plan once; the judge evaluates the tests on the
recorded outcomes (see ``verdict``).
"""

import ast
import builtins
import marshal

from codec import Unencodable, encode
from extensions import EXTENSIONS
from purity import SAFE_BUILTINS, is_pure

# No test can spell these.
STEP = "<step>"
CANDIDATE = "<candidate>"


def bound_names(nodes):
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


def free_names(nodes, bound):
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


class Planned:
    """What a planned test consists of: its steps, their plan, and how the answers are judged."""

    __slots__ = ("steps", "plan", "comparison", "code")


def plan_test(tree, nodes, bound, entry_point, source):
    """The ``Planned`` of a test, or None. Only plain assertions: a loop would need the same call again and again."""
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
    found = Planned()
    found.steps, found.plan = planner.steps, plan
    found.comparison = _comparison(planned) if len(planner.steps) == 1 else None
    found.code = None if found.comparison is not None else compile(planned, "<test>", "exec")
    return found


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
