"""The grammar of tests that the judge interprets: an allow-list of nodes, each in allowed shapes.

``check(nodes, known)`` raises ``OutOfGrammar`` for anything else, before a line of the test has been looked at closer.
What passes may still leave the grammar while it runs, where a value turns out to be none of the listed types.
"""

import ast
import builtins

from bounds import OutOfGrammar
from functions import BUILTINS, COLLECTIONS, EXCEPTIONS, TYPES
from methods import METHODS

NODES = frozenset(
    (
        ast.Module, ast.Expr, ast.Assert, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For, ast.While, ast.If,
        ast.FunctionDef, ast.Return, ast.Pass, ast.Break, ast.Continue, ast.Try, ast.ExceptHandler, ast.Raise, ast.With,
        ast.withitem, ast.Import, ast.ImportFrom, ast.alias, ast.Compare, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Call,
        ast.Attribute, ast.Subscript, ast.Slice, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
        ast.comprehension, ast.Lambda, ast.IfExp, ast.JoinedStr, ast.FormattedValue, ast.Constant, ast.Name, ast.List,
        ast.Tuple, ast.Set, ast.Dict, ast.Starred, ast.keyword, ast.arguments, ast.arg, ast.Load, ast.Store,
        ast.And, ast.Or, ast.Not, ast.UAdd, ast.USub, ast.Invert, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod,
        ast.Pow, ast.LShift, ast.RShift, ast.BitOr, ast.BitXor, ast.BitAnd, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt,
        ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn,
    )
    + ((ast.Index,) if not issubclass(ast.Index, ast.expr) and not hasattr(ast, "unparse") else ())
)
CONSTANTS = frozenset((type(None), bool, int, float, complex, str, bytes, type(Ellipsis)))
#: Modules whose names a test may import.
KNOWN_MODULES = frozenset(("math", "typing", "collections", "copy", "unittest", "pytest"))
MOST_LOOPS_IN_COMPREHENSION = 5


def is_special(name):
    """Whether a name is one of Python's own, such as ``__import__``; blanks to fill in (``____``) are not."""
    return name.startswith("__") and name.endswith("__") and name.strip("_") != ""


def refuse(node, why):
    raise OutOfGrammar("%s, line %d" % (why, getattr(node, "lineno", 0)))


#: Of methods, of what ``assertRaises`` gives, and, of ``self`` and modules, any name without an underscore in front.
ATTRIBUTES = frozenset(name for methods in METHODS.values() for name in methods) | {"exception", "value"}


def _name(node, bound):
    if is_special(node.id):
        refuse(node, "the name %s" % node.id)
    if node.id in bound or not hasattr(builtins, node.id):
        return
    if node.id not in BUILTINS and node.id not in TYPES and node.id not in EXCEPTIONS:
        refuse(node, "the built-in %s" % node.id)


class Bound(frozenset):
    """Names that the test or the program gives a meaning of its own; ``owners`` are those of modules."""

    owners = frozenset()


# A program that imports ``math`` lends it to tests that do not.
OWNER = frozenset(("self", "math"))


def _attribute(node, bound):
    if node.attr.startswith("_") or node.attr not in ATTRIBUTES and not (
        isinstance(node.value, ast.Name) and node.value.id in OWNER.union(bound.owners)
    ):
        refuse(node, "the attribute %s" % node.attr)
    if not isinstance(node.ctx, ast.Load) and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
        refuse(node, "an attribute that is set")


def _constant(node, bound):
    if type(node.value) not in CONSTANTS:
        refuse(node, "a constant")


def _target(node):
    if isinstance(node, (ast.Tuple, ast.List)):
        for inner in node.elts:
            _target(inner.value if isinstance(inner, ast.Starred) else inner)
    elif not isinstance(node, (ast.Name, ast.Subscript, ast.Attribute)):
        refuse(node, "a target")


def _assign(node, bound):
    for target in node.targets:
        _target(target)


def _ann_assign(node, bound):
    if not isinstance(node.target, ast.Name) or node.value is None:
        refuse(node, "an annotation")


def _aug_assign(node, bound):
    if not isinstance(node.target, (ast.Name, ast.Subscript)):
        refuse(node, "an assignment")


def _loop(node, bound):
    _target(node.target)


def _comprehension(node, bound):
    if node.is_async:
        refuse(node, "an asynchronous loop")
    _loop(node, bound)


def _comprehensions(node, bound):
    if len(node.generators) > MOST_LOOPS_IN_COMPREHENSION:
        refuse(node, "many loops")


def _function(node, bound):
    if node.decorator_list or getattr(node, "type_params", None):
        refuse(node, "a decorator")
    _no_stars(node.args)


def _lambda(node, bound):
    _no_stars(node.args)


def _no_stars(arguments):
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or getattr(arguments, "posonlyargs", None):
        raise OutOfGrammar("parameters")


def _handler(node, bound):
    kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type] if node.type else []
    if any(not isinstance(kind, ast.Name) or kind.id in bound or kind.id not in EXCEPTIONS for kind in kinds):
        refuse(node, "an exception of its own")


def _raise(node, bound):
    if node.cause is not None:
        refuse(node, "a cause")


def _with(node, bound):
    for item in node.items:
        if item.optional_vars is not None and not isinstance(item.optional_vars, ast.Name):
            refuse(node, "a context")


def _formatted(node, bound):
    if node.conversion not in (-1, ord("s"), ord("r")):
        refuse(node, "a conversion")
    spec = node.format_spec
    if spec is not None and not (
        isinstance(spec, ast.JoinedStr) and all(isinstance(part, ast.Constant) for part in spec.values)
    ):
        refuse(node, "a computed format")


def _import(node, bound):
    for alias in node.names:
        if alias.asname and is_special(alias.asname) or is_special(alias.name):
            refuse(node, "an import")
        if "." in alias.name and not alias.asname and alias.name.partition(".")[0] in KNOWN_MODULES:
            refuse(node, "an import")


def _import_from(node, bound):
    if any(alias.name == "*" or alias.name.startswith("__") for alias in node.names):
        refuse(node, "an import of everything")
    if node.module == "collections" and any(alias.name not in COLLECTIONS for alias in node.names):
        refuse(node, "an import")


SHAPES = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Constant: _constant,
    ast.Assign: _assign,
    ast.AnnAssign: _ann_assign,
    ast.AugAssign: _aug_assign,
    ast.For: _loop,
    ast.comprehension: _comprehension,
    ast.ListComp: _comprehensions,
    ast.SetComp: _comprehensions,
    ast.DictComp: _comprehensions,
    ast.GeneratorExp: _comprehensions,
    ast.FunctionDef: _function,
    ast.Lambda: _lambda,
    ast.ExceptHandler: _handler,
    ast.Raise: _raise,
    ast.With: _with,
    ast.FormattedValue: _formatted,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
}


def check(nodes, bound=Bound()):
    """Raises ``OutOfGrammar``; ``bound`` is a ``Bound``."""
    for node in nodes:
        kind = type(node)
        if kind not in NODES:
            refuse(node, "a %s" % kind.__name__)
        shape = SHAPES.get(kind)
        if shape is not None:
            shape(node, bound)


def assigned(statements):
    """Names that statements bind in their own scope: not those of functions, lambdas and comprehensions within."""
    names, waiting = set(), list(statements)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
            waiting += node.args.defaults
            continue
        if isinstance(node, ast.ClassDef):
            names.add(node.name)
            continue
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        waiting += ast.iter_child_nodes(node)
    return names
