"""What the names mean that a test module uses and nowhere binds, where the program is in another process.

A program's imports never choose what runs beside the tests: under ``json`` it could import ``pickle``. A name is the library
that everybody calls so, what the authors' own text imports under it, or a module of the standard library; anything else is
asked for in the program's process.
"""

import importlib
import sys

from split_rules import free_names, program_names
from split_standin import would_judge

#: Names that stand for a library whatever a program binds to them.
CUSTOMARY = {
    "np": "numpy", "pd": "pandas", "plt": "matplotlib.pyplot", "sns": "seaborn", "nx": "networkx", "sm": "statsmodels.api",
    "tf": "tensorflow", "torch": "torch", "numpy": "numpy", "pandas": "pandas", "scipy": "scipy", "sklearn": "sklearn",
}
STANDARD = getattr(sys, "stdlib_module_names", frozenset("math cmath statistics operator itertools functools".split()))
#: Where an assertion or a comparison may come from that tests take from the program's imports.
JUDGING = ("math", "numpy", "numpy.testing", "pandas.testing", "torch", "torch.testing", "scipy.sparse")


def bind_names(module, peer, program, source, given):
    """Gives the test module what it takes from the program: libraries anew, its functions as calls, the rest as values.

    ``given``: (name, module, attribute or None) of each import of the authors' text.
    """
    code, setup = program
    imports, functions = program_names(code)
    authors, helpers = program_names(setup)
    # What the set-up binds is there in any program; without a name that only the task's own code has, there is none in the
    # authors' harness either.
    bound = {*imports, *functions, *authors}
    authors.update((name, (library, attribute)) for name, library, attribute in given)
    for name in free_names(source):
        place = library_of(name, imports.get(name), authors)
        if place is None and would_judge(name):
            continue
        if place is None and (name in functions or name in helpers):
            setattr(module, name, _remote(peer, name))
            continue
        found = None
        if place is None or name not in bound:
            try:
                found = peer.ask("name", name)
            except NameError:
                continue
            if place is None and type(found) is type and found.__name__ != name:
                # Everything is an ``object``.
                continue
        if place is not None:
            found = _imported(*place)
            if found is None:
                continue
        setattr(module, name, found)


def library_of(name, imported, authors):
    """(module, attribute or None) that the name stands for; None where it is the program's own.

    ``imported`` is what the program imports under it: of a module of that name, either the module or the one thing in it
    that is called so, too (``datetime``); and of assertions and comparisons, whose they are.
    """
    if name in CUSTOMARY:
        return CUSTOMARY[name], None
    if name in STANDARD and imported in ((name, None), (name, name)):
        return imported
    if name in authors:
        return authors[name]
    if name in STANDARD:
        return name, None
    if would_judge(name) and imported in [(library, name) for library in JUDGING]:
        return imported
    return None


def _remote(peer, name):
    def function(*arguments, **keywords):
        return peer.ask("call", name, arguments, keywords)

    function.__name__ = function.__qualname__ = name
    return function


def _imported(module, name):
    try:
        found = importlib.import_module(module)
        if name is None:
            return found
        return getattr(found, name) if hasattr(found, name) else importlib.import_module("%s.%s" % (module, name))
    except ImportError:
        return None
