"""Reads an assertion test as a plan: the calls that the program answers, and a comparison that needs no program.

A test is in the value lane where it is a straight run of assignments and assertions whose calls of the program have
arguments that the program's process can compute alone, and whose remaining nodes are on the lists below. The calls run
in the program's process; the rest of the test runs in the comparer, with the returned values in place of the calls.
"""

import ast
import builtins

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
REPEATING = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)
# Whatever depends on the order in which a set gives its members is decided where the set was made.
ORDERLESS = frozenset(("len", "sorted", "set", "frozenset", "isinstance", "bool", "min", "max", "abs"))
UNSETTLED = (ast.Lambda, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)


class Outside(Exception):
    """The test is not in the value lane."""


class Plan:
    """What the value lane makes of a test.

    ``setup`` runs in the program's namespace before the calls; ``steps`` are the calls' texts; ``names`` must not be
    the program's own for the comparison to mean what it says; ``code`` is the comparison, with ``_0``, ``_1`` … for
    the returned values. ``weak`` tells whether a name of the program's other than the entry point takes part, ``lazy``
    whether a call may stay unmade, ``orderless`` whether no order of a set can show, ``bare`` whether nothing is compared,
    ``literal`` whether the only call is compared with ``==`` or ``!=`` to literals alone. Of a ``partial`` one the test goes on
    with what is outside the value lane: it decides a failure.
    """

    __slots__ = ("setup", "steps", "names", "code", "weak", "lazy", "orderless", "bare", "literal", "partial")


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


class _Reader:
    def __init__(self, source, entry_point):
        self.source = source
        #: The function under test and its other names; the class where it is a method.
        self.entry = {entry_point.rpartition(".")[0] or entry_point} if entry_point else set()
        self.steps, self.setup, self.body, self.names = [], [], [], set()
        #: Names that the test binds: to a module, to a constant's statement, or to what the comparer computes.
        self.modules, self.constants, self.computed = {}, {}, set()
        self.weak = self.lazy = False
        self.orderless = True
        #: Mutable constants that a call gets, and those that the comparer reads: nothing may be both.
        self.shared, self.compared = set(), set()
        #: How many nodes around may leave a call unmade, and how many may repeat it.
        self.maybe = self.repeats = 0

    def read(self, body):
        plan = Plan()
        plan.partial = False
        for node in body:
            before = len(self.steps), len(self.setup)
            try:
                self.statement(node)
            except Outside:
                if not any(isinstance(each, ast.Assert) for each in self.body):
                    raise
                plan.partial = True
                del self.steps[before[0]:], self.setup[before[1]:]
                break
        plan.setup, plan.steps = "\n".join(self.setup), tuple(self.steps)
        plan.names = tuple(sorted(self.names | set(self.constants) | self.computed))
        plan.weak, plan.lazy, plan.orderless = self.weak, self.lazy, self.orderless
        plan.bare = not any(isinstance(node, ast.Assert) for node in self.body)
        plan.literal = len(self.steps) == len(self.body) == 1 and _compares_literals(self.body[0])
        module = ast.fix_missing_locations(ast.Module(self.body, []))
        try:
            plan.code = compile(module, "<test>", "exec", dont_inherit=True)
        except (ValueError, SyntaxError, RecursionError) as problem:
            raise Outside(str(problem))
        return plan

    def statement(self, node):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            self.imports(node)
        elif isinstance(node, ast.Assert):
            message = node.msg if isinstance(node.msg, ast.Constant) else None
            self.body.append(ast.copy_location(ast.Assert(self.expression(node.test), message), node))
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            self.assignment(node, node.targets[0])
        elif isinstance(node, ast.Expr):
            self.body.append(ast.copy_location(ast.Expr(self.expression(node.value)), node))
        else:
            raise Outside(type(node).__name__)

    def imports(self, node):
        if self.steps and (isinstance(node, ast.ImportFrom) or node.names[0].name != "math"):
            raise Outside("an import after a call, which it would come before")
        self.setup.append(self.text(node))
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            if isinstance(node, ast.Import):
                self.modules[bound] = alias.name
            elif alias.name == "*" or node.level:
                raise Outside("import *")
            elif alias.name in LIBRARY.get(node.module, ()):
                self.modules[bound] = (node.module, alias.name)
            else:
                self.modules[bound] = None
            found = self.modules[bound]
            if found in LIBRARY or isinstance(found, tuple):
                kept = ast.Import([alias]) if isinstance(node, ast.Import) else ast.ImportFrom(node.module, [alias], 0)
                self.body.append(ast.copy_location(kept, node))

    def assignment(self, node, target):
        names = [target] if isinstance(target, ast.Name) else getattr(target, "elts", [None])
        if not all(isinstance(name, ast.Name) for name in names):
            raise Outside("a target")
        for name in names:
            if name.id in self.computed or name.id in self.constants or name.id in self.modules:
                raise Outside("a name bound twice")
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Name) and node.value.id in self.entry:
            # Another name of the function.
            self.entry.add(target.id)
            self.names.add(target.id)
            self.setup.append("%s = %s" % (target.id, node.value.id))
            return
        before = len(self.steps)
        value = self.expression(node.value)
        if len(names) > 1:
            self.orderless = False
        if len(self.steps) == before and isinstance(target, ast.Name) and not self.reads(node.value):
            self.constants[target.id] = node
        else:
            self.computed.update(name.id for name in names)
        self.body.append(ast.copy_location(ast.Assign([target], value), node))

    def reads(self, node):
        """Whether an expression names anything that the test bound itself."""
        return any(isinstance(each, ast.Name) and (each.id in self.computed or each.id in self.constants) for each in walk(node))

    def text(self, node):
        found = ast.get_source_segment(self.source, node)
        if found is None:
            raise Outside("no text")
        return found

    def expression(self, node):
        """The node for the comparer; calls of the program become steps."""
        if self.is_step(node):
            return self.step(node)
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.Attribute):
            return self.attribute(node, ATTRIBUTES)
        if isinstance(node, ast.Lambda):
            return self.inner(node, [argument.arg for argument in node.args.args], lambda: [self.expression(node.body)])
        if isinstance(node, ast.Compare):
            self.comparison(node)
        elif not isinstance(node, NODES):
            raise Outside(type(node).__name__)
        if isinstance(node, REPEATING):
            return self.comprehension(node)
        if isinstance(node, (ast.JoinedStr, ast.Starred)) or isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            self.orderless = False
        return self.children(node)

    def children(self, node):
        """A copy of the node with each child read, in the order of evaluation."""
        copy = type(node)(**{field: value for field, value in ast.iter_fields(node)})
        ast.copy_location(copy, node) if hasattr(node, "lineno") else None
        fields = list(node._fields)
        if isinstance(node, ast.Dict):
            copy.keys, copy.values = [], []
            for key, value in zip(node.keys, node.values):
                copy.keys.append(key and self.expression(key))
                copy.values.append(self.expression(value))
            return copy
        if isinstance(node, ast.IfExp):
            fields = ["test", "body", "orelse"]
        for field in fields:
            value = getattr(node, field, None)
            later = isinstance(node, ast.IfExp) and field != "test"
            if isinstance(value, ast.AST):
                self.maybe += later
                setattr(copy, field, self.expression(value))
                self.maybe -= later
            elif isinstance(value, list):
                setattr(copy, field, self.listed(node, value))
        return copy

    def listed(self, node, values):
        found = []
        for at, value in enumerate(values):
            # Of ``a and b`` and of ``a < b < c``, what comes behind may not be evaluated.
            later = isinstance(node, ast.BoolOp) and at > 0 or isinstance(node, ast.Compare) and at > 0
            self.maybe += later
            found.append(self.expression(value) if isinstance(value, ast.AST) else value)
            self.maybe -= later
        return found

    def comprehension(self, node):
        self.orderless = False
        first = node.generators[0]
        outer = self.expression(first.iter)
        bound = [each.id for part in node.generators for each in ast.walk(part.target) if isinstance(each, ast.Name)]
        if any(not isinstance(each, (ast.Name, ast.Tuple, ast.List, ast.expr_context)) for part in node.generators for each in ast.walk(part.target)):
            raise Outside("a target")
        if any(part.is_async for part in node.generators):
            raise Outside("async")

        def parts():
            generators = []
            for part in node.generators:
                source = outer if part is first else self.expression(part.iter)
                generators.append(ast.comprehension(part.target, source, [self.expression(test) for test in part.ifs], 0))
            if isinstance(node, ast.DictComp):
                return [self.expression(node.key), self.expression(node.value), generators]
            return [self.expression(node.elt), generators]

        return self.inner(node, bound, parts)

    def inner(self, node, bound, parts):
        """A scope whose parts may be evaluated any number of times: no step may be among them."""
        if isinstance(node, ast.Lambda):
            given = node.args
            if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
                raise Outside("a lambda")
            self.orderless = False
        before, added = self.repeats, [name for name in bound if name not in self.computed]
        self.computed.update(added)
        self.repeats += 1
        try:
            found = parts()
        finally:
            self.repeats = before
            self.computed.difference_update(added)
        made = ast.Lambda(node.args, *found) if isinstance(node, ast.Lambda) else type(node)(*found)
        return ast.copy_location(made, node)

    def comparison(self, node):
        for operator, right in zip(node.ops, node.comparators):
            if isinstance(operator, (ast.Is, ast.IsNot)) and not (
                isinstance(right, ast.Constant) and (right.value is None or isinstance(right.value, bool))
            ):
                raise Outside("identity")

    def call(self, node):
        function = node.func
        if isinstance(function, ast.Name):
            known = function.id in FUNCTIONS and function.id not in self.computed
            if not known and not isinstance(self.modules.get(function.id), tuple):
                raise Outside("a call of " + function.id)
            if function.id not in ORDERLESS or function.id == "sorted" and node.keywords:
                self.orderless = False
            function = self.name(function)
        elif isinstance(function, ast.Attribute):
            function = self.attribute(function, METHODS)
        else:
            raise Outside("a call")
        arguments = [self.expression(each) for each in node.args]
        keywords = [ast.keyword(each.arg, self.expression(each.value)) for each in node.keywords]
        return ast.copy_location(ast.Call(function, arguments, keywords), node)

    def attribute(self, node, allowed):
        base = node.value
        self.orderless = False
        if isinstance(base, ast.Name) and base.id in self.modules and base.id not in self.computed:
            if node.attr not in LIBRARY.get(self.modules[base.id], ()):
                raise Outside("a library's " + node.attr)
        elif node.attr not in allowed:
            raise Outside("the attribute " + node.attr)
        return ast.copy_location(ast.Attribute(self.expression(base), node.attr, ast.Load()), node)

    def name(self, node):
        if node.id in self.computed or node.id in self.constants:
            if node.id in self.shared:
                raise Outside("an argument that is read again")
            self.compared.add(node.id)
            return node
        if node.id in self.modules:
            found = self.modules[node.id]
            if found not in LIBRARY and not isinstance(found, tuple):
                raise Outside("a library's name")
            return node
        if node.id in FUNCTIONS or node.id in TYPES:
            self.names.add(node.id)
            return node
        raise Outside("the name " + node.id)

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
        bound = name in self.computed or name in self.constants or name in self.modules
        return name in self.entry or not bound and not hasattr(builtins, name)

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
            statement = self.constants[node.id]
            if not _is_immutable(statement.value):
                if node.id in self.shared or node.id in self.compared:
                    raise Outside("an argument that is read again")
                self.shared.add(node.id)
            text = self.text(statement)
            if text not in self.setup:
                self.setup.append(text)
        elif not self.is_programs(node.id) and node.id not in self.modules and not hasattr(builtins, node.id):
            raise Outside("the name " + node.id)
        elif self.is_programs(node.id) and node.id not in self.entry:
            self.weak = True


def _compares_literals(node):
    compared = node.test if isinstance(node, ast.Assert) else None
    if not isinstance(compared, ast.Compare) or not all(isinstance(each, (ast.Eq, ast.NotEq)) for each in compared.ops):
        return False
    others = [each for each in (compared.left, *compared.comparators) if not isinstance(each, ast.Name)]
    return len(others) == 1 and not any(isinstance(each, (ast.Name, ast.Call)) for each in walk(others[0]))


def _is_immutable(node):
    try:
        return isinstance(ast.literal_eval(node), (str, bytes, int, float, complex, type(None)))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
