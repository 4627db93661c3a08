"""What judges in a process that a program shares, by identity: taken before the program, looked at after it.

A closed list of functions and classes. A change is a failed cell; a test that patches one of them and puts it back, as
``unittest.mock`` does, changes nothing. See docs/sandbox.md for what this does not catch.
"""

import builtins
import os
import sys
import types

BUILTINS = (
    "__build_class__ __import__ abs all any bool callable dict divmod enumerate filter float frozenset getattr hasattr hash"
    " id int isinstance issubclass iter len list map max min next object ord pow range repr reversed round set sorted str"
    " sum super tuple type zip eval exec compile vars AssertionError BaseException Exception StopIteration"
).split()
CLASSES = {
    "unittest.case": "TestCase _Outcome _AssertRaisesContext _AssertRaisesBaseContext _AssertWarnsContext",
    "unittest.suite": "TestSuite BaseTestSuite", "unittest.result": "TestResult", "unittest.loader": "TestLoader",
    "unittest._log": "_AssertLogsContext", "unittest.mock": "NonCallableMock CallableMixin _patch _Call _CallList",
    "_pytest.python_api": "RaisesContext ApproxBase", "_pytest.raises": "RaisesExc", "_pytest.recwarn": "WarningsChecker",
    "_pytest.python": "Function PyobjMixin Module", "_pytest.nodes": "Item Node", "_pytest.main": "Session",
    "_pytest.runner": "CallInfo SetupState", "_pytest.reports": "TestReport", "_pytest.unittest": "TestCaseFunction",
    "pluggy._hooks": "HookCaller _HookCaller", "pluggy._manager": "PluginManager", "pluggy._result": "Result",
    "collections": "Counter",
}
MODULES = (
    "unittest unittest.case unittest.suite unittest.result unittest.loader unittest.mock pytest _pytest.python_api _pytest.raises"
    " _pytest.python _pytest.runner _pytest.reports _pytest.skipping _pytest.unittest pluggy._callers pluggy._manager"
    " math re numpy.testing numpy.testing._private.utils pandas._testing pandas._testing.asserters torch.testing"
    " torch.testing._comparison"
).split()
#: Packages that hold some of these.
PACKAGES = ("numpy", "pandas", "torch")
KINDS = (
    types.FunctionType, types.BuiltinFunctionType, type, staticmethod, classmethod, property, types.WrapperDescriptorType,
    types.MethodDescriptorType, types.GetSetDescriptorType,
)
_dict = type.__dict__["__dict__"].__get__


class Seals:
    """The list as it was when this was made."""

    def __init__(self):
        if "unittest.case" in sys.modules:
            # unittest lets a test that raises this pass; it means it for failed subtests only.
            sys.modules["unittest.case"]._ShouldStop = ()
        self.modules = [(name, sys.modules[name]) for name in (*MODULES, *PACKAGES) if name in sys.modules]
        owners = [module for name, module in self.modules if name not in PACKAGES]
        for module, names in CLASSES.items():
            found = [getattr(sys.modules.get(module), name, None) for name in names.split()]
            owners += [kind for kind in found if isinstance(kind, type)]
        self.owners = [(owner, _members(owner)) for owner in owners]
        self.builtins = [(name, getattr(builtins, name)) for name in BUILTINS]
        self.folder = os.getcwd() + os.sep

    def broken(self):
        """Name of what was replaced, or added to a class, since; None where nothing was."""
        own = vars(builtins)
        for name, value in self.builtins:
            if own.get(name) is not value:
                return "builtins." + name
        if sys.modules.get("builtins") is not builtins:
            return "builtins"
        for name, module in self.modules:
            if sys.modules.get(name) is not module:
                return name
        for owner, members in self.owners:
            now = _members(owner)
            for name, parts in members.items():
                found = now.get(name)
                if found is None or any(new is not old for new, old in zip(found, parts)):
                    return "%s.%s" % (owner.__name__, name)
            # Tests give TestCase assertions of their own.
            added = [name for name in now if name not in members and not name.startswith("assert")]
            if isinstance(owner, type) and added:
                return "%s.%s" % (owner.__name__, added[0])
        return None

    def is_made(self, name):
        """Whether a module came since that no installed file is the origin of."""
        origin = getattr(getattr(sys.modules.get(name), "__spec__", None), "origin", None)
        appeared = sys.modules.get(name) is not None and name not in dict(self.modules)
        return appeared and (type(origin) is not str or origin.startswith(self.folder))


def _members(owner):
    found = _dict(owner) if isinstance(owner, type) else vars(owner)
    return {name: (value, *_parts(value)) for name, value in dict(found).items() if isinstance(value, KINDS)}


def _parts(value):
    function = value.__func__ if type(value) in (staticmethod, classmethod) else value
    if type(function) is not types.FunctionType:
        return None, None, None
    return function.__code__, function.__defaults__, function.__kwdefaults__


def traced():
    """Whether code follows every line that runs, and so could jump over an assertion."""
    return sys.gettrace() is not None or sys.getprofile() is not None
