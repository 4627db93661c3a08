"""Names of classes between a program and its tests in another process: what the program's side says, and what is believed."""

import sys

from codec import type_name
from extensions import BASE_VALUES, BASES

# A class of these could answer a test's question by itself.
NEVER_CLASSES = frozenset(("unittest", "pytest", "_pytest", "mock"))
MOST_BASES = 20
#: What members of enumerations can be besides, and say by value.
PLAIN = (str, int, float, complex, bytes, tuple, frozenset)


def is_own(kind, module, name):
    """Whether the module holds this very class under this name: a name that a class was given is anybody's."""
    holder = sys.modules.get(module)
    return type(holder) is type(sys) and vars(holder).get(name) is kind


def own_names(kind):
    """(module, name) of a class and its bases in order of resolution; no module where the class is not that module's own."""
    names = []
    for base in type.__getattribute__(kind, "__mro__")[:MOST_BASES]:
        if base is not object:
            module, name = str(type.__getattribute__(base, "__module__")), type_name(base)
            names.append((module if is_own(base, module, name) else "", name))
    return names


def resolve_class(names):
    """This process's own class of the first known (module, name); None where no library has it.

    Under another name a class would cross as one thing and go back as another.
    """
    for module, name in names:
        holder = sys.modules.get(module)
        if module.partition(".")[0] in NEVER_CLASSES or holder is None or name.startswith("_"):
            continue
        kind = vars(holder).get(name)
        if isinstance(kind, type) and (kind.__module__, kind.__qualname__) == (module, name):
            return kind
    return None


def plain_of(member):
    """The value that a member of an enumeration is besides, as a tuple of one; empty for any other object."""
    mro = type.__getattribute__(type(member), "__mro__")
    base = next((each for each in mro if each in PLAIN), None)
    if base is None or "enum" not in sys.modules or sys.modules["enum"].Enum not in mro:
        return ()
    return (BASE_VALUES[base](member),)


def nearest_class(names, extensions, plain=None):
    """The class that a stand-in of these names is an instance of; ``plain``: the type of the value that came with it.

    Never one whose instances cross by value: a stand-in that bears its name is none of them, whoever says so. A class that
    derives from a plain type and stays where it is (an enumeration) needs a value of that type; else the next counts.
    """
    for each in names:
        kind = resolve_class([each])
        if kind is None or kind in BASES:
            continue
        if extensions.crosses(kind):
            return None
        if not issubclass(kind, BASES) or plain is not None and issubclass(kind, plain):
            return kind
    return None
