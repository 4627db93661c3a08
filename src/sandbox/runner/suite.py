"""Reads the tests of a suite once and finds the cheapest sound way to run each of them.

* ``planned``: every call of the candidate has constant arguments and the rest is in the grammar. The calls become a
  *plan* that all tests with the same calls share; the judge interprets the test on the recorded outcomes.
* ``asked``: in the grammar, but the test computes its arguments: the judge interprets it and asks a candidate.
* ``beside``: anything else (other imports, classes): it runs in a process of its own, with proxies.
* ``stdio``: a script with its input and expected output.
* ``calls``: many calls in one cell, judged by a benchmark's rule (see ``calls``).
* ``whole``: an official test module that must run in the program's own process (see ``whole_module``).
* ``broken``: not Python, or too long.
"""

import ast
import marshal

from bounds import OutOfGrammar
from calls import chosen, forget_texts, read_expected, read_inputs
from interpreter import read_method, read_script
from planning import bound_names, free_names, plan_test
from reading import NotPython, read_tree
from test_imports import imported

# What of an expression is evaluated first.
FIRST_OF = {
    ast.Compare: "left",
    ast.BoolOp: "values",
    ast.UnaryOp: "operand",
    ast.BinOp: "left",
    ast.Call: "func",
    ast.Attribute: "value",
    ast.Subscript: "value",
}
# Names by which code finds others without naming them.
REACHING = ("eval", "exec", "globals", "locals", "vars", "__import__")


class Test:
    """One test; what is set depends on ``kind``."""

    def __init__(self, kind):
        self.kind = kind
        self.problem = None
        #: Of ``planned`` and ``asked`` tests: what the judge interprets.
        self.script = None
        #: Text of what follows the planned assertions and concerns no candidate; its own verdict, once known.
        self.tail = self.tail_cell = None
        self.steps = ()
        self.entry_point = None
        self.plan = None
        #: A planned test of the name that this one looks up first, where only the program could define it: without the
        #: name there is nothing to run.
        self.lead = None
        #: Set where the test is no more than a comparison of one answer with a constant.
        self.comparison = None
        #: What a process beside the program needs, of every test made of code: its text, names that only the program
        #: could define, modules that it imports, and the method to run.
        self.source = None
        self.free = ()
        self.imports = ()
        self.method = None
        #: Of a ``stdio`` test: whether numbers that are written differently are the same.
        self.stdin = self.expected = self.by_value = None
        #: Of a ``calls`` test, as in ``calls``.
        self.inputs = self.only = None
        self.form = None
        #: Of an official module: the task's own code, whose imports it may use.
        self.given = ""


class Suite:
    """The tests, and the distinct plans of the planned ones."""

    def __init__(self, definition):
        self.entry_point = definition.get("entryPoint")
        #: Whether the tests are a benchmark's own, which no model wrote.
        self.official = bool(definition.get("official"))
        self.setup = definition.get("setup") or ""
        self.preload = tuple(definition.get("preload") or ())
        self.plans, numbers = [], {}
        self.tests = []
        self.memo = {}
        texts = definition.get("texts") or []
        for body in definition["tests"]:
            test = read_test(_with_texts(body, texts), self.entry_point)
            if self.official:
                # Every cell of these has a process of its own.
                test.lead = None
            for planned in (test, test.lead):
                if planned is not None and planned.plan is not None:
                    planned.plan = self._number(planned.plan, numbers)
            self.tests.append(test)
        forget_texts()


    def _number(self, plan, numbers):
        if plan not in numbers:
            numbers[plan] = len(self.plans)
            self.plans.append(plan)
        return numbers[plan]


def _with_texts(body, texts):
    """The body with the texts that it names by number."""
    if type(body.get("inputs")) is not int:
        return body
    expected = body.get("expected")
    answers = expected and [{"form": each["form"], "text": texts[each["text"]]} for each in expected]
    return dict(body, inputs=texts[body["inputs"]], expected=answers)


def read_test(body, entry_point):
    kind = body["kind"]
    if kind == "stdio":
        test = Test("stdio")
        test.stdin, test.expected = body["stdin"], body["expectedStdout"]
        test.by_value = body.get("comparison") == "decimals"
        return test
    if kind == "calls":
        return read_calls(body)
    if kind == "in-process":
        test = Test("whole")
        test.form, test.source, test.given = body["form"], body["module"], body.get("given") or ""
        if test.form == "method":
            test.source = (body["method"], body["module"])
        return test
    source = (body["code"] if kind == "assertion" else body["module"]).lstrip("\ufeff")
    try:
        tree = read_tree(source)
    except NotPython as problem:
        test = Test("broken")
        test.problem = str(problem)
        return test
    if kind == "assertion":
        test = _assertion(tree, entry_point, source)
    else:
        test = _method(tree, body.get("method"), entry_point)
    nodes = list(ast.walk(tree))
    test.source, test.entry_point = source, entry_point
    test.method = body.get("method") if kind == "method" else None
    test.imports = tuple(imported(nodes))
    test.free = tuple(sorted(free_names(nodes, bound_names(nodes)) - {entry_point}))
    return test


def _assertion(tree, entry_point, source):
    bound = bound_names(ast.walk(tree))
    found = _planned_test(plan_test(tree, bound, entry_point, source)) or _with_tail(tree, entry_point, source)
    if found is not None:
        return found
    try:
        test = Test("asked")
        test.script = read_script(tree, entry_point)
    except OutOfGrammar:
        test = Test("beside")
    test.lead = _lead(tree, bound, entry_point)
    return test


def _lead(tree, bound, entry_point):
    """A planned test of the name that a test looks up before anything else, where only the program could define it."""
    first = tree.body[0] if tree.body else None
    node = getattr(first, "test", None) if isinstance(first, ast.Assert) else getattr(first, "value", None)
    while type(node) in FIRST_OF:
        inner = getattr(node, FIRST_OF[type(node)])
        node = inner[0] if isinstance(inner, list) else inner
    if not isinstance(node, ast.Name) or node.id == entry_point or node.id not in free_names([node], bound):
        return None
    asked = ast.parse("assert " + node.id)
    return _planned_test(plan_test(asked, bound, entry_point, "assert " + node.id))


def _method(tree, method, entry_point):
    """Tests of a module, where the module is in the grammar as far as the one method needs it."""
    try:
        test = Test("asked")
        test.script = read_method(tree, method or "", entry_point)
        return test
    except OutOfGrammar:
        return Test("beside")


def read_calls(body):
    test = Test("calls")
    test.inputs, test.comparison = body["inputs"], body["comparison"]
    test.only = body.get("only")
    test.expected = read_expected(body.get("expected"), test.only)
    test.steps = [
        ("answer", body["target"], tuple(arguments)) for arguments in chosen(read_inputs(test.inputs), test.only)
    ]
    # Values of JSON and their likes: nothing that marshal cannot say.
    test.plan = b"m" + marshal.dumps(tuple(test.steps))
    return test


def _planned_test(planned):
    """A planned test; None where there is no plan."""
    if planned is None:
        return None
    test = Test("planned")
    test.steps, test.plan = planned.steps, planned.plan
    test.comparison, test.script = planned.comparison, planned.script
    return test


def _with_tail(tree, entry_point, source):
    """A planned test of the leading assertions, where the rest names nothing of a candidate's; else None."""
    count = 0
    while count < len(tree.body) and isinstance(tree.body[count], ast.Assert):
        count += 1
    if not count or count == len(tree.body):
        return None
    head, tail = ast.Module(tree.body[:count], []), ast.Module(tree.body[count:], [])
    rest = list(ast.walk(tail))
    names = {node.id for node in rest if isinstance(node, ast.Name)}
    if entry_point in names or free_names(rest, bound_names(rest)) or any(name in names for name in REACHING):
        return None
    text = _text_from(source, tree.body[count])
    test = _planned_test(plan_test(head, bound_names(ast.walk(head)), entry_point, source)) if text is not None else None
    if test is not None:
        test.tail = text
    return test


def _text_from(source, node):
    """The text from a statement on; None where it does not begin a line."""
    lines = source.splitlines(keepends=True)
    line = min([node.lineno] + [decorator.lineno for decorator in getattr(node, "decorator_list", ())]) - 1
    before = lines[line].encode("utf-8", "surrogatepass")[: node.col_offset]
    if before.strip() not in (b"", b"@"):
        return None
    return "\n" * line + "".join(lines[line:])
