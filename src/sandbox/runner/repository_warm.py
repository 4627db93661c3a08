"""Finds out which modules can be loaded before a candidate, and loads them.

Sound by construction: a module is loaded ahead only if it was imported while the module under test could not be
imported at all. Whatever needs the patched module when it is imported is imported after it was patched, in the
candidate's own process, exactly as in a fresh one. What was learnt from the original file only says what to try.
"""

import builtins
import importlib
import importlib.util
import os
import sys

import pytest

from repository_child import send
from repository_pytest import Recorder, arguments, is_rewritten

MOST_THREADS = 1


def _loading():
    """The innermost module that is being imported: an import inside a function counts for whoever calls it then."""
    frame = sys._getframe(2)
    while frame is not None:
        name = frame.f_globals.get("__name__")
        spec = getattr(sys.modules.get(name), "__spec__", None)
        if getattr(spec, "_initializing", False):
            return name
        frame = frame.f_back
    return None


class Edges:
    """Who imports whom, while it is installed."""

    def __init__(self):
        self.of = {}

    def note(self, importer, name):
        while importer and name:
            self.of.setdefault(importer, set()).add(name)
            name = name.rpartition(".")[0]

    def install(self):
        plain_import, plain_module = builtins.__import__, importlib.import_module

        def noting_import(name, globals=None, locals=None, fromlist=(), level=0):
            importer = _loading()
            result = plain_import(name, globals, locals, fromlist, level)
            if importer:
                package = (globals or {}).get("__package__") or (globals or {}).get("__name__", "").rpartition(".")[0]
                try:
                    whole = importlib.util.resolve_name("." * level + name, package) if level else name
                except (ImportError, ValueError):
                    return result
                self.note(importer, whole)
                for item in fromlist or ():
                    if isinstance(item, str) and "%s.%s" % (whole, item) in sys.modules:
                        self.note(importer, "%s.%s" % (whole, item))
            return result

        def noting_module(name, package=None):
            importer = _loading()
            result = plain_module(name, package)
            self.note(importer, result.__name__)
            return result

        builtins.__import__, importlib.import_module = noting_import, noting_module

    def needing(self, target):
        """The modules that reach ``target`` at import, through modules or parent packages."""
        users = {}
        for importer, names in self.of.items():
            for name in names:
                users.setdefault(name, set()).add(importer)
        found, pending = set(), [target]
        while pending:
            name = pending.pop()
            if name in found:
                continue
            found.add(name)
            pending.extend(users.get(name, ()))
            pending.extend(other for other in sys.modules if other.startswith(name + "."))
        return found


def learn(job, root, target, descriptor):
    """Collects the tests with the original file and reports which modules they load that do not need the target."""
    before = set(sys.modules)
    edges = Edges()
    edges.install()
    recorder = Recorder(job["nodes"], "")
    if job["nodes"]:
        pytest.main(["--collect-only", *arguments(job, root, None)], plugins=[recorder])
    else:
        importlib.import_module(target)
    needing = edges.needing(target)
    names = [
        name
        for name, module in list(sys.modules.items())
        if name not in before
        and name not in needing
        and module is not None
        and not is_rewritten(module)
        and getattr(getattr(module, "__spec__", None), "name", None) == name
        and not name.startswith("__")
    ]
    send(descriptor, {"names": names, "needing": sorted(needing & set(sys.modules))})
    os._exit(0)


class Closed:
    """A finder that nothing gets past to the module under test."""

    def __init__(self, target):
        self.target, self.asked = target, False

    def find_spec(self, name, path=None, target=None):
        if name == self.target or name.startswith(self.target + "."):
            self.asked = True
            raise ImportError("%s is not there yet" % name)
        return None


def preload(names, target):
    """Imports the modules while the target cannot be; gives the first that does not work, or None."""
    closed = Closed(target)
    sys.meta_path.insert(0, closed)
    try:
        for name in names:
            try:
                importlib.import_module(name)
            except BaseException:
                return name
            if closed.asked:
                return name
    finally:
        sys.meta_path.remove(closed)
    if len(os.listdir("/proc/self/task")) > MOST_THREADS:
        # A process with threads cannot be forked safely.
        return names[-1]
    return None
