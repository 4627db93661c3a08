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
CLASSES = (
    ("unittest.case", "TestCase"), ("unittest.suite", "TestSuite"), ("unittest.suite", "BaseTestSuite"),
    ("unittest.result", "TestResult"), ("unittest.loader", "TestLoader"), ("unittest.case", "_Outcome"),
    ("unittest.case", "_AssertRaisesContext"), ("unittest.case", "_AssertRaisesBaseContext"),
    ("unittest.mock", "NonCallableMock"), ("unittest.mock", "CallableMixin"), ("unittest.mock", "_patch"),
    ("_pytest.python_api", "RaisesContext"), ("_pytest.python_api", "ApproxBase"), ("_pytest.raises", "RaisesExc"),
    ("_pytest.python", "Function"), ("_pytest.python", "PyobjMixin"), ("_pytest.python", "Module"), ("_pytest.nodes", "Item"),
    ("_pytest.nodes", "Node"), ("_pytest.main", "Session"), ("_pytest.runner", "CallInfo"), ("_pytest.runner", "SetupState"),
    ("_pytest.reports", "TestReport"), ("_pytest.unittest", "TestCaseFunction"), ("pluggy._hooks", "HookCaller"),
    ("pluggy._hooks", "_HookCaller"), ("pluggy._manager", "PluginManager"), ("pluggy._result", "Result"),
)
MODULES = (
    "unittest unittest.case unittest.suite unittest.result unittest.loader unittest.mock pytest _pytest.python_api _pytest.raises"
    " _pytest.python _pytest.runner _pytest.reports _pytest.skipping _pytest.unittest pluggy._callers pluggy._manager"
    " math numpy.testing numpy.testing._private.utils pandas._testing pandas._testing.asserters torch.testing"
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
        for module, name in CLASSES:
            kind = getattr(sys.modules.get(module), name, None)
            if isinstance(kind, type):
                owners.append(kind)
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
            if isinstance(owner, type) and now.keys() - members.keys():
                return "%s.%s" % (owner.__name__, min(now.keys() - members.keys()))
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
