"""What a process does that is forked for one candidate of a repository: it runs tests, and reports on descriptor 3.

The repository's own tests are run by pytest (``repository_pytest``); generated ones each in a process of its own, forked
after the patched module was imported.

Or a copy of the zygote loads large packages ahead of candidates, while the module under test cannot be imported at all: where
one of them asks for it, nothing is loaded ahead.
"""

import importlib
import marshal
import os
import signal
import sys
import time
import types

import seccomp
from channel import PipeChannel
from forms import describe, run_method
from repository_pytest import run_tests, tell
from watchdog import Watch

REPORT = 3
PRELOAD_SECONDS = 300
POLL_SECONDS = 0.005
#: Exit code of a test's process that told its verdict.
TOLD = 17


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


def names_of(module, function, owner):
    """What a test finds besides its own names: those of the module, as a test in the same file would; raises without the function."""
    names = {name: value for name, value in vars(module).items() if not name.startswith("__")}
    holder = module
    for part in owner.split(".") if owner else ():
        holder = names[part] = getattr(holder, part)
    tested = getattr(holder, function)
    return names if owner and function.startswith("__") else {**names, function: tested}


class FirstFailure:
    """What a test failed by, as ``forms`` reports it."""

    found = None

    def failed(self, verdict, where, text):
        self.found = self.found or (verdict, text)


def _verdict(body, names):
    failure, module = FirstFailure(), types.ModuleType("mutagree_generated_tests")
    sys.modules[module.__name__] = module
    vars(module).update(names)
    is_assertion = body["kind"] == "assertion"
    try:
        exec(compile(body["code"] if is_assertion else body["module"], "<test>", "exec", dont_inherit=True), vars(module))
        ran, skipped = (1, 0) if is_assertion else run_method(vars(module), body["module"], body["method"], failure)
        return ("pass", None) if ran - skipped == 1 else ("error", "the test did not run")
    except BaseException as error:
        verdict = "fail" if isinstance(error, AssertionError) and is_assertion else "error"
        return failure.found or (verdict, describe(error))


def _run_cell(body, names, limit_ms, report):
    """Has a process of its own report what becomes of a test; reports what that cannot."""
    pid = os.fork()
    if pid == 0:
        try:
            report(*_verdict(body, names))
            os._exit(TOLD)
        finally:
            os._exit(70)
    watch = Watch(pid, limit_ms / 1000.0, (0, 0, 0), 1 << 20)
    status = None
    while status is None:
        time.sleep(min(watch.patience(), POLL_SECONDS))
        ended, found = os.waitpid(pid, os.WNOHANG)
        status = found if ended else None
        if status is None and watch.look():
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return report("timeout", "longer than %d ms" % limit_ms)
    if not os.WIFEXITED(status) or os.WEXITSTATUS(status) != TOLD:
        report("error", "the test's process ended by itself")
    return None


def run_cells(job, descriptor):
    """Imports the patched module and runs every test on it; ends the process."""
    nonce = job["nonce"]
    if job.get("plugin"):
        importlib.import_module(job["plugin"])
    try:
        names = names_of(importlib.import_module(job["module"]), job["function"], job["className"])
    except BaseException as error:
        tell(descriptor, {"nonce": nonce, "broken": describe(error)})
        os._exit(0)
    for index, body in enumerate(job["tests"]):
        _run_cell(
            body, names, job["limitMs"],
            lambda verdict, detail: tell(descriptor, {"nonce": nonce, "index": index, "verdict": verdict, "detail": detail}),
        )
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
