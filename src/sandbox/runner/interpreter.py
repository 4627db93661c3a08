"""The judge's interpreter of tests: reads those within the grammar, and runs them without compiling anything.

``read_script`` and ``read_method`` give a ``Script``; ``run_script`` evaluates one with an oracle (see ``evaluator``),
and ``ask`` with the candidate of a conversation.
"""

import ast
import math

from actors import Instance, Module
from bounds import Aborted, Budget, OutOfGrammar, Raised
from evaluator import Machine
from grammar import KNOWN_MODULES, Bound, assigned, check, refuse
from naming import instance_method
from test_imports import imported, is_installed

CASES = ("unittest.TestCase", "TestCase")
#: Methods by which a class does more than its tests say.
SPECIAL_METHODS = frozenset(
    "tearDown setUpClass tearDownClass setup_method teardown_method setup_class teardown_class run debug addCleanup".split()
)


class Script:
    """A test within the grammar: its statements, and the method to call after them, where there is one."""

    __slots__ = ("body", "bound", "entry_point", "modules", "steps", "method", "methods", "asserts")

    def __init__(self, body, entry_point, bound=frozenset(), modules=None):
        self.body, self.entry_point, self.bound = body, entry_point, bound
        #: What each imported module is: one of ``grammar.KNOWN_MODULES``, or ``candidate``.
        self.modules = modules or {}
        #: Recorded calls by the ``id`` of their nodes, in a planned test.
        self.steps = {}
        self.method, self.methods, self.asserts = None, {}, False


def read_script(tree, entry_point):
    """The ``Script`` of a module's tree; raises ``OutOfGrammar``."""
    return _script(tree.body, entry_point)


def _script(body, entry_point, more=()):
    nodes = [node for statement in body for node in ast.walk(statement)]
    bound = assigned(body)
    names = bound | {entry_point} | {
        name
        for node in nodes
        if isinstance(node, (ast.FunctionDef, ast.Lambda, ast.comprehension))
        for name in _inner_names(node)
    }
    owners = assigned([node for node in body if isinstance(node, ast.Import)])
    check(nodes, _bound(names, owners))
    for node in body:
        _refuse_inner_imports(node)
    for method in more:
        inner = list(ast.walk(method))
        check(inner, _bound(names | {name for node in inner for name in _inner_names(node)}, owners))
        _refuse_inner_imports(method)
    return Script(body, entry_point, frozenset(bound), _modules(body))


def _bound(names, owners=()):
    bound = Bound(names)
    bound.owners = owners
    return bound


def _inner_names(node):
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        body = node.body if isinstance(node, ast.FunctionDef) else ()
        return assigned(body) | {argument.arg for argument in node.args.args}
    if isinstance(node, ast.comprehension):
        return assigned([node.target])
    return ()


def _refuse_inner_imports(statement):
    for node in ast.walk(statement):
        if node is not statement and isinstance(node, (ast.Import, ast.ImportFrom)):
            refuse(node, "an import within a statement")


def _modules(body):
    modules = {}
    for node in body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                modules[alias.name] = _module(node, alias.name)
        elif isinstance(node, ast.ImportFrom):
            name = "." * node.level + (node.module or "")
            modules[name] = "candidate" if node.level else _module(node, node.module)
    return modules


def _module(node, name):
    if name in KNOWN_MODULES:
        return name
    if name.partition(".")[0] in KNOWN_MODULES or is_installed(name):
        refuse(node, "the module %s" % name)
    return "candidate"


def read_method(tree, method, entry_point):
    """The ``Script`` of one test of a module: ``TestX.test_y`` of a plain class, or a function's name."""
    body, classes = [], {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            _check_class(node)
            classes[node.name] = node
        elif not _is_main(node):
            body.append(node)
    owner, _, name = method.rpartition(".")
    kind = classes.get(owner)
    methods = {}
    if owner:
        if kind is None:
            raise OutOfGrammar("no class %s" % owner)
        methods = {node.name: node for node in kind.body if isinstance(node, ast.FunctionDef)}
        if SPECIAL_METHODS & set(methods) or not kind.bases and "setUp" in methods:
            raise OutOfGrammar("fixtures")
        used = _used_methods(methods, [name, "setUp"])
    elif not any(isinstance(node, ast.FunctionDef) and node.name == name for node in body):
        raise OutOfGrammar("no function %s" % name)
    # Tests that are not to run, and what only they need, is not looked at.
    body = [node for node in body if not (isinstance(node, ast.FunctionDef) and node.name.startswith("test") and node.name != name)]
    script = _script(body, entry_point, used if owner else ())
    if owner and name not in methods:
        raise OutOfGrammar("no method %s" % name)
    script.method, script.methods, script.asserts = name, methods, bool(owner and kind.bases)
    if not owner and _function_of(body, name).args.args:
        raise OutOfGrammar("a test with parameters")
    return script


def _function_of(body, name):
    return [node for node in body if isinstance(node, ast.FunctionDef) and node.name == name][-1]


def _used_methods(methods, waiting):
    """The methods that may run, from those named."""
    used, waiting = {}, list(waiting)
    while waiting:
        name = waiting.pop()
        if name in methods and name not in used:
            used[name] = methods[name]
            waiting += [node.attr for node in ast.walk(methods[name]) if isinstance(node, ast.Attribute)]
    return list(used.values())


def _check_class(node):
    """A class that does nothing when it is made."""
    bases = [_dotted(base) for base in node.bases]
    if node.decorator_list or node.keywords or not (bases in ([], ["object"]) or len(bases) == 1 and bases[0] in CASES):
        refuse(node, "a class")
    if bases == ["object"]:
        node.bases = []
    for inner in node.body:
        if _is_main(inner):
            continue
        is_text = isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant)
        if isinstance(inner, ast.FunctionDef):
            if inner.decorator_list or inner.args.defaults or inner.args.kw_defaults or _annotations(inner):
                refuse(inner, "a method")
        elif not is_text and not isinstance(inner, ast.Pass):
            refuse(inner, "a class")


def _annotations(node):
    """Annotations of methods are evaluated when the class is made; constants and names of types do nothing."""
    found = [argument.annotation for argument in node.args.args if argument.annotation] + ([node.returns] if node.returns else [])
    return [inner for inner in found if not isinstance(inner, (ast.Constant, ast.Name))]


def _dotted(node):
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return "%s.%s" % (node.value.id, node.attr)
    return node.id if isinstance(node, ast.Name) else "?"


def _is_main(node):
    """``if __name__ == "__main__": ...``, which a test module is not."""
    return (
        isinstance(node, ast.If)
        and not node.orelse
        and isinstance(node.test, ast.Compare)
        and len(node.test.ops) == 1
        and isinstance(node.test.ops[0], ast.Eq)
        and isinstance(node.test.left, ast.Name)
        and node.test.left.id == "__name__"
        and isinstance(node.test.comparators[0], ast.Constant)
        and node.test.comparators[0].value == "__main__"
    )


def without_steps(script):
    """The same test for a conversation, in which no call is recorded."""
    if not script.steps:
        return script
    return Script(script.body, script.entry_point, script.bound, script.modules)


def run_script(script, oracle, budget=None):
    """Evaluates a test; returns whether the program's own word took part in it.

    Raises what the test raised: its own exceptions, the candidate's, ``OutOfGrammar``, and what ends a conversation.
    """
    machine = Machine(script, oracle, budget or Budget())
    try:
        try:
            machine.run(script.body, machine.top)
            if script.method is not None:
                run_method(machine, script)
        except Raised as raised:
            raise TestFailed(raised.error, machine.weak)
        except Aborted as aborted:
            raise TestFailed(aborted.error, machine.weak)
    except RecursionError:
        raise OutOfGrammar("nested too deep")
    return machine.weak


class TestFailed(BaseException):
    """Carries what a test raised, and whether it is weak."""

    def __init__(self, error, weak):
        super().__init__(error)
        self.error, self.weak = error, weak


def run_method(machine, script):
    if not script.methods:
        machine.call(machine.top.values[script.method], (), {})
        return
    instance = Instance(script.methods, script.asserts)
    for name in ("setUp", script.method):
        if name in script.methods:
            machine.call(instance_method(machine, instance, name), (), {})


def evaluate_constant(node, budget):
    """The value of an expression that names nothing but built-ins; raises ``OutOfGrammar`` or the test's exception."""
    check(list(ast.walk(node)), _bound({name for inner in ast.walk(node) for name in _inner_names(inner)}))
    machine = Machine(Script((), None), NoOracle(), budget)
    try:
        return machine.eval(node, machine.top)
    except (Raised, RecursionError):
        raise OutOfGrammar("no constant")


class NoOracle:
    """Where there is no candidate to ask."""

    def call(self, name, arguments, keywords):
        raise OutOfGrammar("a call of %s" % name)

    def name(self, name):
        raise OutOfGrammar("the name %s" % name)


class Asking:
    """The oracle of a conversation."""

    def __init__(self, talk, budget):
        self.talk, self.budget = talk, budget

    def call(self, name, arguments, keywords):
        for value in list(arguments) + list(keywords.values()):
            check_sendable(value, self.budget)
        return self.received(self.talk.call(name, arguments, keywords))

    def name(self, name):
        value = self.talk.name(name)
        return Module("math") if value is math else self.received(value)

    def received(self, value):
        measure(value, self.budget)
        return value


def check_sendable(value, budget):
    from equality import weigh

    weigh(value, budget)


def measure(value, budget):
    """Charges what an answer holds, shared parts once."""
    waiting, seen = [value], set()
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if kind is str or kind is bytes:
            budget.charge(len(value))
        elif kind is int:
            budget.charge(value.bit_length() >> 3)
        elif kind in (list, tuple, set, frozenset, dict):
            if id(value) not in seen:
                seen.add(id(value))
                budget.charge(8 * len(value))
                waiting += list(value.keys()) + list(value.values()) if kind is dict else value


def ask(test, talk, budget=None):
    """The ``Cell`` of an ``asked`` test in a conversation (a ``remote.Talk``); None where it leaves the grammar."""
    from remote import NeedsBeside
    from verdict import PASS, Cell, failure_cell

    budget = budget or Budget()
    try:
        try:
            talk.load()
        except Exception as error:
            raise TestFailed(error, False)
        cell = Cell(PASS, None, None, run_script(without_steps(test.script), Asking(talk, budget), budget))
    except TestFailed as failed:
        cell = failure_cell(failed.error)
        cell.weak = failed.weak
    except (OutOfGrammar, NeedsBeside):
        return None
    except Exception:
        # A mistake of the interpreter's own is not a verdict.
        return None
    except BaseException as error:
        cell = failure_cell(error)
        if cell.verdict == "beside":
            return None
    cell.output = "; ".join(talk.outputs) if talk.outputs else None
    # A test that puts something in place of the program's function may ask its own.
    cell.weak = cell.weak or talk.weak or _replaces_entry_point(test.script)
    return cell


def _replaces_entry_point(script):
    return script.entry_point in assigned([node for node in script.body if not isinstance(node, (ast.Import, ast.ImportFrom))])
