"""The guards of a *guarded* program at run time: what its cells may change is what this very cell has made.

A ``Guard`` lives in a process that the cells of one program share. It knows the classes that the present cell has
defined. What a guard does not let pass ends the process (``leave``) before anything has happened, and the program gets a
process for every cell. Functions of the standard library that write to what they are given are wrapped likewise.
"""

import abc
import builtins
import copy
import dataclasses
import datetime
import decimal
import enum
import functools
import sys
import types
import typing

from permitted import IN_CLASSES, METHODS, SPECIAL, TABLE, is_special
from quick_classes import hasten
from rewriting import DICT, INSTANCE, MANAGER, OWN
from safety import PLAIN, listed_classes

real_type, real_build_class, real_hash, real_super = type, builtins.__build_class__, hash, super
#: Of which another's ``__eq__`` or ``__hash__`` could get into tables that all share: patterns, formats, fractions.
VALUES = (str, bytes, int, float, complex, tuple, frozenset, datetime.date, datetime.time, datetime.timedelta)
HASHED = frozenset([str, bytes, int, float, complex, bool])
#: Made by the interpreter or the standard library itself, for every class of their kind.
MADE = METHODS | IN_CLASSES | SPECIAL | frozenset(
    "__dict__ __weakref__ __new__ __abstractmethods__ __orig_bases__ __parameters__ __dataclass_fields__ __hash__"
    " __dataclass_params__ __setattr__ __delattr__ __members__ __reduce_ex__ __getnewargs__ __or__ __protocol_attrs__"
    " __non_callable_proto_members__ __subclasshook__ __replace__ __getstate__ __setstate__ __annotations_cache__".split()
)
# No cell may set a limit below this: it would depend on how deep the runner's own functions are.
LOWEST_LIMIT, HIGHEST_LIMIT = 200, 1 << 30


class Guard:
    """The guards of one program; ``leave()`` does not return."""

    def __init__(self, reader, leave, deeper=0):
        #: ``deeper``: frames of ours that are missing here, of those below a cell with a process of its own.
        self.reader, self.leave, self.deeper = reader, leave, deeper
        self.classes, self.namespace = set(), None
        self.limit = REAL["getrecursionlimit"]()
        self.builtins = dict(vars(builtins), **{
            OWN: self.make_own(), INSTANCE: self.instance, MANAGER: self.manager, DICT: self.dict,
            "__build_class__": self.build_class,
            "getattr": self.getattr, "setattr": self.setattr, "hash": self.hash, "type": self.type,
        })
        for name in ("exec", "eval", "compile", "open", "breakpoint"):
            del self.builtins[name]
        self.wrap_library()

    def begin(self, namespace):
        """A new cell, before its module is loaded."""
        self.namespace = namespace
        self.classes.clear()
        if REAL["getrecursionlimit"]() != self.limit:
            REAL["setrecursionlimit"](self.limit)
        decimal.setcontext(decimal.DefaultContext)
        # All fields without metadata hold this one, and what is compared with a proxy is handed the dict behind it.
        dataclasses._EMPTY_METADATA = types.MappingProxyType({})
        namespace["__builtins__"] = self.builtins

    def end(self, outcomes):
        """A guard takes a frame, so how deep a recursion came is for a process without guards to say."""
        if any(outcome[:1] == b"e" and b"RecursionError" in outcome for outcome in outcomes):
            self.leave()

    def make_own(self):
        classes, context = self.classes, decimal.Context

        def own(value):
            kind = real_type(value)
            if kind in classes or kind is context:
                return value
            if kind is types.FunctionType:
                if value.__globals__ is self.namespace:
                    return value
            elif kind in MAKERS:
                if value in classes or value in PLAIN:
                    return value
            elif kind is real_super and real_type(SELF.__get__(value)) in classes:
                # Of an object: of a class, methods would come unbound.
                return value
            self.leave()

        return own

    def instance(self, value):
        """An instance of a class of this cell; the class of a class is nobody's."""
        return value if real_type(value) in self.classes else self.leave()

    def dict(self, value):
        """``value.__dict__``, not of a class: compared with it, another object is handed the dict behind the proxy."""
        value = self.owned(value)
        return value.__dict__ if real_type(value) not in MAKERS else self.leave()

    def manager(self, value):
        """For ``with``: streams would be closed for all that follow."""
        kind = real_type(value)
        return value if kind in self.classes or kind is CONTEXT_MANAGER else self.leave()

    def owned(self, value):
        return self.builtins[OWN](value)

    # The built-ins.

    def build_class(self, function, name, *bases, **keywords):
        if "metaclass" in keywords or not all(map(self.may_be_base, bases)):
            self.leave()
        return self.take(real_build_class(function, name, *bases, **keywords))

    def may_be_base(self, base):
        kind = real_type(base)
        return id(base) in BASES or kind in ALIASES or kind in MAKERS and base in self.classes

    def take(self, made):
        """A class of this cell, once it is seen to have no ancestor and no hook that the lists lack."""
        if real_type(made) not in MAKERS or not all(kind in self.classes or kind in ANCESTORS for kind in made.__mro__[1:]):
            self.leave()
        self.classes.add(made)
        special = [key for kind in made.__mro__ if kind in self.classes for key in vars(kind) if is_special(key)]
        if not MADE.issuperset(special):
            self.leave()
        if issubclass(made, VALUES):
            for kind in self.classes.intersection(made.__mro__):
                if vars(kind).get("__eq__") is not None or vars(kind).get("__hash__") is not None:
                    self.leave()
        return made

    def may_ask(self, name):
        reader = self.reader
        if real_type(name) is not str or not reader.may_have(name):
            self.leave()
        for module in reader.held:
            if name not in TABLE[module] and hasattr(sys.modules.get(module), name):
                self.leave()
        return name

    def getattr(self, value, name, *default):
        if len(default) > 1:
            self.leave()
        return getattr(value, self.may_ask(name), *default)

    def setattr(self, value, name, new):
        setattr(self.owned(value), self.may_ask(name), new)

    def hash(self, value):
        """Not of an object that is hashed by its address."""
        return real_hash(value) if self.is_hashed(value) else self.leave()

    def is_hashed(self, value):
        kind = real_type(value)
        if kind in HASHED:
            return True
        if kind is tuple or kind is frozenset:
            return all(map(self.is_hashed, value))
        return kind in self.classes and kind.__hash__ is not object.__hash__

    def type(self, value):
        """Not the class of a stream, an alias or a wrapper: whoever holds it can call it."""
        found = real_type(value)
        return found if found in self.classes or found in LISTED else self.leave()

    def wrap_library(self):
        """Functions that write to what they are given, for this program alone; the library's own calls keep theirs."""
        leave, owned = self.leave, self.owned

        def only(values, named):
            """The one argument; another number of them has to be refused, or more than that, by the function itself."""
            return values[0] if len(values) == 1 and not named else leave()

        def wraps(*values, **named):
            make = REAL["wraps"](owned(only(values, named)))
            return lambda *values, **named: make(owned(only(values, named)))

        def make(cls, options):
            if cls.__doc__ is not None or "__doc__" in self.reader.attributes:
                return REAL["dataclass"](cls, **options)
            # Nobody reads the text that would be made of the signature, which takes longer than all the rest.
            cls.__doc__ = " "
            made = REAL["dataclass"](cls, **options)
            made.__doc__ = cls.__doc__ = None
            return made

        def dataclass(*values, **options):
            def wrap(*values, **named):
                return self.take(make(owned(only(values, named)), options))

            return wrap(*values) if values else wrap

        def set_limit(*values, **named):
            limit = only(values, named)
            if real_type(limit) is not int or not LOWEST_LIMIT <= limit <= HIGHEST_LIMIT:
                leave()
            REAL["setrecursionlimit"](limit - self.deeper)

        functools, dataclasses, copy, abc = (sys.modules[name] for name in ("functools", "dataclasses", "copy", "abc"))
        if hasattr(dataclasses, "functools"):
            dataclasses.functools = types.ModuleType("functools")
            vars(dataclasses.functools).update(vars(functools))
        functools.wraps, dataclasses.dataclass = wraps, dataclass
        functools.total_ordering = lambda *values, **named: REAL["total_ordering"](owned(only(values, named)))
        abc.abstractmethod = lambda *values, **named: REAL["abstractmethod"](owned(only(values, named)))
        # A memo of the program's own would be given a list that all copies share.
        copy.copy = lambda *values, **named: REAL["copy"](only(values, named))
        copy.deepcopy = lambda *values, **named: REAL["deepcopy"](only(values, named))
        sys.setrecursionlimit = set_limit
        sys.getrecursionlimit = lambda: REAL["getrecursionlimit"]() + self.deeper
        # ``Enum("Name", ...)`` takes a dict with any name in it.
        sys.modules["enum"].EnumMeta._create_ = lambda *parts, **more: leave()
        hasten()


def _bases():
    """The ids of classes and special forms that a class may be derived from: built-in ones and those that are listed."""
    found = list(PLAIN)
    for module, names in TABLE.items():
        found += [getattr(sys.modules.get(module), name, None) for name in names]
    return frozenset(id(value) for value in found if value is not None)


def _ancestors():
    """Classes that come with the listed bases: what these are derived from, and what aliases stand for; none of classes."""
    found = {typing.Generic}
    for module, names in TABLE.items():
        for value in [getattr(sys.modules.get(module), name, None) for name in names]:
            origin = getattr(value, "__origin__", value)
            found.update(origin.__mro__ if isinstance(origin, real_type) else ())
    return frozenset(PLAIN.union(found) - {real_type})


#: Classes of classes: what they make is new, whatever the program says.
MAKERS = frozenset([real_type, abc.ABCMeta, enum.EnumMeta, real_type(typing.Protocol)])
#: Of ``Generic[T]`` and its like.
ALIASES = frozenset(
    kind for kind in vars(typing).values() if isinstance(kind, real_type) and hasattr(kind, "__mro_entries__")
)
BASES = _bases()
ANCESTORS = _ancestors()
#: What ``type(value)`` may answer beside the cell's own classes.
LISTED = listed_classes(TABLE)
SELF = real_super.__dict__["__self__"]
CONTEXT_MANAGER = real_type(decimal.localcontext())
REAL = {
    name: getattr(sys.modules[module], name)
    for module, names in (
        ("functools", "wraps total_ordering"), ("dataclasses", "dataclass"), ("copy", "copy deepcopy"),
        ("abc", "abstractmethod"), ("sys", "setrecursionlimit getrecursionlimit"),
    )
    for name in names.split()
}
