"""Runs one test of a ``unittest`` module (``TestX.test_y``), or one plain test function."""

import sys
import types
import unittest


class Recorded(unittest.TestResult):
    """Keeps the first exception, whatever kind unittest sorts it into."""

    def __init__(self):
        super().__init__()
        self.first = None

    def keep(self, info):
        if self.first is None:
            self.first = info[1]

    def addError(self, test, err):
        self.keep(err)
        super().addError(test, err)

    def addFailure(self, test, err):
        self.keep(err)
        super().addFailure(test, err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.keep(err)
        super().addSubTest(test, subtest, err)


def run_method(code, method, namespace):
    """Raises what the test raised; a skipped test raises too, since it showed nothing."""
    module = types.ModuleType("candidate_test")
    module.__dict__.update(namespace)
    sys.modules["candidate_test"] = module
    exec(code, module.__dict__)
    owner, _, name = method.rpartition(".")
    if not owner:
        module.__dict__[name]()
        return
    kind = module.__dict__[owner]
    if not (isinstance(kind, type) and issubclass(kind, unittest.TestCase)):
        instance = kind()
        getattr(instance, "setup_method", lambda *_: None)(getattr(instance, name))
        getattr(instance, name)()
        return
    result = Recorded()
    unittest.TestSuite([kind(name)]).run(result)
    if result.first is not None:
        raise result.first
    if result.unexpectedSuccesses:
        raise AssertionError("unexpected success")
    if result.skipped:
        raise RuntimeError("skipped: %s" % result.skipped[0][1])
    if result.testsRun != 1:
        raise RuntimeError("the test did not run")
