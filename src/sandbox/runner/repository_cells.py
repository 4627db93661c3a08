"""Runs generated tests against a patched module: each in a process of its own, forked after the module was imported."""

import importlib
import os
import signal
import sys
import time
import types

from forms import describe, run_method
from repository_pytest import tell
from watchdog import Watch

POLL_SECONDS = 0.005
#: Exit code of a test's process that told its verdict.
TOLD = 17


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
        ran, skipped = (1, 0) if is_assertion else run_method(vars(module), body["method"], failure)
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
