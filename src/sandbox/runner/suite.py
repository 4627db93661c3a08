"""Reads the tests of a suite once and finds the lane of each.

* ``value``: an assertion in the value lane (``whitelist``): its calls are a plan, the rest is compared outside.
* ``calls``: many calls in one cell, compared by a benchmark's rule (``calls``).
* ``stdio``: a script with its input and expected output.
* ``together``: anything else, in one process with the program (``together``).
* ``broken``: not Python.

Tests whose calls are the same share a plan, and a program runs each plan once.
"""

import ast
import marshal
import warnings
from typing import NamedTuple

from calls import chosen, forget_texts, read_expected, read_inputs
from cell import imported_names, redirects_imports
from whitelist import Outside, constant_calls, read_assertion

# A zygote loads these once for all programs and tests that use them.
DEAR = frozenset(
    "numpy pandas scipy sklearn torch matplotlib seaborn sympy networkx statsmodels pytest unittest asyncio dataclasses datetime"
    " decimal enum fractions statistics".split()
)
LONGEST_SOURCE = 2_000_000


class Test:
    """One test; what is set depends on ``kind``."""

    def __init__(self, kind):
        self.kind, self.problem = kind, None
        #: Number of the plan: of ``value`` and ``calls`` tests, and of constant calls of others, for their outputs.
        self.plan = None
        self.steps, self.imports = (), ()
        #: Of ``value``: the ``whitelist.Comparison``.
        self.comparison = None
        #: Of ``value`` and ``together``: form, source, and the method to run.
        self.form = self.source = self.method = None
        #: Of ``stdio``: whether numbers that are written differently are the same.
        self.stdin = self.expected = self.by_value = None
        #: Of ``calls``.
        self.inputs = self.only = self.rule = None


class Plan(NamedTuple):
    """Calls that a program answers, as text and as ``cell`` reads them; small ones come first in their order."""

    size: int
    text: bytes
    data: bytes


class Suite:
    """The tests, and the distinct plans of all that have one."""

    def __init__(self, definition):
        self.entry_point = definition.get("entryPoint")
        #: Whether the tests are a benchmark's own, which no model wrote.
        self.official = bool(definition.get("official"))
        self.setup = definition.get("setup") or ""
        self.preload = tuple(definition.get("preload") or ())
        self.plans, self.numbers, self.memo = [], {}, {}
        texts = definition.get("texts") or []
        self.tests = [self.read(_with_texts(body, texts)) for body in definition["tests"]]
        forget_texts()
        #: Packages that tests import.
        self.tops = {name.partition(".")[0] for test in self.tests for name in test.imports}

    def read(self, body):
        kind = body["kind"]
        if kind == "stdio":
            test = Test("stdio")
            test.stdin, test.expected = body["stdin"], body["expectedStdout"]
            test.by_value = body.get("comparison") == "decimals"
            return test
        if kind == "calls":
            return self.read_calls(body)
        if kind == "in-process":
            test = Test("together")
            test.form, test.source = body["form"], body["module"]
            test.imports = _imports_of(test.source)
            if test.form == "unittest":
                test.imports += ("unittest", "unittest.mock")
            return test
        return self.read_code(body)

    def read_code(self, body):
        test = Test("together")
        test.form = body["kind"]
        test.source = (body["code"] if test.form == "assertion" else body["module"]).lstrip("\ufeff")
        test.method = body.get("method")
        try:
            tree = _parse(test.source)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
            test.kind, test.problem = "broken", "%s: %s" % (type(problem).__name__, str(problem)[:300])
            return test
        test.imports = _imports_of(test.source)
        try:
            if test.form != "assertion":
                raise Outside("a module")
            test.comparison = found = read_assertion(tree, test.source, self.entry_point)
            test.plan = self.number(found.setup, found.steps, found.names, found.bound)
            test.kind, test.steps = "value", found.steps
        except (Outside, RecursionError, SyntaxError, ValueError):
            # For the output alone.
            test.steps = constant_calls(_parse(test.source), test.source, self.entry_point) if test.form == "assertion" else ()
            if test.steps and not self.official:
                test.plan = self.number("", test.steps)
        return test

    def read_calls(self, body):
        test = Test("calls")
        test.inputs, test.rule, test.only = body["inputs"], body["comparison"], body.get("only")
        test.expected = read_expected(body.get("expected"), test.only)
        test.steps = tuple((body["target"], tuple(each)) for each in chosen(read_inputs(test.inputs), test.only))
        test.plan = self.number("", test.steps)
        if test.expected is not None:
            test.form, test.source = "calls", marshal.dumps((test.steps, test.expected, test.rule))
        return test

    def number(self, setup, steps, names=(), bound=()):
        # Values of JSON, and texts: nothing that marshal cannot say.
        text = marshal.dumps((setup, steps, names, bound))
        if text not in self.numbers:
            if setup:
                setup = compile(setup, "<test>", "exec", dont_inherit=True)
            if type(steps[0] if steps else None) is str:
                steps = tuple(compile("(%s\n)" % step, "<call>", "eval", dont_inherit=True) for step in steps)
            self.plans.append(Plan(len(text), text, marshal.dumps((setup, steps, names, bound))))
            self.numbers[text] = len(self.plans) - 1
        return self.numbers[text]


def _parse(source):
    if len(source) > LONGEST_SOURCE:
        raise ValueError("a test of %d characters" % len(source))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def _imports_of(source):
    """Names of all modules that a test imports, unless it may give them to others."""
    return () if redirects_imports(source) else tuple(dict.fromkeys(imported_names(source)))


def _with_texts(body, texts):
    """The body with the texts that it names by number."""
    if type(body.get("inputs")) is not int:
        return body
    expected = body.get("expected")
    answers = expected and [{"form": each["form"], "text": texts[each["text"]]} for each in expected]
    return dict(body, inputs=texts[body["inputs"]], expected=answers)
