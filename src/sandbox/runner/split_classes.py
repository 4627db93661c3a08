"""Names of classes between a program and its tests in another process: what the program's side says, and what is believed."""

import sys

from codec import type_name
from extensions import BASES

# A class of these could answer a test's question by itself.
NEVER_CLASSES = frozenset(("unittest", "pytest", "_pytest", "mock"))
MOST_BASES = 20


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


def nearest_class(names, extensions):
    """The class that a stand-in of these names is an instance of.

    Never one whose instances cross by value: a stand-in that bears its name is none of them, whoever says so. What derives
    from a plain type and stays where it is (members of enumerations) counts as its next class.
    """
    for each in names:
        kind = resolve_class([each])
        if kind is not None and kind not in BASES:
            return None if extensions.crosses(kind) else kind
    return None
