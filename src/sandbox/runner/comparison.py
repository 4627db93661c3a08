"""Reads the expressions of a test for the comparer: what is on the lists stays, and calls of the program become steps."""

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
#: From which item of a field on nodes may not be evaluated.
SKIPPED = {ast.BoolOp: {"values": 1}, ast.Compare: {"comparators": 1}, ast.IfExp: {"body": 0, "orelse": 0}}


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


class Comparison(ast.NodeVisitor):
    """Turns expressions in place into what the comparer evaluates; ``whitelist`` says what a step is."""

    def __init__(self):
        #: Built-ins that the comparison means.
        self.names = set()
        #: Names that the test binds: to a module, to a constant's statement, or to what the comparer computes.
        self.modules, self.constants, self.computed = {}, {}, set()
        self.orderless = True
        #: Mutable constants that a call gets, and those that the comparer reads: nothing may be both.
        self.shared, self.compared = set(), set()
        #: How many nodes around may leave a call unmade, and how many may repeat it.
        self.maybe = self.repeats = 0

    def visit(self, node):
        """The node for the comparer; calls of the program become steps."""
        if self.is_step(node):
            return self.step(node)
        special = getattr(self, "visit_" + type(node).__name__, None)
        if special:
            special(node)
        elif isinstance(node, NODES):
            self.children(node, node._fields)
        else:
            raise Outside(type(node).__name__)
        return node

    def children(self, node, fields):
        """Visits what is in the fields, in this order."""
        skipped = SKIPPED.get(type(node), {})
        for field in fields:
            value = getattr(node, field)
            nodes = value if isinstance(value, list) else [value]
            for at, each in enumerate(nodes):
                if isinstance(each, ast.AST):
                    maybe = at >= skipped.get(field, len(nodes))
                    self.maybe += maybe
                    nodes[at] = self.visit(each)
                    self.maybe -= maybe
            if not isinstance(value, list):
                setattr(node, field, nodes[0])

    def visit_Compare(self, node):
        for operator, right in zip(node.ops, node.comparators):
            if isinstance(operator, (ast.Is, ast.IsNot)) and not (
                isinstance(right, ast.Constant) and (right.value is None or isinstance(right.value, bool))
            ):
                raise Outside("identity")
        self.children(node, node._fields)

    def visit_Dict(self, node):
        for at, key in enumerate(node.keys):
            node.keys[at] = key and self.visit(key)
            node.values[at] = self.visit(node.values[at])

    def ordered(self, node):
        self.orderless = False
        self.children(node, node._fields)

    visit_JoinedStr = visit_Starred = ordered

    def visit_BinOp(self, node):
        self.orderless = self.orderless and not isinstance(node.op, ast.Mod)
        self.children(node, node._fields)

    def visit_Lambda(self, node):
        given = node.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
            raise Outside("a lambda")
        self.inner(node, [argument.arg for argument in given.args], ("body",))

    def comprehension(self, node):
        first = node.generators[0]
        first.iter = self.visit(first.iter)
        targets = [each for part in node.generators for each in walk(part.target)]
        if not all(isinstance(each, (ast.Name, ast.Tuple, ast.List)) for each in targets):
            raise Outside("a target")
        if any(part.is_async for part in node.generators):
            raise Outside("async")
        bound = [each.id for each in targets if isinstance(each, ast.Name)]
        self.inner(node, bound, [field for field in node._fields if field != "generators"], node.generators)

    visit_GeneratorExp = visit_ListComp = visit_SetComp = visit_DictComp = comprehension

    def inner(self, node, bound, fields, generators=()):
        """A scope whose parts may be evaluated any number of times: no step may be among them."""
        self.orderless = False
        added = set(bound) - self.computed
        self.computed |= added
        self.repeats += 1
        try:
            for at, part in enumerate(generators):
                self.children(part, ("iter", "ifs") if at else ("ifs",))
            self.children(node, fields)
        finally:
            self.repeats -= 1
            self.computed -= added

    def visit_Call(self, node):
        function = node.func
        if isinstance(function, ast.Name):
            known = function.id in FUNCTIONS and function.id not in self.computed
            if not known and not isinstance(self.modules.get(function.id), tuple):
                raise Outside("a call of " + function.id)
            if function.id not in ORDERLESS or function.id == "sorted" and node.keywords:
                self.orderless = False
            self.visit_Name(function)
        elif isinstance(function, ast.Attribute):
            self.attribute(function, METHODS)
        else:
            raise Outside("a call")
        self.children(node, ("args", "keywords"))

    def visit_Attribute(self, node):
        self.attribute(node, ATTRIBUTES)

    def attribute(self, node, allowed):
        base = node.value
        self.orderless = False
        if isinstance(base, ast.Name) and base.id in self.modules and base.id not in self.computed:
            if node.attr not in LIBRARY.get(self.modules[base.id], ()):
                raise Outside("a library's " + node.attr)
        elif node.attr not in allowed:
            raise Outside("the attribute " + node.attr)
        node.value = self.visit(base)

    def visit_Name(self, node):
        if node.id in self.computed or node.id in self.constants:
            if node.id in self.shared:
                raise Outside("an argument that is read again")
            self.compared.add(node.id)
        elif node.id in self.modules:
            found = self.modules[node.id]
            if found not in LIBRARY and not isinstance(found, tuple):
                raise Outside("a library's name")
        elif node.id in FUNCTIONS or node.id in TYPES:
            self.names.add(node.id)
        else:
            raise Outside("the name " + node.id)
