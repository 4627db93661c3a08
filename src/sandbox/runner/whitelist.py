"""Reads an assertion test as a comparison: the calls that the program answers, and a comparison that needs no program.

A test is in the value lane where it is a straight run of assignments and assertions whose calls of the program have
arguments that the program's process can compute alone, and whose remaining nodes are on the lists below. The calls run
in the program's process; the rest of the test runs in the comparer, with the returned values in place of the calls.
"""

import ast
import builtins
import types
from typing import NamedTuple

BUILTINS = frozenset(
    "abs all any bool bytearray bytes complex dict divmod enumerate filter float frozenset int isinstance len list map max min"
    " object pow range reversed round set sorted str sum tuple zip repr ord chr bin hex".split()
)
NODES = (
    ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.IfExp,
    ast.Subscript, ast.Slice, ast.Starred, ast.JoinedStr, ast.FormattedValue, ast.keyword, ast.expr_context, ast.boolop,
    ast.operator, ast.unaryop, ast.cmpop,
) + ((ast.Index,) if hasattr(ast, "Index") else ())
# Whatever depends on the order in which a set gives its members is decided where the set was made.
ORDERLESS = frozenset(("len", "sorted", "set", "frozenset", "isinstance", "bool", "min", "max", "abs"))
UNSETTLED = (ast.Lambda, ast.NamedExpr)
# By these a program may read a name that stands nowhere in it.
LOOKING = frozenset(("eval", "exec", "globals", "modules"))


class Outside(Exception):
    """The test is not in the value lane."""


class Comparison(NamedTuple):
    """What the value lane makes of a test.

    ``setup`` runs in the program's namespace before the calls; ``steps`` are the calls' texts; ``names`` are built-ins of the
    comparison's, which must not be the program's own, and ``bound`` those that the test gives a value, with ``LOOKING``, which
    the program must not read; ``code`` is the comparison, with names ``0``, ``1`` … for the returned values. ``weak`` tells
    whether a name of the program's other than the entry point takes part, ``lazy`` whether a call may stay unmade, ``orderless`` whether no
    order of a set can show. A ``partial`` one is what stands before the first statement outside of the value lane: it
    decides a failure alone.
    """

    setup: str
    steps: tuple
    names: tuple
    bound: tuple
    code: types.CodeType
    weak: bool
    lazy: bool
    orderless: bool
    partial: bool


def read_assertion(tree, source, entry_point):
    """The ``Comparison`` of a test; raises ``Outside``."""
    return _Reader(source, entry_point).read(_unfold(tree, entry_point))


def constant_calls(tree, source, entry_point):
    """Texts of a test's calls of the entry point that have literal arguments alone."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == entry_point:
            if all(map(_is_literal, [*node.args, *[keyword.value for keyword in node.keywords]])):
                found.append(ast.get_source_segment(source, node))
    return tuple(text for text in found if text)


def _unfold(tree, entry_point):
    """``def check(candidate): …`` and ``check(entry_point)``, HumanEval's form, as the statements that it stands for."""
    body = [node for node in tree.body if not _is_text(node)]
    if len(body) < 2 or not isinstance(body[-2], ast.FunctionDef) or not isinstance(body[-1], ast.Expr):
        return body
    check, call = body[-2], body[-1].value
    given = [value for _, value in ast.iter_fields(check.args) if value]
    plain = given == [check.args.args] and len(check.args.args) == 1 and not check.decorator_list
    called = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == check.name
    if not plain or not called or len(call.args) != 1 or call.keywords:
        return body
    if not isinstance(call.args[0], ast.Name) or call.args[0].id != entry_point:
        return body
    bind = ast.copy_location(ast.Assign([ast.Name(check.args.args[0].arg, ast.Store())], call.args[0]), check)
    return body[:-2] + [ast.fix_missing_locations(bind)] + [node for node in check.body if not _is_text(node)]


def _is_text(node):
    return isinstance(node, ast.Pass) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_literal(node):
    try:
        ast.literal_eval(node)
        return True
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False


def _shows_order(node):
    """Whether the order of a set could show in what this makes of it."""
    if isinstance(node, ast.Call):
        return bool(node.keywords) or not isinstance(node.func, ast.Name) or node.func.id not in ORDERLESS
    return isinstance(node, (ast.JoinedStr, ast.Starred)) or isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)


class _Reader(ast.NodeTransformer):
    """Reads the statements of a test, and turns their expressions in place into what the comparer evaluates."""

    def __init__(self, source, entry_point):
        self.source = source
        #: The function under test and its other names; the class where it is a method.
        self.entry = {entry_point.rpartition(".")[0] or entry_point} if entry_point else set()
        self.steps, self.setup, self.body, self.names = [], [], [], set()
        #: Names that the test binds to a literal or to the function, with the statement; and to what the comparer computes.
        self.constants, self.computed = {}, set()
        #: By constant: the one process that reads it, and may change it.
        self.readers = {}
        self.weak = self.lazy = False
        self.orderless = True

    def read(self, body):
        partial = False
        for node in body:
            steps, setup = len(self.steps), len(self.setup)
            try:
                self.statement(node)
            except Outside:
                if not any(isinstance(each, ast.Assert) for each in self.body):
                    raise
                del self.steps[steps:], self.setup[setup:]
                partial = True
                break
        code = compile(ast.fix_missing_locations(ast.Module(self.body, [])), "<test>", "exec", dont_inherit=True)
        bound = self.computed.union(self.constants)
        names, bound = (tuple(sorted(each)) for each in (self.names, bound.union(bound - self.entry and LOOKING)))
        return Comparison("\n".join(self.setup), tuple(self.steps), names, bound, code, self.weak, self.lazy, self.orderless, partial)

    def statement(self, node):
        if isinstance(node, ast.Assert):
            node.test = self.visit(node.test)
            node.msg = node.msg if isinstance(node.msg, ast.Constant) else None
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            return self.assignment(node, node.targets[0])
        elif isinstance(node, ast.Expr):
            node.value = self.visit(node.value)
        else:
            raise Outside(type(node).__name__)
        return self.body.append(node)

    def assignment(self, node, target):
        names = [target] if isinstance(target, ast.Name) else getattr(target, "elts", [None])
        if not all(isinstance(name, ast.Name) and not self.is_bound(name.id) for name in names):
            raise Outside("a target, or a name bound twice")
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Name) and node.value.id in self.entry:
            # Another name of the function.
            self.constants[target.id] = "%s = %s" % (target.id, node.value.id)
            self.entry.add(target.id)
            self.argument(target.id)
            return
        if isinstance(target, ast.Name) and _is_literal(node.value):
            self.constants[target.id] = self.text(node)
        else:
            node.value = self.visit(node.value)
            self.orderless = self.orderless and isinstance(target, ast.Name)
            self.computed.update(name.id for name in names)
        self.body.append(node)

    def text(self, node):
        return ast.get_source_segment(self.source, node)

    def visit(self, node):
        """The node for the comparer; calls of the program become steps."""
        if self.is_step(node):
            return self.step(node)
        chained = isinstance(node, ast.Compare) and len(node.ops) > 1
        self.lazy = self.lazy or chained or isinstance(node, (ast.BoolOp, ast.IfExp))
        self.orderless = self.orderless and not _shows_order(node)
        return super().visit(node)

    def generic_visit(self, node):
        if not isinstance(node, NODES):
            raise Outside(type(node).__name__)
        return super().generic_visit(node)

    def visit_Compare(self, node):
        for operator, right in zip(node.ops, node.comparators):
            if isinstance(operator, (ast.Is, ast.IsNot)) and not (
                isinstance(right, ast.Constant) and (right.value is None or isinstance(right.value, bool))
            ):
                raise Outside("identity")
        return self.generic_visit(node)

    def visit_Call(self, node):
        if not isinstance(node.func, ast.Name) or node.func.id not in BUILTINS:
            raise Outside("a call")
        return super().generic_visit(node)

    def visit_Name(self, node):
        if node.id in self.constants:
            self.use(node.id, "comparer")
        elif node.id in BUILTINS and node.id not in self.computed:
            self.names.add(node.id)
        elif node.id not in self.computed:
            raise Outside("the name " + node.id)
        return node

    def use(self, name, reader):
        if self.readers.setdefault(name, reader) != reader:
            raise Outside("a constant that program and comparison read")

    def is_step(self, node):
        """Whether a node is a name that only the program can define, an attribute of its, or a call of one."""
        if isinstance(node, ast.Name):
            return isinstance(node.ctx, ast.Load) and self.is_programs(node.id) and node.id not in self.entry
        if not isinstance(node, (ast.Attribute, ast.Call)):
            return False
        while isinstance(node, (ast.Attribute, ast.Call)):
            node = node.value if isinstance(node, ast.Attribute) else node.func
        return isinstance(node, ast.Name) and self.is_programs(node.id)

    def is_programs(self, name):
        return name in self.entry or not self.is_bound(name) and not hasattr(builtins, name)

    def is_bound(self, name):
        return name in self.computed or name in self.constants

    def step(self, node):
        for each in ast.walk(node):
            if isinstance(each, UNSETTLED):
                raise Outside("an argument")
            if isinstance(each, ast.Name):
                self.argument(each.id)
        self.steps.append("\n" * (node.lineno - 1) + self.text(node))
        return ast.copy_location(ast.Name(str(len(self.steps) - 1), ast.Load()), node)

    def argument(self, name):
        """A name in a call: a constant's, the program's, or a built-in's."""
        if name in self.computed:
            raise Outside("an argument that depends on an answer")
        if name in self.constants:
            self.use(name, "program")
            if self.constants[name] not in self.setup:
                self.setup.append(self.constants[name])
        elif self.is_programs(name):
            self.weak = self.weak or name not in self.entry
