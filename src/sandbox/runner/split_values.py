"""What crosses by value between a program and its tests in another process: the codec's types, frames, and their subclasses."""

import sys

from extensions import BASES, LAZY, REDUCERS, Extensions
from frames_codec import BUILDERS, known_classes
from split_classes import is_own

PACKAGES = ("pandas", "torch", "scipy.sparse", "pathlib")


def _is_lazy(kind):
    return kind.__module__ in ("datetime", "fractions", "decimal") and kind.__name__ in LAZY


class FrameExtensions(Extensions):
    """``Extensions`` and the types of ``frames_codec``, as far as their packages are loaded."""

    def __init__(self):
        self.loaded, self.table = (), {}

    def known(self):
        loaded = [name for name in PACKAGES if name in sys.modules]
        if len(loaded) != len(self.loaded):
            self.loaded, self.table = loaded, known_classes()
        return self.table

    def reduce(self, value, kind):
        entry = self.known().get(kind)
        if entry is not None:
            name, parts = entry
            return (name, parts(value), True)
        return Extensions.reduce(self, value, kind) or self.reduce_derived(value, kind)

    def reduce_derived(self, value, kind):
        """An instance of the program's own subclass as its base; the classes of libraries are known by name."""
        mro = type.__getattribute__(kind, "__mro__")
        if "enum" in sys.modules and sys.modules["enum"].Enum in mro or is_own(kind, kind.__module__, kind.__name__):
            return None
        for base in mro[1:]:
            if base in self.table:
                name, parts = self.table[base]
                return (name, parts(value), False)
            if base in REDUCERS:
                name, parts = REDUCERS[base]
                return (name, parts(value), False)
            if _is_lazy(base) and is_own(base, base.__module__, base.__name__):
                plain = LAZY[base.__name__](value)
                return None if plain is None else (base.__name__.encode(), plain, False)
        return None

    def crosses(self, kind):
        """Whether every instance of exactly this class crosses by value (as its base, for those that have a plain one)."""
        if issubclass(kind, BASES):
            return "enum" not in sys.modules or not issubclass(kind, sys.modules["enum"].Enum)
        if issubclass(kind, type) or kind in self.known() or kind in REDUCERS:
            return True
        numpy = sys.modules.get("numpy")
        if numpy is not None and issubclass(kind, numpy.generic):
            return not issubclass(kind, (numpy.void, numpy.object_))
        # Times of a zone stay where they are.
        return _is_lazy(kind) and kind.__name__ not in ("time", "datetime")

    def rebuild(self, name, plain):
        builder = BUILDERS.get(name)
        return Extensions.rebuild(self, name, plain) if builder is None else builder(plain)
