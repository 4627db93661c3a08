"""What judges in a process that a program shares: functions and classes by identity, before the program and after it."""

import builtins
import sys
import types

CLASSES = (
    ("unittest.case", "TestCase"), ("unittest.suite", "TestSuite"), ("unittest.suite", "BaseTestSuite"),
    ("unittest.result", "TestResult"), ("unittest.loader", "TestLoader"), ("unittest.case", "_Outcome"),
    ("unittest.case", "_AssertRaisesContext"), ("unittest.case", "_AssertRaisesBaseContext"),
    ("unittest.mock", "NonCallableMock"), ("unittest.mock", "CallableMixin"), ("unittest.mock", "_patch"),
    ("_pytest.python", "Function"), ("_pytest.python", "PyobjMixin"), ("_pytest.python", "Class"),
    ("_pytest.python", "Module"), ("_pytest.nodes", "Item"), ("_pytest.nodes", "Node"), ("_pytest.main", "Session"),
    ("_pytest.runner", "CallInfo"), ("_pytest.runner", "SetupState"), ("_pytest.reports", "TestReport"),
    ("_pytest.python_api", "RaisesContext"), ("_pytest.python_api", "ApproxBase"), ("_pytest.raises", "RaisesExc"),
    ("_pytest.unittest", "TestCaseFunction"), ("_pytest.config", "PytestPluginManager"),
    ("pluggy._hooks", "HookCaller"), ("pluggy._hooks", "_HookCaller"), ("pluggy._manager", "PluginManager"),
    ("pluggy._result", "_Result"), ("pluggy._result", "Result"),
)
MODULES = (
    "unittest unittest.case unittest.suite unittest.result unittest.loader _pytest.python _pytest.runner _pytest.python_api"
    " _pytest.reports _pytest.skipping _pytest.unittest _pytest.assertion.util _pytest.assertion.rewrite _pytest.raises"
    " pluggy._callers pluggy._manager numpy.testing numpy.testing._private.utils pandas._testing"
    " pandas._testing.asserters torch.testing torch.testing._comparison builtins"
).split()
KINDS = (
    types.FunctionType, types.BuiltinFunctionType, type, staticmethod, classmethod, property, types.WrapperDescriptorType,
    types.MethodDescriptorType, types.GetSetDescriptorType,
)


def remember():
    """The machinery as it is now, for ``first_change``. Packages that are not loaded have none."""
    owners = [sys.modules[name] for name in MODULES if name in sys.modules]
    for module, name in CLASSES:
        kind = getattr(sys.modules.get(module), name, None)
        if isinstance(kind, type):
            owners.append(kind)
    return [(owner, _members(owner)) for owner in owners]


def _members(owner):
    return {
        name: (value, *_parts(value))
        for name, value in dict(type.__getattribute__(owner, "__dict__") if isinstance(owner, type) else vars(owner)).items()
        if isinstance(value, KINDS)
    }


def _parts(value):
    function = value.__func__ if type(value) in (staticmethod, classmethod) else value
    if type(function) is not types.FunctionType:
        return None, None, None
    return function.__code__, function.__defaults__, function.__kwdefaults__


def first_change(before):
    """Name of what was replaced, or added to a class, since; None where nothing was."""
    for owner, members in before:
        now = _members(owner)
        for name, parts in members.items():
            found = now.get(name)
            if found is None or any(new is not old for new, old in zip(found, parts)):
                return "%s.%s" % (owner.__name__, name)
        if isinstance(owner, type):
            for name in now.keys() - members.keys():
                return "%s.%s" % (owner.__name__, name)
    return None


def holds(before):
    return first_change(before) is None and sys.modules.get("builtins") is builtins
