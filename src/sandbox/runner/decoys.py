"""Decoys: an official test module in which every test has an assertion that cannot hold.

Only the program's own process can say what becomes of tests that run in it. But a program does not know which of two like
modules it meets: where the machinery is replaced, or an answer equals everything, the decoy's tests pass, too. The
assertion is chosen by chance among those that a passing test must have come by (``decoy_places``), and keeps its kind
(``decoy_assertions``). A test without any begins with one of ours: of such a test a decoy says nothing but that what fails
is told.
"""

import ast

from decoy_assertions import called, never_holds
from decoy_places import FUNCTIONS, Surroundings, is_lazy, places

#: What asks a function for the items of a loop.
LAZY = {
    "map": "lambda function, *values: (function(*items) for items in zip(*values))",
    "filter": "lambda function, values: (item for item in values if (item if function is None else function(item)))",
}


def spelled_alike(source):
    """A module's text as a decoy's is: without comments, blank lines and long calls, which would tell them apart."""
    return ast.unparse(_read(source))


def _read(source):
    """The module's tree, in which no program's ``StopIteration`` ends a loop of the tests: they would see nothing wrong."""
    tree = ast.parse(source)
    if "StopIteration" in source or any(_binds(node) for node in ast.walk(tree)):
        return tree
    return ast.fix_missing_locations(_Generators().visit(tree))


def _binds(node):
    name = getattr(node, "name", None) or getattr(node, "asname", None) or getattr(node, "arg", None)
    return name in LAZY or isinstance(node, ast.Name) and node.id in LAZY and not isinstance(node.ctx, ast.Load)


class _Generators(ast.NodeTransformer):
    """``map`` and ``filter`` as generators, in which a ``StopIteration`` of the function's is a ``RuntimeError``."""

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in LAZY and node.args and not node.keywords:
            node.func = _expression(LAZY[node.func.id])
        return node


def decoy_of(source, chance):
    """(module, names of its tests that must not pass: ``f`` or ``Class.f``). ``chance``: a ``random.Random``."""
    tree = _read(source)
    spoiled = _Tests(tree, chance)
    return ast.unparse(ast.fix_missing_locations(tree)), spoiled.names()


def statements_decoy_of(source, chance):
    """A test made of statements, in which one assertion cannot hold."""
    tree = _read(source)
    found = list(places(tree.body, Surroundings(tree), chance))
    if found:
        chance.choice(found)()
    else:
        _begin(tree.body, never_holds(chance))
    return ast.unparse(ast.fix_missing_locations(tree))


def script_decoy_of(source, chance):
    """A DS-1000 script that must not come to its end: one assertion of ``exec_test`` cannot hold, or it returns 0."""
    tree = _read(source)
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "exec_test"]
    for function in found:
        choices = list(places(function.body, Surroundings(tree).of(None, function), chance))
        if choices:
            chance.choice(choices)()
        for node in ast.walk(function) if not choices else ():
            if isinstance(node, ast.Return):
                node.value = ast.Constant(0)
    return ast.unparse(ast.fix_missing_locations(tree)) if found else None


class _Tests:
    """All tests of a module, spoiled: those of functions, classes and classes in classes, under conditions, too."""

    def __init__(self, tree, chance):
        self.around, self.chance = Surroundings(tree), chance
        #: Class, with its owners in front, to names of its spoiled tests, of all that it defines, and of its bases.
        self.functions, self.classes, self.defined, self.bases = set(), {}, {}, {}
        self.visit(tree.body, None, "")

    def visit(self, body, owner, prefix):
        for node in body:
            if isinstance(node, FUNCTIONS):
                if owner:
                    self.defined[prefix].add(node.name)
                if self.spoil(node, owner):
                    (self.classes[prefix] if owner else self.functions).add(node.name)
            elif isinstance(node, ast.ClassDef):
                name = prefix + "." + node.name if prefix else node.name
                self.classes.setdefault(name, set())
                self.defined.setdefault(name, set())
                self.bases[name] = [base.id for base in node.bases if isinstance(base, ast.Name)]
                self.visit(node.body, node, name)
            elif isinstance(node, (ast.If, ast.Try, ast.With)):
                handlers = [each.body for each in getattr(node, "handlers", ())]
                for inner in (node.body, getattr(node, "orelse", ()), getattr(node, "finalbody", ()), *handlers):
                    self.visit(inner, owner, prefix)

    def spoil(self, function, owner):
        """Whether the function is a test that cannot pass now."""
        if not function.name.startswith("test") or is_lazy(function):
            return False
        if not self.around.leaves_failing(function):
            return False
        found = list(places(function.body, self.around.of(owner, function), self.chance))
        if found:
            self.chance.choice(found)()
        else:
            _begin(function.body, never_holds(self.chance))
        return True

    def names(self):
        inherited = ("%s.%s" % (name, test) for name in self.classes for test in self.tests_of(name, set()))
        return {*self.functions, *inherited}

    def tests_of(self, name, seen):
        """Of a class and its bases of this module."""
        if name in seen or name not in self.classes:
            return set()
        seen.add(name)
        inherited = set().union(*(self.tests_of(base, seen) for base in self.bases[name]))
        return self.classes[name] | inherited - self.defined[name]


def _begin(body, statement):
    """Puts a statement first, where it is run whatever follows: behind a docstring and what must stand in front of all."""
    at = 0
    while at < len(body) and (
        isinstance(body[at], ast.Expr) and isinstance(body[at].value, ast.Constant)
        or isinstance(body[at], ast.ImportFrom) and body[at].module == "__future__"
    ):
        at += 1
    body.insert(at, statement)


def _expression(text):
    return ast.parse(text, mode="eval").body
