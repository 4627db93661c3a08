"""Which tests may be evaluated in the judge itself: they compute, and leave nothing behind.

Whatever is not known to be harmless and quick runs in a throw-away copy of the judge instead; the difference is speed.
Tests are written by a model, not by the candidate; a pure one still runs under a timer and a memory limit.
"""

import ast
import builtins

NODES = (
    ast.Module, ast.Expr, ast.Assert, ast.Assign, ast.AugAssign, ast.For, ast.While, ast.If, ast.FunctionDef,
    ast.Return, ast.Pass, ast.Break, ast.Continue, ast.Compare, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Call,
    ast.Attribute, ast.Subscript, ast.Slice, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.comprehension, ast.Lambda, ast.IfExp, ast.JoinedStr, ast.FormattedValue, ast.Constant, ast.Name, ast.List,
    ast.Tuple, ast.Set, ast.Dict, ast.Starred, ast.keyword, ast.arguments, ast.arg, ast.Import, ast.ImportFrom,
    ast.alias, ast.Try, ast.ExceptHandler, ast.Raise, ast.expr_context, ast.boolop, ast.operator, ast.unaryop,
    ast.cmpop,
) + tuple(getattr(ast, name) for name in ("Index", "ExtSlice") if hasattr(ast, name))
FORBIDDEN_NAMES = frozenset(
    "exec eval compile open input globals locals vars setattr delattr getattr breakpoint exit quit help pow memoryview"
    " bytearray dir super classmethod staticmethod property copyright credits license".split()
)
MODULES = {
    "math": {"factorial", "comb", "perm", "prod", "lcm", "gcd", "isqrt", "pow"},
    "cmath": set(),
    "typing": {"get_type_hints"},
    "collections": {"abc", "UserDict", "UserList", "UserString"},
    "string": {"Template", "Formatter"},
    "copy": set(),
}
LARGEST_RANGE, LARGEST_FACTOR = 100_000, 100_000


def is_special(name):
    """Whether a name is one of Python's own, such as ``__import__``; blanks to fill in (``____``) are not."""
    return name.startswith("__") and name.endswith("__") and name.strip("_") != ""


def _number(node):
    """A small constant number, or None."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        node = node.operand
    if isinstance(node, ast.Constant) and type(node.value) in (int, float) and abs(node.value) <= LARGEST_FACTOR:
        return node.value
    return None


def _is_bounded(node):
    return _number(node) is not None or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"
    ) or isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)) and _is_bounded(
        node.left
    ) and _is_bounded(node.right)


def _allowed_operation(node):
    if isinstance(node.op, (ast.Pow, ast.LShift)):
        left, right = _number(node.left), _number(node.right)
        return left is not None and right is not None and abs(right) <= 64
    if isinstance(node.op, ast.Mult):
        return all(
            _number(side) is not None or not isinstance(side, (ast.Constant, ast.BinOp)) or not _is_large(side)
            for side in (node.left, node.right)
        )
    return not isinstance(node.op, ast.MatMult)


def _is_large(node):
    if isinstance(node, ast.Constant):
        return type(node.value) is int and abs(node.value) > LARGEST_FACTOR
    return isinstance(node.op, ast.Pow)


def _allowed_call(node):
    name = node.func.id if isinstance(node.func, ast.Name) else None
    if name == "range":
        return all(_is_bounded(argument) for argument in node.args) and not node.keywords
    if name == "iter":
        return len(node.args) == 1
    if name == "print":
        return not node.keywords or all(keyword.arg in ("sep", "end") for keyword in node.keywords)
    return True


def _allowed_handler(node):
    kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    return all(isinstance(kind, ast.Name) and kind.id not in ("BaseException", "GeneratorExit") for kind in kinds)


def is_pure(nodes):
    """Whether the nodes of a test, or of an expression in one, may be evaluated in the judge."""
    for node in nodes:
        if not isinstance(node, NODES):
            return False
        if isinstance(node, ast.Name):
            if node.id in FORBIDDEN_NAMES or is_special(node.id):
                return False
            if not isinstance(node.ctx, ast.Load) and hasattr(builtins, node.id):
                return False
        elif isinstance(node, ast.Attribute):
            if not isinstance(node.ctx, ast.Load) or node.attr.startswith("_") or node.attr in ("format", "format_map"):
                return False
            if isinstance(node.value, ast.Name) and node.attr in MODULES.get(node.value.id, ()):
                return False
        elif isinstance(node, ast.BinOp):
            if not _allowed_operation(node):
                return False
        elif isinstance(node, ast.AugAssign):
            if isinstance(node.op, (ast.Pow, ast.LShift, ast.Mult)) or not isinstance(node.target, ast.Name):
                return False
        elif isinstance(node, ast.Call):
            if not _allowed_call(node):
                return False
        elif isinstance(node, ast.ExceptHandler):
            if node.type is None or not _allowed_handler(node):
                return False
        elif isinstance(node, ast.Try):
            if node.finalbody:
                return False
        elif isinstance(node, ast.Import):
            if any(alias.name not in MODULES or alias.asname for alias in node.names):
                return False
        elif isinstance(node, ast.ImportFrom):
            if node.level or node.module not in MODULES:
                return False
            if any(alias.name == "*" or alias.name in MODULES[node.module] for alias in node.names):
                return False
        elif isinstance(node, ast.FunctionDef):
            if node.decorator_list or hasattr(builtins, node.name):
                return False
    return True


SAFE_BUILTINS = {
    name: value for name, value in vars(builtins).items() if name not in FORBIDDEN_NAMES and not name.startswith("_")
}
def _import(name, globals=None, locals=None, fromlist=(), level=0):
    if name not in MODULES:
        raise ImportError("no module %s in a pure test" % name)
    return __import__(name, globals, locals, fromlist, level)


SAFE_BUILTINS["__import__"] = _import
SAFE_BUILTINS["__build_class__"] = builtins.__build_class__
SAFE_BUILTINS["__name__"] = "builtins"
