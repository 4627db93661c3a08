"""Runs generated tests against a patched module: each in a process of its own, forked after the module was imported.

Names that models make up for the module under test (`your_module`) stand for it, and what a test defines under the name
of the function that it should test does not count.
"""

import ast
import importlib
import importlib.machinery
import importlib.util
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


class MadeUpModules:
    """Finds the module under test where no module of that name exists; asked last."""

    def __init__(self, module):
        self.module = module

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self) if "." not in name else None

    def create_module(self, spec):
        return self.module

    def exec_module(self, module):
        pass


def _exists(name):
    try:
        return name in sys.modules or importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


class _Rewriter(ast.NodeTransformer):
    """Lets imports of the function or its class come from their real module."""

    def __init__(self, names):
        self.names = names

    def visit_ImportFrom(self, node):
        mine = [alias for alias in node.names if alias.name in self.names]
        others = [alias for alias in node.names if alias.name not in self.names]
        made = [ast.ImportFrom(module=node.module, names=others, level=node.level)] if others else []
        # The name itself is bound before the test runs.
        made += [
            ast.Assign(targets=[ast.Name(alias.asname, ast.Store())], value=ast.Name(alias.name, ast.Load()))
            for alias in mine if alias.asname
        ]
        return [ast.copy_location(each, node) for each in made] or ast.copy_location(ast.Pass(), node)


def _made_up_imports(tree):
    """Dotted names of imported modules that do not exist, their parents first."""
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            parts = name.split(".")
            if not _exists(parts[0]):
                for end in range(1, len(parts) + 1):
                    yield ".".join(parts[:end])


def _defines(node, names):
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.name in names


def compiled(code, subject, name):
    """The test as code, with imports of the subject resolved and its own versions of the subject left out."""
    tree = ast.parse(code, name)
    names = set(subject.names)
    # A class of the test's own that derives from the subject, or a test class of its name, is not a version of it.
    tree.body = [
        node for node in tree.body if not _defines(node, names) or getattr(node, "bases", None)
    ]
    for made_up in _made_up_imports(tree):
        if not _exists(made_up):
            sys.modules[made_up] = subject.module
    tree = ast.fix_missing_locations(_Rewriter(names).visit(tree))
    return compile(tree, name, "exec")


class Subject:
    """The function under test in its module."""

    def __init__(self, module, function, owner):
        self.module = module
        self.names = {}
        if owner:
            holder = module
            for part in owner.split("."):
                holder = getattr(holder, part)
            self.names[owner.split(".")[0]] = getattr(module, owner.split(".")[0])
            self.names[owner.split(".")[-1]] = holder
            if not function.startswith("__"):
                self.names[function] = getattr(holder, function)
        else:
            self.names[function] = getattr(module, function)

    def namespace(self):
        """What a test finds besides its own names: those of the module, as a test in the same file would."""
        names = {name: value for name, value in vars(self.module).items() if not name.startswith("__")}
        return {**names, **self.names}


class FirstFailure:
    """What a test failed by, as ``forms`` reports it."""

    found = None

    def failed(self, verdict, where, text):
        self.found = self.found or (verdict, text)


def _verdict(body, subject):
    sys.meta_path.append(MadeUpModules(subject.module))
    failure = FirstFailure()
    try:
        if body["kind"] == "assertion":
            exec(compiled(body["code"], subject, "<test>"), {"__name__": "mutagree_generated_test", **subject.namespace()})
            return "pass", None
        module = types.ModuleType("mutagree_generated_tests")
        sys.modules[module.__name__] = module
        vars(module).update(subject.names)
        exec(compiled(body["module"], subject, "<test>"), vars(module))
        ran, skipped = run_method(vars(module), body["method"], failure)
        return ("pass", None) if ran - skipped == 1 else ("error", "the test did not run")
    except BaseException as error:
        verdict = "fail" if isinstance(error, AssertionError) and body["kind"] == "assertion" else "error"
        return failure.found or (verdict, describe(error))


def _run_cell(body, subject, limit_ms, report):
    """Has a process of its own report what becomes of a test; reports what that cannot."""
    pid = os.fork()
    if pid == 0:
        try:
            report(*_verdict(body, subject))
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
        subject = Subject(importlib.import_module(job["module"]), job["function"], job["className"])
    except BaseException as error:
        tell(descriptor, {"nonce": nonce, "broken": describe(error)})
        os._exit(0)
    for index, body in enumerate(job["tests"]):
        _run_cell(
            body, subject, job["limitMs"],
            lambda verdict, detail: tell(descriptor, {"nonce": nonce, "index": index, "verdict": verdict, "detail": detail}),
        )
    os._exit(0)
