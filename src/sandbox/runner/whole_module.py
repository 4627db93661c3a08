"""A program and its official test module in one process, as the authors of some benchmarks measure.

Tests that look at data frames, figures and mocks of what the program calls cannot be asked across a process boundary.
Here they run beside the program, and the verdict is only as good as that: see docs/sandbox.md. What is kept out of the
program's reach as far as Python allows: every failure is told to the judge the moment it happens and cannot be taken
back; success is told once, at the end, with a number that was in no variable while the program ran; and a changed
``unittest`` is an error.

Frames to the judge, encoded tuples: ``("failed", verdict, where, text)``, and at the end ``("done", key, tests run,
tests skipped)``. Anything else, or an end without ``done``, is not a pass.
"""

import builtins
import importlib
import os
import random
import sys
import types

import machinery
from codec import decode, encode, type_name

FAIL, ERROR, MEMORY = "fail", "error", "out-of-memory"

#: The module's name in the authors' own harness of BigCodeBench.
MODULE_NAME = "__test__"
TEXT_LENGTH = 500


class Tampered(Exception):
    """The program changed what judges it."""


def run_whole(program, channel):
    """Serves one place, ``split`` or ``shared``, and one request, ``(form, source, key, seconds, given)``; never returns.

    See ``InProcessTest`` in src/core/program.ts for the forms; ``given`` are the imports of the task's own code, of which
    ``split_names`` makes use.
    """
    if decode(channel.receive()) == "split":
        run_split(program, channel, THIS_MODULE)
    form, source, key, _, _ = decode(channel.receive())
    keep = hide(key)
    del key
    report = Report(channel)
    try:
        count = FORMS[form](program, source, report)
    except MemoryError:
        report.failed(MEMORY, "", "the program ran out of memory")
    except BaseException as error:
        report.failed(ERROR, "", describe(error))
    else:
        channel.send(encode(("done", keep()) + count))
    os._exit(0)


def hide(key):
    """Keeps a value in the kernel, in no variable: a function that gives it once."""
    reader, writer = os.pipe()
    os.write(writer, key)
    os.close(writer)
    size, read = len(key), os.read
    return lambda: read(reader, size)


def describe(error):
    """Type and message of an exception, whatever its own methods do."""
    try:
        text = str(error)
    except BaseException:
        text = ""
    return (type_name(type(error)) + (": " + text if type(text) is str and text else ""))[:TEXT_LENGTH]


class Report:
    """Tells the judge at once, so that what failed stays failed."""

    def __init__(self, channel):
        self.channel = channel

    def failed(self, verdict, where, text):
        self.channel.send(encode(("failed", verdict, where, text)))


def run_unittest(program, source, report):
    """The program, then the test module in the same namespace, then all tests of the module's ``TestCase`` classes."""
    import unittest

    code, setup = program
    before = state_of(unittest)
    module = new_module()
    namespace = module.__dict__
    random.seed(0)
    for text, name in ((setup, "<setup>"), (code, MODULE_NAME + ".py")):
        exec(compile(text.lstrip("\ufeff"), name, "exec", dont_inherit=True), namespace)
    require_same(before, unittest)
    exec(compile(source, MODULE_NAME + "_cases.py", "exec", dont_inherit=True), namespace)
    sys.modules[MODULE_NAME] = module
    # A skip that the tests themselves don't ask for comes from the program.
    result = make_result(unittest, report, may_skip="skiptest" in source.lower())
    loader = unittest.TestLoader()
    for kind in test_classes(unittest, source, namespace):
        loader.loadTestsFromTestCase(kind).run(result)
    require_same(before, unittest)
    return result.testsRun, len(result.skipped)


def new_module():
    """What the authors' harness gives a module: ``sys``, ``os`` and ``environ`` are there without an import."""
    module = types.ModuleType(MODULE_NAME)
    module.__dict__.update(
        __builtins__=builtins, __file__=MODULE_NAME + ".py", __package__=None, __doc__=None, sys=sys, os=os,
        environ=os.environ,
    )
    return module


def test_classes(unittest, source, namespace):
    """The ``TestCase`` classes that the test module itself defines, in its order."""
    import ast

    names = [node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    kinds = [namespace.get(name) for name in dict.fromkeys(names)]
    return [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, unittest.TestCase)]


def make_result(unittest, report, may_skip):
    class Result(unittest.TestResult):
        """Reports what fails, and keeps unittest's own count."""

        def addFailure(self, test, err):
            report.failed(FAIL, test.id(), describe(err[1]))
            super().addFailure(test, err)

        def addError(self, test, err):
            verdict = MEMORY if isinstance(err[1], MemoryError) else ERROR
            report.failed(verdict, test.id(), describe(err[1]))
            super().addError(test, err)

        def addSubTest(self, test, subtest, err):
            if err is not None:
                verdict = FAIL if issubclass(err[0], test.failureException) else ERROR
                report.failed(verdict, subtest.id(), describe(err[1]))
            super().addSubTest(test, subtest, err)

        def addSkip(self, test, reason):
            method = getattr(test, getattr(test, "_testMethodName", ""), None)
            decorated = any(getattr(owner, "__unittest_skip__", False) for owner in (type(test), method))
            if not may_skip and not decorated:
                report.failed(ERROR, test.id(), "the program skipped its own test: %s" % reason)
            super().addSkip(test, reason)

    return Result()


def state_of(unittest):
    """What decides in this process, as it is before the program is there."""
    importlib.import_module("unittest.mock")
    return machinery.remember()


def require_same(before, unittest):
    changed = machinery.first_change(before)
    if changed is not None:
        raise Tampered("the program changed %s" % changed)


def run_script(program, source, report):
    """The test module alone, with the program's text as ``solution``; it passes by coming to its end."""
    import unittest

    before = state_of(unittest)
    module = sys.modules[MODULE_NAME] = new_module()
    module.solution = program[0]
    random.seed(0)
    try:
        exec(compile(source, MODULE_NAME + ".py", "exec", dont_inherit=True), module.__dict__)
    except AssertionError as error:
        report.failed(FAIL, "", describe(error))
        return 1, 0
    require_same(before, unittest)
    return 1, 0


FORMS = {"unittest": run_unittest, "script": run_script}

# Loaded here, since nothing can be once a program is confined; they need what is above.
from whole_method import run_method  # noqa: E402
from whole_split import run_split  # noqa: E402

#: For ``whole_split``: the zygote takes the runner's modules out of sight.
THIS_MODULE = sys.modules[__name__]
FORMS["method"] = run_method
