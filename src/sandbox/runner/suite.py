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
from typing import NamedTuple, Optional, Union

from calls import chosen, forget_texts, read_expected, read_inputs
from cell import ALIASES, imported_names, redirects_imports
from whitelist import Comparison, Outside, constant_calls, read_assertion

# A zygote loads these once for all programs and tests that use them.
DEAR = frozenset(
    "numpy pandas scipy sklearn torch matplotlib seaborn sympy networkx statsmodels pytest unittest asyncio dataclasses datetime"
    " decimal enum fractions random statistics".split()
)
LONGEST_SOURCE = 2_000_000


class Test(NamedTuple):
    """One test; what is set depends on ``kind``."""

    kind: str
    #: Of ``broken``: why.
    problem: Optional[str] = None
    #: Number of the plan: of ``value`` and ``calls`` tests, and of constant calls of others, for their outputs.
    plan: Optional[int] = None
    steps: tuple = ()
    imports: tuple = ()
    #: Of ``value``.
    comparison: Optional[Comparison] = None
    #: Of ``value`` and ``together``; the method is the one to run.
    form: Optional[str] = None
    source: Union[str, bytes, None] = None
    method: Optional[str] = None
    #: Of ``stdio``, with a text, and ``calls``, with answers.
    expected: Union[str, list, None] = None
    #: Of ``stdio``: whether numbers that are written differently are the same.
    stdin: Optional[str] = None
    by_value: bool = False
    #: Of ``calls``.
    inputs: Optional[str] = None
    only: Union[int, list, None] = None
    rule: Optional[dict] = None


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
            by_value = body.get("comparison") == "decimals"
            return Test("stdio", stdin=body["stdin"], expected=body["expectedStdout"], by_value=by_value)
        if kind == "calls":
            return self.read_calls(body)
        if kind == "in-process":
            own = ("unittest", "unittest.mock") if body["form"] == "unittest" else ()
            imports = _imports_of(body["module"]) + own
            return Test("together", form=body["form"], source=body["module"], imports=imports)
        return self.read_code(body)

    def read_code(self, body):
        form = body["kind"]
        source = (body["code"] if form == "assertion" else body["module"]).lstrip("\ufeff")
        try:
            tree = _parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
            return Test("broken", problem="%s: %s" % (type(problem).__name__, str(problem)[:300]))
        test = Test("together", form=form, source=source, method=body.get("method"), imports=_imports_of(source))
        if form != "assertion":
            return test
        try:
            found = read_assertion(tree, source, self.entry_point)
            plan = self.number(found.setup, found.steps, found.names, found.bound)
            return test._replace(kind="value", comparison=found, plan=plan, steps=found.steps)
        except (Outside, RecursionError, SyntaxError, ValueError):
            # For the output alone.
            steps = constant_calls(_parse(source), source, self.entry_point)
            return test._replace(steps=steps, plan=self.number("", steps) if steps and not self.official else None)

    def read_calls(self, body):
        inputs, rule, only = body["inputs"], body["comparison"], body.get("only")
        expected = read_expected(body.get("expected"), only)
        steps = tuple((body["target"], tuple(each)) for each in chosen(read_inputs(inputs), only))
        test = Test("calls", inputs=inputs, rule=rule, only=only, expected=expected, steps=steps, plan=self.number("", steps))
        if expected is None:
            return test
        return test._replace(form="calls", source=marshal.dumps((steps, expected, rule)))

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
    """Names of all modules that a test imports; the program's alone where it may give others to them."""
    names = dict.fromkeys(imported_names(source))
    return tuple(filter(ALIASES.__contains__, names) if redirects_imports(source) else names)


def _with_texts(body, texts):
    """The body with the texts that it names by number."""
    if type(body.get("inputs")) is not int:
        return body
    expected = body.get("expected")
    answers = expected and [{"form": each["form"], "text": texts[each["text"]]} for each in expected]
    return dict(body, inputs=texts[body["inputs"]], expected=answers)
