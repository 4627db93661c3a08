"""Makes tasks of patches from source distributions: python3 bench/patches/make_tasks.py FOLDER OUT.jsonl.gz [SEED]

FOLDER holds unpacked source distributions (see PACKAGES). A task is a function with examples in its docstring, in which one
small edit is the bug: examples and tests of the package fail. Its patches undo the edit (right: verbatim, with a comment, in
other words), undo it and make another mistake (half-right), or make another mistake in its place (wrong); which are right is
judged by those tests of the package that name the function, which nobody who picks sees if they fail before the patch. Its
tests are examples of the docstring and of neighbouring inputs, with the answers of the function as it was; about a third
expects what a wrong patch answers. No model wrote any of it.
"""

import ast
import difflib
import doctest
import gzip
import importlib.util
import inspect
import itertools
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

#: folder, where its package lies, file, module, file of tests, how many tasks at most
PACKAGES = [
    ("more-itertools-10.5.0", "", "more_itertools/more.py", "more_itertools.more", "tests/test_more.py", 6),
    ("toolz-0.12.1", "", "toolz/itertoolz.py", "toolz.itertoolz", "toolz/tests/test_itertoolz.py", 6),
    ("inflection-0.5.1", "", "inflection/__init__.py", "inflection", "test_inflection.py", 3),
    ("boltons-25.0.0", "", "boltons/iterutils.py", "boltons.iterutils", "tests/test_iterutils.py", 4),
    ("boltons-25.0.0", "", "boltons/strutils.py", "boltons.strutils", "tests/test_strutils.py", 3),
    ("pydash-8.0.3", "src", "src/pydash/arrays.py", "pydash.arrays", "tests/test_arrays.py", 5),
    ("pydash-8.0.3", "src", "src/pydash/strings.py", "pydash.strings", "tests/test_strings.py", 5),
    ("w3lib-2.2.1", "", "w3lib/url.py", "w3lib.url", "tests/test_url.py", 3),
    ("w3lib-2.2.1", "", "w3lib/html.py", "w3lib.html", "tests/test_html.py", 3),
    ("webcolors-24.11.1", "src", "src/webcolors/_normalization.py", "webcolors._normalization", "tests/test_normalization.py", 3),
]
PATCHES, HALF, LIMIT = 10, 3, 10
COMPARE = {ast.Lt: ("<", ["<=", ">"]), ast.LtE: ("<=", ["<"]), ast.Gt: (">", [">=", "<"]), ast.GtE: (">=", [">"]),
           ast.Eq: ("==", ["!="]), ast.NotEq: ("!=", ["=="]), ast.Is: ("is", ["is not"]), ast.IsNot: ("is not", ["is"]),
           ast.In: ("in", ["not in"]), ast.NotIn: ("not in", ["in"])}
MIRROR = {ast.Lt: ">", ast.LtE: ">=", ast.Gt: "<", ast.GtE: "<=", ast.Eq: "==", ast.NotEq: "!="}
BINARY = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "%"), ast.Mod: ("%", "//")}


class Source:
    def __init__(self, text):
        self.text, self.starts = text, [0]
        for line in text.splitlines(True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node):
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def of(self, node):
        start, end = self.span(node)
        return self.text[start:end]


def edits(source, function):
    """(start, end, text, whether the meaning stays) of small edits in a function's body."""
    def put(first, second, old, new):
        start, end = source.span(first)[1], source.span(second)[0]
        gap = source.text[start:end]
        if gap.count(old) == 1:
            yield start, end, gap.replace(old, new), False

    for node in (each for statement in function.body for each in ast.walk(statement)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            old, news = COMPARE[type(node.ops[0])]
            for new in news:
                yield from put(node.left, node.comparators[0], old, new)
            if type(node.ops[0]) in MIRROR:
                start, end = source.span(node)
                swapped = "%s %s %s" % (source.of(node.comparators[0]), MIRROR[type(node.ops[0])], source.of(node.left))
                yield start, end, swapped, True
        elif isinstance(node, ast.BinOp) and type(node.op) in BINARY:
            yield from put(node.left, node.right, *BINARY[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            yield from put(node.values[0], node.values[1], *(("and", "or") if isinstance(node.op, ast.And) else ("or", "and")))
        elif isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) < 100:
            start, end = source.span(node)
            yield start, end, str(node.value + 1), False
            if node.value > 0:
                yield start, end, str(node.value - 1), False
        elif isinstance(node, ast.IfExp):
            start, end = source.span(node)
            parts = source.of(node.orelse), source.of(node.test), source.of(node.body)
            yield start, end, "(%s) if not (%s) else (%s)" % parts, True
            yield start, end, "(%s) if (%s) else (%s)" % parts, False
        elif isinstance(node, (ast.If, ast.While)):
            start, end = source.span(node.test)
            yield start, end, "not (%s)" % source.of(node.test), False
            yield start, end, "not not (%s)" % source.of(node.test), True
        elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
            start, end = source.span(node)
            pad = " " * node.col_offset
            yield start, end, "result = %s\n%sreturn result" % (source.of(node.value), pad), True
        elif isinstance(node, ast.Call) and len(node.args) == 2 and not node.keywords:
            start, _ = source.span(node.args[0])
            yield start, source.span(node.args[1])[1], "%s, %s" % (source.of(node.args[1]), source.of(node.args[0])), False


def applied(text, *changes):
    """None where two of them overlap."""
    ordered = sorted(changes, reverse=True)
    if any(late[0] < early[1] for late, early in zip(ordered, ordered[1:])):
        return None
    for start, end, new, _ in ordered:
        text = text[:start] + new + text[end:]
    try:
        ast.parse(text)
        return text
    except SyntaxError:
        return None


def examples(function, module):
    """(lines before, expression, expected) of a docstring; calls that give a literal."""
    found, before = [], ["from %s import *" % module, "from %s import %s" % (module, function.name)]
    for example in doctest.DocTestParser().get_examples(ast.get_docstring(function) or ""):
        source, want = example.source.strip(), example.want.strip()
        try:
            value = ast.literal_eval(want)
            ast.parse(source, mode="eval")
            if function.name in source and "\n" not in source:
                found.append((list(before), source, repr(value)))
        except (ValueError, SyntaxError):
            if not want and "..." not in source:
                before.append(source)
    return found


def neighbours(source, rng):
    """The same call with another literal in it."""
    tree, spots = ast.parse(source, mode="eval"), []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) in (int, str) and node.lineno == node.end_lineno:
            value = node.value
            news = [value + 1, value - 1, 0] if type(value) is int else [value[:-1], value + "s", value.upper()]
            spots += [(node.col_offset, node.end_col_offset, repr(new)) for new in news if new != value]
    rng.shuffle(spots)
    return [source[:start] + new + source[end:] for start, end, new in spots[:6]]


def late(*_):
    raise TimeoutError


def evaluated(calls):
    """The literal that each call gives, as Python writes it; None for one that gives none."""
    signal.signal(signal.SIGALRM, late)
    out = []
    for before, source in calls:
        signal.setitimer(signal.ITIMER_REAL, 1)
        try:
            space = {}
            exec("\n".join(before), space)
            text = repr(eval(source, space))
            out.append(text if repr(ast.literal_eval(text)) == text and len(text) < 300 else None)
        except BaseException:
            out.append(None)
        signal.setitimer(signal.ITIMER_REAL, 0)
    return out


def cases_of(function):
    """Arguments of each case of a test function, by its marks; none where it needs fixtures."""
    cases = [{}]
    for mark in getattr(function, "pytestmark", ()):
        if mark.name == "parametrize":
            names = [name.strip() for name in mark.args[0].split(",")] if isinstance(mark.args[0], str) else mark.args[0]
            values = [getattr(each, "values", each) for each in mark.args[1]]
            rows = [dict(zip(names, each if len(names) > 1 or hasattr(raw, "values") else (each,)))
                    for each, raw in zip(values, mark.args[1])]
            cases = [{**case, **row} for case in cases for row in rows]
    return cases if set(inspect.signature(function).parameters) == set(cases[0] if cases else ()) else []


def passes(work):
    try:
        work()
        return True
    except BaseException:
        return False


def outcomes(path, words):
    """Whether each test of a file whose id holds all words passes; without a session of pytest, which would take a second."""
    spec = importlib.util.spec_from_file_location("tests_of_package", path)
    module, found = importlib.util.module_from_spec(spec), {}
    spec.loader.exec_module(module)
    for name, each in vars(module).items():
        if inspect.isfunction(each) and name.startswith("test") and all(word in name.lower() for word in words):
            cases = cases_of(each)
            if cases:
                found["%s::%s" % (path, name)] = all([passes(lambda: each(**case)) for case in cases])
        elif inspect.isclass(each) and issubclass(each, unittest.TestCase) and each.__module__ == module.__name__:
            for test in unittest.defaultTestLoader.getTestCaseNames(each):
                if all(word in (name + test).lower() for word in words):
                    result = unittest.TestResult()
                    each(test).run(result)
                    found["%s::%s::%s" % (path, name, test)] = result.wasSuccessful() and not result.skipped
    return found


class Package:
    def __init__(self, folder, base, path, tests):
        self.place = os.path.join(tempfile.mkdtemp(), "tree")
        shutil.copytree(folder, self.place)
        self.base, self.path, self.tests = base, path, tests
        with open(os.path.join(self.place, path)) as file:
            self.text = file.read()

    def forked(self, text, work):
        """What a process of its own makes of the tree with this text in it."""
        with open(os.path.join(self.place, self.path), "w") as file:
            file.write(text)
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                signal.alarm(LIMIT)
                null = os.open("/dev/null", os.O_RDWR)
                os.dup2(null, 1), os.dup2(null, 2)
                os.chdir(self.place)
                sys.path.insert(0, os.path.join(self.place, self.base))
                data = json.dumps(work()).encode()
                with os.fdopen(writer, "wb") as file:
                    file.write(data)
            finally:
                os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as file:
            data = file.read()
        os.waitpid(pid, 0)
        return json.loads(data) if data else None

    def outputs(self, text, calls):
        return self.forked(text, lambda: evaluated(calls)) or [None] * len(calls)

    def verdicts(self, text, name):
        """Whether each test of the package that names the function passes; None where they do not run."""
        return self.forked(text, lambda: outcomes(self.tests, name.lower().strip("_").split("_"))) or None


def diff(path, before, after):
    return "".join(difflib.unified_diff(before.splitlines(True), after.splitlines(True), "a/" + path, "b/" + path))


def commented(text, edit):
    """The same program with a comment above the edited line."""
    start = text.rfind("\n", 0, edit[0]) + 1
    pad = text[start:len(text)]
    return text[:start] + pad[:len(pad) - len(pad.lstrip())] + "# See the issue.\n" + text[start:]


def task_of(package, spec, function, rng):
    folder, _, path, module, tests, _ = spec
    source, given = Source(package.text), examples(function, module)
    if len(given) < 2:
        return None
    near = [(before, call) for before, base, _ in given for call in neighbours(base, rng)]
    calls = list({json.dumps(each): each for each in [*((b, s) for b, s, _ in given), *near]}.values())
    right = package.outputs(package.text, calls)
    reference = package.verdicts(package.text, function.name)
    if not reference or not all(reference.values()):
        return None
    all_edits = list(edits(source, function))
    same = [each for each in all_edits if each[3]]
    other = [each for each in all_edits if not each[3]]
    rng.shuffle(other)
    for bug in other[:5]:
        broken = applied(package.text, bug)
        # Examples show it, and tests of the package fail.
        found = broken and package.outputs(broken, calls) != right and package.verdicts(broken, function.name)
        if not found or all(found.values()):
            continue
        hidden = sorted(node for node in reference if not found.get(node))
        made = {"undone": package.text, "undone-commented": commented(package.text, bug)}
        for at, each in enumerate(rng.sample(same, min(2, len(same)))):
            made["reworded-%d" % at] = applied(package.text, each)
        rest = [each for each in other if each != bug]
        for at, each in enumerate(rest[:HALF]):
            made["half-%d" % at] = applied(package.text, each)
        spots = [each for each in other if each[:2] == bug[:2] and each != bug]
        for at, each in enumerate(spots + [each for each in rest if each not in spots][::-1]):
            made["wrong-%d" % at] = applied(package.text, each) if each in spots else applied(package.text, bug, each)
        patches, wrong_outputs = [], []
        for name, text in made.items():
            if text is None or text == broken or len(patches) == PATCHES - 1:
                continue
            meant = name.startswith(("undone", "reworded"))
            outputs = package.outputs(text, calls)
            is_right = package.verdicts(text, function.name) == reference
            # A mistake that no test of the package sees is no mistake that this bench could count.
            if is_right != meant or (meant and outputs != right):
                continue
            patches.append({"name": name, "right": is_right, "patch": diff(path, broken, text)})
            if not is_right:
                wrong_outputs.append((text, outputs))
        if sum(each["right"] for each in patches) < 2 or len(wrong_outputs) < 4:
            continue
        # One mistake is made twice, as models repeat theirs.
        again = commented(wrong_outputs[0][0], bug)
        try:
            ast.parse(again)
        except SyntaxError:
            continue
        patches.append({"name": "repeated", "right": False, "patch": diff(path, broken, again)})
        wanted = rng.randint(5, 10)
        usable = [at for at, each in enumerate(right) if each is not None]
        rng.shuffle(usable)
        lines, wrong_count = [], 0
        for number, at in enumerate(usable[:wanted]):
            before, call = calls[at]
            mistaken = sorted({outputs[at] for _, outputs in wrong_outputs} - {right[at], None})
            is_wrong = bool(mistaken) and rng.random() < 0.45
            wrong_count += is_wrong
            lines += ["def test_%d():" % number, *("    " + line for line in before[1:] if not line.startswith("from " + module)),
                      "    assert (%s) == %s" % (call, rng.choice(mistaken) if is_wrong else right[at]), ""]
        if len(usable) < 5:
            return None
        text = "from %s import *\nfrom %s import %s\n\n%s" % (module, module, function.name, "\n".join(lines))
        visible = sorted(node for node, passes in found.items() if passes)
        return {"id": "%s %s" % (folder, function.name), "package": folder, "bug": diff(path, package.text, broken),
                "patches": rng.sample(patches, len(patches)), "tests": text, "tests_wrong": wrong_count,
                "tests_all": min(wanted, len(usable)), "regression": visible, "hidden": hidden}
    return None


def main(folder, out, seed="1", only=""):
    tasks = []
    for spec in (each for each in PACKAGES if each[0].startswith(only)):
        rng = random.Random("%s %s" % (seed, spec))
        package = Package(os.path.join(folder, spec[0]), spec[1], spec[2], spec[4])
        functions = [each for each in ast.parse(package.text).body if isinstance(each, ast.FunctionDef)]
        rng.shuffle(functions)
        made = 0
        for function in functions:
            task = task_of(package, spec, function, rng) if made < spec[5] else None
            if task:
                made += 1
                tasks.append(task)
                print(task["id"], len(task["patches"]), task["tests_all"], task["tests_wrong"], flush=True)
    # Packages take turns, so that the first tasks are of all of them.
    by_package = {}
    for task in tasks:
        by_package.setdefault(task["package"], []).append(task)
    tasks = [task for turn in itertools.zip_longest(*by_package.values()) for task in turn if task]
    with gzip.GzipFile(out, "wb", mtime=0) as file:
        file.write("".join(json.dumps(task) + "\n" for task in tasks).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
