"""What a comparison in the value lane may be made of."""

import ast

FUNCTIONS = frozenset(
    "abs all any bool bytes complex dict divmod enumerate filter float frozenset int isinstance len list map max min pow"
    " range reversed round set sorted str sum tuple zip repr ord chr bin hex".split()
)
TYPES = frozenset("bool bytes bytearray complex dict float frozenset int list object set str tuple type".split())
METHODS = frozenset(
    "lower upper strip lstrip rstrip split rsplit splitlines startswith endswith replace join count index find isdigit"
    " isalpha isalnum isupper islower isspace title capitalize zfill get keys values items copy sort tolist all any sum"
    " issubset issuperset union intersection difference is_integer most_common total_seconds isoformat".split()
)
ATTRIBUTES = frozenset("shape size ndim T real imag numerator denominator year month day hour minute second".split())
LIBRARY = {
    "math": frozenset("isclose isnan isinf isfinite sqrt pi e inf nan floor ceil log log2 log10 exp sin cos tan fabs pow".split()),
    "numpy": frozenset(
        "allclose array_equal isclose array asarray all any abs sum mean isnan isinf round zeros ones arange linspace eye pi"
        " inf nan sqrt float32 float64 int32 int64 ndarray bool_".split()
    ),
}
NODES = (
    ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.IfExp, ast.Subscript,
    ast.Slice, ast.Starred, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.comprehension, ast.JoinedStr,
    ast.FormattedValue, ast.keyword, ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop,
) + ((ast.Index,) if hasattr(ast, "Index") else ())
# Whatever depends on the order in which a set gives its members is decided where the set was made.
ORDERLESS = frozenset(("len", "sorted", "set", "frozenset", "isinstance", "bool", "min", "max", "abs"))
UNSETTLED = (ast.Lambda, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)


class Outside(Exception):
    """The test is not in the value lane."""


def walk(tree):
    """All nodes that have fields, as ``ast.walk``, in half its time."""
    nodes = [tree]
    for node in nodes:
        for field in node._fields:
            value = getattr(node, field, None)
            if type(value) is list:
                nodes.extend(each for each in value if isinstance(each, ast.AST))
            elif isinstance(value, ast.AST) and value._fields:
                nodes.append(value)
    return nodes
