"""Finds out which modules can be loaded before a candidate, and loads them.

Those outside of the repository that its originals load. They are loaded while the module under test cannot be imported at all:
where one of them asks for it, nothing is loaded ahead. What was learnt from the original file only says what to try.
"""

import importlib
import os
import sys

import pytest

from repository_child import send
from repository_pytest import Recorder, arguments, is_rewritten

MOST_THREADS = 1


def learn(job, root, target, descriptor):
    """Collects the tests with the original file and reports which modules that loads; ends the process."""
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
        and not (getattr(module, "__file__", None) or "").startswith(root + os.sep)
    ]
    send(descriptor, {"names": names})
    os._exit(0)


class Closed:
    """A finder that nothing gets past to the module under test."""

    def __init__(self, target):
        self.target, self.was_asked = target, False

    def find_spec(self, name, path=None, target=None):
        if name == self.target or name.startswith(self.target + "."):
            self.was_asked = True
            raise ImportError("%s is not there yet" % name)
        return None


def preload(names, target):
    """Imports the modules; whether none of them asked for the target, and nothing but this thread runs."""
    closed = Closed(target)
    sys.meta_path.insert(0, closed)
    for name in names:
        try:
            importlib.import_module(name)
        except BaseException:
            # It is loaded later, as if this had not been tried.
            pass
    sys.meta_path.remove(closed)
    # A process with threads cannot be forked safely.
    return not closed.was_asked and len(os.listdir("/proc/self/task")) <= MOST_THREADS
