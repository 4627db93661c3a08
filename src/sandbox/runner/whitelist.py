"""Reads an assertion test as a plan: the calls that the program answers, and a comparison that needs no program.

A test is in the value lane where it is a straight run of assignments and assertions whose calls of the program have
arguments that the program's process can compute alone, and whose remaining nodes are on the lists below. The calls run
in the program's process; the rest of the test runs in the comparer, with the returned values in place of the calls.
"""

import ast
import builtins
import types
from typing import NamedTuple

from comparison import LIBRARY, UNSETTLED, Comparison, Outside, walk


class Plan(NamedTuple):
    """What the value lane makes of a test.

    ``setup`` runs in the program's namespace before the calls; ``steps`` are the calls' texts; ``names`` must not be
    the program's own for the comparison to mean what it says, ``bound`` those that the test gives a value, which the program
    must not read; ``code`` is the comparison, with ``_0``, ``_1`` … for
    the returned values. ``weak`` tells whether a name of the program's other than the entry point takes part, ``lazy``
    whether a call may stay unmade, ``orderless`` whether no order of a set can show. A ``partial`` one is what stands before the
    first statement outside of the value lane: it decides a failure alone.
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


def plan_assertion(tree, source, entry_point):
    """The ``Plan`` of a test; raises ``Outside``."""
    return _Reader(source, entry_point).read(_unfold(tree, entry_point))


def constant_calls(tree, source, entry_point):
    """Texts of a test's calls of the entry point that have literal arguments alone."""
    found = []
    for node in walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == entry_point:
            try:
                for value in [*node.args, *[keyword.value for keyword in node.keywords]]:
                    ast.literal_eval(value)
                found.append(ast.get_source_segment(source, node))
            except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
                pass
    return tuple(text for text in found if text)


def _unfold(tree, entry_point):
    """``def check(candidate): …`` and ``check(entry_point)``, HumanEval's form, as the statements that it stands for."""
    body = [node for node in tree.body if not _is_text(node)]
    if len(body) < 2 or not isinstance(body[-2], ast.FunctionDef) or not isinstance(body[-1], ast.Expr):
        return body
    check, call = body[-2], body[-1].value
    given = check.args
    plain = len(given.args) == 1 and not (
        given.vararg or given.kwarg or given.kwonlyargs or given.defaults or check.decorator_list
        or getattr(given, "posonlyargs", None)
    )
    called = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == check.name
    if not plain or not called or len(call.args) != 1 or call.keywords:
        return body
    if not isinstance(call.args[0], ast.Name) or call.args[0].id != entry_point:
        return body
    bind = ast.copy_location(ast.Assign([ast.Name(given.args[0].arg, ast.Store())], call.args[0]), check)
    return body[:-2] + [ast.fix_missing_locations(bind)] + [node for node in check.body if not _is_text(node)]


def _is_text(node):
    return isinstance(node, ast.Pass) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


class _Reader(Comparison):
    """Reads the statements of a test."""

    def __init__(self, source, entry_point):
        super().__init__()
        self.source = source
        #: The function under test and its other names; the class where it is a method.
        self.entry = {entry_point.rpartition(".")[0] or entry_point} if entry_point else set()
        self.steps, self.setup, self.body = [], [], []
        self.weak = self.lazy = False

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
        names = tuple(sorted(self.names | bound))
        return Plan("\n".join(self.setup), tuple(self.steps), names, tuple(sorted(bound)), code, self.weak, self.lazy, self.orderless, partial)

    def statement(self, node):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return self.imports(node)
        if isinstance(node, ast.Assert):
            node.test = self.visit(node.test)
            node.msg = node.msg if isinstance(node.msg, ast.Constant) else None
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            if not self.assignment(node, node.targets[0]):
                return None
        elif isinstance(node, ast.Expr):
            node.value = self.visit(node.value)
        else:
            raise Outside(type(node).__name__)
        return self.body.append(node)

    def imports(self, node):
        if self.steps and (isinstance(node, ast.ImportFrom) or node.names[0].name != "math"):
            raise Outside("an import after a call, which it would come before")
        self.setup.append(self.text(node))
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            if isinstance(node, ast.Import):
                self.modules[bound] = alias.name
                kept = ast.Import([alias]) if alias.name in LIBRARY else None
            elif alias.name == "*" or node.level:
                raise Outside("import *")
            else:
                known = alias.name in LIBRARY.get(node.module, ())
                self.modules[bound] = (node.module, alias.name) if known else None
                kept = ast.ImportFrom(node.module, [alias], 0) if known else None
            if kept:
                self.body.append(ast.copy_location(kept, node))

    def assignment(self, node, target):
        """Whether the comparer makes it, too."""
        names = [target] if isinstance(target, ast.Name) else getattr(target, "elts", [None])
        if not all(isinstance(name, ast.Name) for name in names):
            raise Outside("a target")
        for name in names:
            if self.is_bound(name.id):
                raise Outside("a name bound twice")
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Name) and node.value.id in self.entry:
            # Another name of the function.
            self.entry.add(target.id)
            self.names.add(target.id)
            self.setup.append("%s = %s" % (target.id, node.value.id))
            return False
        before, text, reads = len(self.steps), self.text(node), self.reads(node.value)
        immutable = _is_immutable(node.value)
        node.value = self.visit(node.value)
        if len(names) > 1:
            self.orderless = False
        if len(self.steps) == before and isinstance(target, ast.Name) and not reads:
            self.constants[target.id] = text, immutable
        else:
            self.computed.update(name.id for name in names)
        return True

    def reads(self, node):
        """Whether an expression names anything that the test bound itself."""
        return any(isinstance(each, ast.Name) and (each.id in self.computed or each.id in self.constants) for each in walk(node))

    def text(self, node):
        found = ast.get_source_segment(self.source, node)
        if found is None:
            raise Outside("no text")
        return found

    def is_step(self, node):
        """Whether a node is a call of the program's, an attribute of a name of its, or a name that only the program can define."""
        if isinstance(node, ast.Name):
            return isinstance(node.ctx, ast.Load) and self.is_programs(node.id) and node.id not in self.entry
        if isinstance(node, ast.Attribute):
            while isinstance(node, ast.Attribute):
                node = node.value
            return isinstance(node, ast.Name) and self.is_programs(node.id)
        if not isinstance(node, ast.Call):
            return False
        function = node.func
        while isinstance(function, ast.Attribute):
            if not isinstance(function.value, ast.Call):
                function = function.value
                continue
            # ``Solution().f(1)``, but ``f(1).strip()`` is a method of a value.
            function = function.value.func
            if isinstance(function, ast.Name) and function.id in self.entry and function.id.islower():
                return False
        return isinstance(function, ast.Name) and self.is_programs(function.id)

    def is_programs(self, name):
        return name in self.entry or not self.is_bound(name) and not hasattr(builtins, name)

    def is_bound(self, name):
        return name in self.computed or name in self.constants or name in self.modules

    def step(self, node):
        if self.repeats:
            raise Outside("a call that may be made more than once")
        for each in walk(node):
            if isinstance(each, UNSETTLED):
                raise Outside("an argument")
            if isinstance(each, ast.Name):
                self.argument(each)
        self.lazy = self.lazy or self.maybe > 0 and bool(self.steps)
        self.steps.append(self.text(node))
        return ast.copy_location(ast.Name("_%d" % (len(self.steps) - 1), ast.Load()), node)

    def argument(self, node):
        """A name in a call: the program's, a built-in's, a module's, or a constant's that nothing else reads."""
        if node.id in self.computed:
            raise Outside("an argument that depends on an answer")
        if node.id in self.constants:
            text, immutable = self.constants[node.id]
            if not immutable:
                if node.id in self.shared or node.id in self.compared:
                    raise Outside("an argument that is read again")
                self.shared.add(node.id)
            if text not in self.setup:
                self.setup.append(text)
        elif self.is_programs(node.id):
            self.weak = self.weak or node.id not in self.entry
        elif node.id not in self.modules and not hasattr(builtins, node.id):
            raise Outside("the name " + node.id)


def _is_immutable(node):
    try:
        return isinstance(ast.literal_eval(node), (str, bytes, int, float, complex, type(None)))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
