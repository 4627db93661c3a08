"""What a process does that is forked for one candidate of a repository: it runs tests, and reports on descriptor 3.

Or a copy of the zygote loads large packages ahead of candidates, while the module under test cannot be imported at all: where
one of them asks for it, nothing is loaded ahead.
"""

import importlib
import marshal
import os
import signal
import sys

import seccomp
from channel import PipeChannel
from repository_cells import run_cells
from repository_pytest import run_tests

REPORT = 3
PRELOAD_SECONDS = 300


def candidate(zygote, fd, output):
    """Does a job (see ``repository_main``); what it prints goes to ``output``."""
    try:
        job = marshal.loads(PipeChannel(fd).receive())
        for descriptor, source in enumerate((zygote.settings["null"], output, output)):
            os.dup2(source, descriptor)
        os.dup2(fd, REPORT, inheritable=False)
        os.closerange(REPORT + 1, 4096)
        zygote.confine()
        seccomp.show()
        enter(job)
        WORK[job["op"]](job, REPORT)
    finally:
        os._exit(70)


def enter(job):
    """Makes the copy of the repository what this process imports from."""
    folders = list(dict.fromkeys([*job["folders"], job["root"]]))
    plugins = [job["plugins"]] if job.get("plugin") else []
    sys.path[:0] = [folder for folder in folders if folder not in sys.path]
    sys.path += [folder for folder in plugins if folder not in sys.path]
    os.environ["PYTHONPATH"] = os.pathsep.join([*folders, *plugins])
    os.chdir(job["root"])
    sys.path_importer_cache.clear()
    # As in a fresh process, no two candidates draw the same numbers.
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed()


class Closed:
    """A finder that nothing gets past to the module under test."""

    def __init__(self, target):
        self.target, self.was_asked = target, False

    def find_spec(self, name, path=None, target=None):
        if name == self.target or name.startswith(self.target + "."):
            self.was_asked = True
            raise ImportError("%s is not there yet" % name)
        return None


def load_ahead(names, job):
    """Names of modules that cannot be imported; ends the process if one asked for the target, or a thread was started."""
    signal.alarm(PRELOAD_SECONDS)
    enter(job)
    closed, missing = Closed(job["module"]), []
    sys.meta_path.insert(0, closed)
    for name in names:
        try:
            importlib.import_module(name)
        except BaseException:
            # It is loaded later, as if this had not been tried.
            missing.append(name)
    sys.meta_path.remove(closed)
    signal.alarm(0)
    # A process with threads cannot be forked safely.
    if closed.was_asked or len(os.listdir("/proc/self/task")) > 1:
        os._exit(0)
    return missing


WORK = {"official": run_tests, "generated": run_cells}
KINDS = {"candidate": candidate, "preload": load_ahead}
