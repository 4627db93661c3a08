"""Finds out which modules can be loaded before a candidate, and loads them.

Sound by construction: a module is loaded ahead only if it was imported while the module under test could not be
imported at all. Whatever needs the patched module when it is imported is imported after it was patched, in the
candidate's own process, exactly as in a fresh one. What was learnt from the original file only says what to try.
"""

import importlib
import os
import sys

import pytest

from repository_child import send
from repository_pytest import Recorder, arguments, is_rewritten

MOST_THREADS = 1


def learn(job, root, target, descriptor):
    """Collects the tests with the original file and reports which modules that loads."""
    before = set(sys.modules)
    if job["nodes"]:
        pytest.main(["--collect-only", *arguments(job, root)], plugins=[Recorder(job["nodes"], "")])
    else:
        importlib.import_module(target)
    names = [
        name
        for name, module in list(sys.modules.items())
        if name not in before
        and module is not None
        and not is_rewritten(module)
        and getattr(getattr(module, "__spec__", None), "name", None) == name
        and not name.startswith("__")
    ]
    send(descriptor, {"names": names})
    os._exit(0)


class Closed:
    """A finder that nothing gets past to the module under test; ``needing``: the modules that asked for it at import."""

    def __init__(self, target):
        self.target, self.needing = target, set()
        sys.meta_path.insert(0, self)

    def find_spec(self, name, path=None, target=None):
        if name == self.target or name.startswith(self.target + "."):
            self.needing.update(each for each, module in list(sys.modules.items()) if _is_loading(module))
            raise ImportError("%s is not there yet" % name)
        return None

    def loads(self, name):
        """Whether a module can be imported."""
        try:
            importlib.import_module(name)
            return True
        except BaseException:
            return False

    def needs(self, name):
        """Whether a module, or a package that it lies in, asked for the target."""
        parts = name.split(".")
        return any(".".join(parts[:end]) in self.needing for end in range(1, len(parts) + 1))


def _is_loading(module):
    return getattr(getattr(module, "__spec__", None), "_initializing", False)


def loadable(names, target, descriptor):
    """Reports which of the modules can be imported while the target cannot be; ends the process."""
    closed, found = Closed(target), []
    for name in names:
        if closed.loads(name):
            found.append(name)
        # One that caught the error would be there for others, which so would not ask.
        for each in closed.needing:
            sys.modules.pop(each, None)
    send(descriptor, {"names": [name for name in found if not closed.needs(name)]})
    os._exit(0)


def preload(names, target):
    """Imports the modules while the target cannot be; whether all of them could be, and nothing but this thread runs."""
    closed = Closed(target)
    good = all(map(closed.loads, names)) and not closed.needing
    sys.meta_path.remove(closed)
    # A process with threads cannot be forked safely.
    return good and len(os.listdir("/proc/self/task")) <= MOST_THREADS
