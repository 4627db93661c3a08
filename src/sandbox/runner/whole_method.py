"""One generated test beside the program in one process, for tests that look at what cannot leave it.

The program is the module ``candidate``, so that tests can patch what it imported; the test module has a namespace of its
own that starts with the program's names. Whatever a test asks for, it is run alone in a fresh process.
"""

import builtins
import random
import sys
import types

from whole_module import describe, make_result, require_same, state_of

PROGRAM, TESTS = "candidate", "candidate_test"


def run_method(program, test, report):
    """``test``: (method, module); the method is ``TestX.test_y``, a function's name, or empty: the module is the test."""
    import unittest

    code, setup = program
    method, source = test
    before = state_of(unittest)
    random.seed(0)
    names = load(PROGRAM, (setup, code), {})
    require_same(before, unittest)
    try:
        tests = load(TESTS, (source,), names)
        owner, _, name = method.rpartition(".")
        if not owner:
            if name:
                tests[name]()
            return 1, 0
        return run_case(unittest, tests[owner](name), report)
    except AssertionError as error:
        report.failed("fail", method, describe(error))
        return 1, 0
    finally:
        require_same(before, unittest)


def load(name, sources, names):
    """The namespace of a new module in which the sources ran."""
    module = sys.modules[name] = types.ModuleType(name)
    own = ("__name__", "__doc__", "__package__", "__loader__", "__spec__", "__builtins__")
    module.__dict__.update({key: value for key, value in names.items() if key not in own}, __builtins__=builtins)
    for text in sources:
        exec(compile(text.lstrip("\ufeff"), name + ".py", "exec", dont_inherit=True), module.__dict__)
    return module.__dict__


def run_case(unittest, case, report):
    result = make_result(unittest, report, may_skip=True)
    unittest.TestSuite([case]).run(result)
    if result.unexpectedSuccesses:
        report.failed("fail", case.id(), "unexpected success")
    return result.testsRun, len(result.skipped)
