"""Puts the guards of a *guarded* program into its syntax tree (see ``permitted`` and ``guards``).

``value.name = …`` becomes ``own(value).name = …``, a special attribute that is read becomes ``own(value).__name__``,
``value.__dict__`` becomes the call of a guard of its own; the order in which parts are evaluated stays as it is. The names of
the guards cannot be spelled in a program.
"""

import ast

from permitted import METHODS, Permitted, is_special
from safety import SPECIAL, Leak

#: Special names that a program may spell, other than those of methods.
NAMED = SPECIAL | METHODS | {"__slots__", "__match_args__", "__class__"}
OWN, INSTANCE, MANAGER, DICT = "own value", "own instance", "own manager", "own dict"


def permitted(texts, codes):
    """(reader, code with guards of each text) of a guarded program, else None; ``codes``: what the texts compile to."""
    try:
        trees = [compile(text, code.co_filename, "exec", ast.PyCF_ONLY_AST, dont_inherit=True) for text, code in zip(texts, codes)]
        reader = Permitted(trees, *codes)
        guarded = [compile(rewritten(tree), code.co_filename, "exec", dont_inherit=True) for tree, code in zip(trees, codes)]
        return reader, guarded
    except (Leak, RecursionError, IndexError, SyntaxError):
        return None


def rewritten(tree):
    """The tree with guards; raises ``Leak`` where a name in it is only for the compiler to use."""
    return ast.fix_missing_locations(_Rewriting(tree).visit(tree))


class _Rewriting(ast.NodeTransformer):
    def __init__(self, tree):
        #: Nodes that need no guard: ``self`` in the constructors of the program's classes.
        self.known = set()
        if not _reaches_constructors(tree):
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self.known.update(*map(_own_names, node.body))

    def visit_Name(self, node):
        if is_special(node.id) and node.id not in NAMED:
            raise Leak("name " + node.id)
        return node

    def generic_visit(self, node):
        for field in ("name", "asname", "rest"):
            name = getattr(node, field, None)
            if type(name) is str and is_special(name) and name not in METHODS:
                raise Leak("name " + name)
        return super().generic_visit(node)

    def visit_Attribute(self, node):
        guarded = not isinstance(node.ctx, ast.Load)
        if not guarded and (not is_special(node.attr) or node.attr in SPECIAL):
            return self.generic_visit(node)
        if isinstance(node.value, ast.Name) and id(node.value) in self.known and guarded:
            return node
        if node.attr == "__dict__" and not guarded:
            return _guarded(DICT, self.visit(node.value))
        node.value = _guarded(INSTANCE if node.attr == "__class__" else OWN, self.visit(node.value))
        return node

    def visit_withitem(self, node):
        self.generic_visit(node)
        node.context_expr = _guarded(MANAGER, node.context_expr)
        return node


def _guarded(guard, value):
    name = ast.copy_location(ast.Name(guard, ast.Load()), value)
    return ast.copy_location(ast.Call(name, [value], []), value)


def _reaches_constructors(tree):
    """Whether a constructor may be called with another object than a new one: looked up by name, or through a dict."""
    for node in ast.walk(tree):
        if "super" in (getattr(node, "name", None), getattr(node, "asname", None), getattr(node, "arg", None)):
            return True
        if isinstance(node, ast.Name) and node.id == "super" and not isinstance(node.ctx, ast.Load):
            return True
        if isinstance(node, ast.Name) and node.id == "__init__":
            return True
        if isinstance(node, ast.Attribute) and node.attr in ("__init__", "__dict__") and not _is_super(node.value):
            return True
    return False


def _is_super(node):
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args
        and not node.keywords
    )


def _own_names(method):
    """The ids of the nodes that are the new object, in a method of a class's body."""
    if not isinstance(method, ast.FunctionDef) or method.name != "__init__" or method.decorator_list:
        return ()
    first = [*getattr(method.args, "posonlyargs", ()), *method.args.args][:1]
    if not first:
        return ()
    name, found, waiting = first[0].arg, set(), list(method.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            # Another scope, where the name may be another's; one that binds it here is seen below.
            if any(isinstance(inner, ast.Nonlocal) for inner in ast.walk(node)) or getattr(node, "name", None) == name:
                return ()
            continue
        if _binds(node, name):
            return ()
        if isinstance(node, ast.Name) and node.id == name:
            found.add(id(node))
        waiting.extend(ast.iter_child_nodes(node))
    return found


def _binds(node, name):
    """Whether a node gives the name another value; comprehensions have their own, which is as good as another value."""
    if isinstance(node, ast.Name):
        return node.id == name and not isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.alias):
        return (node.asname or node.name).partition(".")[0] == name
    if isinstance(node, ast.ExceptHandler):
        return node.name == name
    return isinstance(node, (ast.Global, ast.Nonlocal)) or type(node).__name__.startswith("Match")
