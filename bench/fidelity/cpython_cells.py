"""Pairs of a package of PyPI with its own tests, as JSON lines with CPython's verdict on each cell.

usage: cpython_cells.py NAME[==VERSION]

The program is the whole package in one text (its modules as strings, found by an importer of its own), so that its tests run
unchanged. Two programs per test file: as published, and with one comparison turned round. A cell is one method of a
``TestCase`` or one test function without arguments. The baseline is a process per cell, forked
from one that has loaded program and tests, twice, with other hash seeds.
"""

import ast
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tarfile
import tempfile

MOST_TESTS = 60
BUNDLE = """
import importlib.abc, importlib.util, sys
SOURCES = %r
class Bundle(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name in SOURCES:
            return importlib.util.spec_from_loader(name, self, is_package=SOURCES[name][1])
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        exec(compile(SOURCES[module.__name__][0], module.__name__ + ".py", "exec", dont_inherit=True), module.__dict__)
    def get_source(self, name):
        return SOURCES[name][0]
sys.meta_path.insert(0, Bundle())
"""
CELLS = """
import json, os, signal, sys, types, unittest
code, source, methods = json.load(sys.stdin)
module = types.ModuleType("candidate")
module.__file__ = os.path.join(os.getcwd(), "candidate.py")
sys.modules["candidate"] = module
exec(compile(code, "<candidate>", "exec", dont_inherit=True), module.__dict__)
exec(compile(source, "<test>", "exec", dont_inherit=True), module.__dict__)
def passes(method):
    owner, _, name = method.rpartition(".")
    if not owner:
        module.__dict__[name]()
        return True
    result = unittest.TestResult()
    unittest.TestSuite([module.__dict__[owner](name)]).run(result)
    return result.wasSuccessful() and result.testsRun == 1 and not result.skipped
statuses = []
for method in methods:
    pid = os.fork()
    if pid == 0:
        signal.alarm(20)
        try:
            os._exit(0 if passes(method) else 1)
        finally:
            os._exit(1)
    statuses.append(os.waitpid(pid, 0)[1])
print("CELLS", json.dumps(statuses))
"""


def unpacked(requirement):
    folder = tempfile.mkdtemp()
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", folder, requirement]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (archive,) = pathlib.Path(folder).glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return next(each for each in pathlib.Path(folder).iterdir() if each.is_dir())


def modules_of(root, name):
    """{dotted name: (source, whether it is a package)} of the package, in ``root``, ``src`` or ``lib``."""
    for base in (root, root / "src", root / "lib"):
        if (base / name / "__init__.py").exists():
            found = {}
            for path in (base / name).rglob("*.py"):
                parts = list(path.relative_to(base).with_suffix("").parts)
                if "tests" in parts or "test" in parts:
                    continue
                is_package = parts[-1] == "__init__"
                found[".".join(parts[:-1] if is_package else parts)] = (path.read_text("utf-8"), is_package)
            return found
        if (base / (name + ".py")).exists():
            return {name: ((base / (name + ".py")).read_text("utf-8"), False)}
    raise SystemExit("%s holds no package or module of that name" % root)


def test_files(root):
    return sorted(
        path for path in root.rglob("*.py")
        if path.name.startswith("test") or path.stem.endswith(("_test", "_tests")) or path.name == "tests.py"
    )


def methods_of(tree):
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test") and not node.args.args and not node.decorator_list:
            yield node.name
        if isinstance(node, ast.ClassDef) and any("TestCase" in ast.unparse(base) for base in node.bases):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name.startswith("test"):
                    yield "%s.%s" % (node.name, inner.name)


TURNS = {ast.Eq: ast.NotEq, ast.Lt: ast.GtE, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.GtE: ast.Lt, ast.In: ast.NotIn, ast.Is: ast.IsNot}


def turned(modules, chance):
    """The modules with one comparison turned round."""
    name = chance.choice(sorted(modules))
    tree = ast.parse(modules[name][0])
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNS]
    if not found:
        return None
    node = chance.choice(found)
    node.ops[0] = TURNS[type(node.ops[0])]()
    return {**modules, name: (ast.unparse(tree), modules[name][1])}


def statuses(code, source, methods, seed):
    """How a process ended that ran a test: 0 where it passed, the alarm's number where it took too long."""
    done = subprocess.run(
        [sys.executable, "-c", CELLS], input=json.dumps([code, source, methods]), capture_output=True, text=True,
        env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONDONTWRITEBYTECODE": "1"}, cwd=tempfile.mkdtemp(),
    )
    line = next((line for line in reversed(done.stdout.splitlines()) if line.startswith("CELLS ")), None)
    # A program or test module that does not load fails all of its tests.
    return json.loads(line[6:]) if line else [1] * len(methods)


def main():
    requirement = sys.argv[1]
    name = requirement.partition("==")[0].replace("-", "_")
    root = unpacked(requirement)
    chance = random.Random(requirement)
    modules = modules_of(root, name)
    for path in test_files(root):
        source = path.read_text("utf-8", "replace")
        try:
            methods = list(methods_of(ast.parse(source)))
        except SyntaxError:
            continue
        chosen = sorted(chance.sample(methods, min(len(methods), MOST_TESTS)))
        for right, version in ((True, modules), (False, turned(modules, chance))):
            if version is None or not chosen:
                continue
            code = BUNDLE % (version,)
            tests = []
            for method, *found in zip(chosen, *(statuses(code, source, chosen, seed) for seed in (0, 1))):
                verdicts = {status == 0 for status in found}
                if len(verdicts) == 1 and signal.SIGALRM not in found:
                    body = {"kind": "method", "module": source, "method": method}
                    tests.append({"id": method, "body": body, "cpython": "pass" if verdicts.pop() else "fail"})
            if tests:
                pair = {"id": "%s:%s:%s" % (name, path.name, right), "kind": name, "right": right, "entryPoint": name, "code": code}
                print(json.dumps({**pair, "tests": tests}), flush=True)


if __name__ == "__main__":
    main()
