"""Pairs of a package of PyPI with its own tests, as JSON lines with CPython's verdict on each cell.

usage: cpython_cells.py NAME[==VERSION]

The program is the whole package in one text (its modules as strings, found by an importer of its own), so that its tests run
unchanged. Two programs per test file: as published, and with one comparison turned round. A cell is one method of a
``TestCase`` or one test function without arguments. The baseline is a fresh process per cell, twice, with other hash seeds.
"""

import ast
import json
import os
import pathlib
import random
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
CELL = """
import json, sys
code, body = json.load(sys.stdin)
import types, unittest
module = types.ModuleType("candidate")
sys.modules["candidate"] = module
exec(compile(code, "<candidate>", "exec", dont_inherit=True), module.__dict__)
exec(compile(body["module"], "<test>", "exec", dont_inherit=True), module.__dict__)
owner, _, name = body["method"].rpartition(".")
if owner:
    result = unittest.TestResult()
    unittest.TestSuite([module.__dict__[owner](name)]).run(result)
    good = result.wasSuccessful() and result.testsRun == 1 and not result.skipped
else:
    module.__dict__[name]()
    good = True
print("CELL PASSED" if good else "CELL FAILED")
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


def passes(code, body, seed):
    try:
        done = subprocess.run(
            [sys.executable, "-c", CELL], input=json.dumps([code, body]), capture_output=True, text=True, timeout=20,
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONDONTWRITEBYTECODE": "1"}, cwd=tempfile.mkdtemp(),
        )
    except subprocess.TimeoutExpired:
        return None
    return "CELL PASSED" in done.stdout


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
            for method in chosen:
                body = {"kind": "method", "module": source, "method": method}
                verdicts = {passes(code, body, seed) for seed in (0, 1)}
                if len(verdicts) == 1 and None not in verdicts:
                    tests.append({"id": method, "body": body, "cpython": "pass" if verdicts.pop() else "fail"})
            if tests:
                pair = {"id": "%s:%s:%s" % (name, path.name, right), "kind": name, "right": right, "entryPoint": name, "code": code}
                print(json.dumps({**pair, "tests": tests}), flush=True)


if __name__ == "__main__":
    main()
