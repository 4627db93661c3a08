"""The forms of tests that run together with their program: each loads it, and gives a function that runs the test.

A function of ``FORMS`` gets the loaded program and its texts; what it gives gets the test's source, its method and a reporter
with ``failed``, and gives how many tests ran and how many of them were skipped.
"""

import builtins
import os
import sys
import types

from calls import call_together
from cell import ALIASES, MODULE_NAME, compile_shown, message_of, start_anew
from codec import type_name

FAIL, ERROR, MEMORY = "fail", "error", "out-of-memory"
#: The module's name in the authors' own harness of BigCodeBench.
OFFICIAL_NAME = "__test__"
TEXT_LENGTH = 500


def describe(error):
    """Type and message of an exception, whatever its own methods do."""
    return ": ".join(filter(None, (type_name(type(error)), message_of(error))))[:TEXT_LENGTH]


def load_beside(loaded, program):
    """Assertions and methods: the test runs in the program's namespace, which is a module."""
    namespace = loaded.fresh()

    def run(source, method, report):
        module = sys.modules[MODULE_NAME]
        for name in ALIASES:
            sys.modules.setdefault(name, module)
        run_text(source, "<test>", namespace)
        if method:
            return run_method(namespace, source, method, report)
        return 1, 0

    return run


def run_text(source, name, namespace):
    """Runs a test's text with the interpreter's own built-ins, whatever the program put into its module."""
    namespace["__builtins__"] = builtins if namespace.get("__builtins__") is builtins else vars(builtins)
    exec(compile_shown(source, name), namespace)


def load_calls(loaded, program):
    """Calls of a benchmark's whose answers are no plain values."""
    namespace = loaded.fresh()

    def run(source, method, report):
        call_together(namespace, source)
        return 1, 0

    return run


def run_method(namespace, source, method, report):
    """One ``TestX.test_y`` of a ``unittest`` or a plain class, or one function."""
    owner, _, name = method.rpartition(".")
    if not owner:
        namespace[name]()
        return 1, 0
    kind = namespace[owner]
    unittest = sys.modules.get("unittest")
    if unittest is not None and isinstance(kind, type) and issubclass(kind, unittest.TestCase):
        return run_suites(unittest, [unittest.TestSuite([kind(name)])], report, source, False)
    instance = kind()
    test = getattr(instance, name)
    for fixture in ("setup_class", "setup_method", "setUp"):
        call_fixture(getattr(instance, fixture, None), test)
    try:
        test()
    finally:
        for fixture in ("tearDown", "teardown_method", "teardown_class"):
            call_fixture(getattr(instance, fixture, None), test)
    return 1, 0


def run_suites(unittest, suites, report, source, may_skip):
    """(tests run, tests skipped); raises what a reporter that does nothing any more did not tell."""
    tests, result = [test for suite in suites for test in suite], make_result(unittest, report, source, may_skip)
    methods = [getattr(type(test), test._testMethodName, None) for test in tests]
    for suite in suites:
        suite.run(result)
    own = [name for test in tests for name in vars(test) if name in vars(unittest.TestCase) and name.startswith("assert")]
    if own or methods != [getattr(type(test), test._testMethodName, None) for test in tests]:
        raise AssertionError("a test or its assertions were replaced")
    if not result.wasSuccessful():
        raise AssertionError("unexpected success" if result.unexpectedSuccesses else "a test failed")
    expected = len(result.expectedFailures) if "expectedFailure" in source else 0
    if result.successes + expected + len(result.skipped) < result.testsRun:
        raise AssertionError("a test ended without success")
    return result.testsRun, len(result.skipped)


def call_fixture(fixture, test):
    """A fixture with the test method as its argument, or without any, as pytest calls it."""
    if fixture is None:
        return
    import inspect

    takes = inspect.signature(fixture).parameters
    fixture(test) if takes else fixture()


def load_official(loaded, program):
    """BigCodeBench: the test module runs in the program's namespace, then all tests of its ``TestCase`` classes."""
    import unittest

    module = new_module()
    start_anew()
    for text, name in ((program[1], "<setup>"), (program[0], OFFICIAL_NAME + ".py")):
        exec(compile(text.lstrip("\ufeff"), name, "exec", dont_inherit=True), module.__dict__)

    def run(source, method, report):
        run_text(source, OFFICIAL_NAME + "_cases.py", module.__dict__)
        sys.modules[OFFICIAL_NAME] = module
        kinds = test_classes(unittest, source, module.__dict__)
        suites = list(map(unittest.TestLoader().loadTestsFromTestCase, kinds))
        return run_suites(unittest, suites, report, source, "skiptest" in source.lower())

    return run


def load_script(loaded, program):
    """DS-1000: the test module alone, with the program's text as ``solution``; it passes by coming to its end."""

    def run(source, method, report):
        module = sys.modules[OFFICIAL_NAME] = new_module()
        module.solution = program[0]
        start_anew()
        exec(compile(source, OFFICIAL_NAME + ".py", "exec", dont_inherit=True), module.__dict__)
        return 1, 0

    return run


FORMS = {
    "assertion": load_beside, "method": load_beside, "calls": load_calls,
    "unittest": load_official, "script": load_script,
}


def new_module():
    """What the authors' harness gives a module: ``sys``, ``os`` and ``environ`` are there without an import."""
    module = types.ModuleType(OFFICIAL_NAME)
    module.__dict__.update(
        __builtins__=builtins, __file__=OFFICIAL_NAME + ".py", __package__=None, __doc__=None, sys=sys, os=os,
        environ=os.environ,
    )
    return module


def test_classes(unittest, source, namespace):
    """The ``TestCase`` classes that the test module itself defines, in its order."""
    import ast

    names = [node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    kinds = [namespace.get(name) for name in dict.fromkeys(names)]
    return [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, unittest.TestCase)]


def make_result(unittest, report, source, may_skip):
    class Result(unittest.TestResult):
        """Reports what fails, and keeps unittest's own count."""

        successes = 0

        def addSuccess(self, test):
            # unittest calls it a success where the program says in mid-test that a failure was expected.
            self.successes += not getattr(test._outcome, "expectedFailure", None)

        def addFailure(self, test, err):
            report.failed(FAIL, test.id(), describe(err[1]))
            super().addFailure(test, err)

        def addError(self, test, err):
            report.failed(MEMORY if isinstance(err[1], MemoryError) else ERROR, test.id(), describe(err[1]))
            super().addError(test, err)

        def addSubTest(self, test, subtest, err):
            if err is not None:
                verdict = FAIL if issubclass(err[0], test.failureException) else ERROR
                report.failed(verdict, subtest.id(), describe(err[1]))
            super().addSubTest(test, subtest, err)

        def addSkip(self, test, reason):
            # A skip that the tests themselves don't ask for comes from the program.
            method = getattr(test, getattr(test, "_testMethodName", ""), None)
            decorated = any(getattr(owner, "__unittest_skip__", False) for owner in (type(test), method))
            if not may_skip and not (decorated and "skip" in source):
                report.failed(ERROR, test.id(), "the program skipped its own test: %s" % reason)
            super().addSkip(test, reason)

    return Result()
