"""The judge's interpreter: nothing outside its grammar is touched, Python would say the same, and all of it is bounded."""

import ast
import os
import queue
import random
import sys
import threading
import time
import unittest
import warnings

sys.path.insert(0, os.environ["RUNNER"])

from bounds import Budget, OutOfGrammar  # noqa: E402
from cell import LoadedProgram, run_plan  # noqa: E402
from conversation import Conversation  # noqa: E402
from interpreter import TestFailed, ask, read_method, read_script, run_script  # noqa: E402
from reading import NotPython, read_tree  # noqa: E402
from judge_talk import JudgeTalk  # noqa: E402
from suite import Suite, read_test  # noqa: E402
from verdict import evaluate  # noqa: E402

PROGRAM = """
def f(x=0):
    if x == 7: raise ValueError("seven")
    if x == 8: raise StopIteration("eight")
    if isinstance(x, (list, str, tuple)): return x[::-1]
    if isinstance(x, dict): return sorted(map(repr, x))
    return x * 2 + 1
EPS = 1e9
def helper(x): return True
"""


class Direct:
    """An oracle that calls functions of this process, as a conversation would."""

    def __init__(self, program=PROGRAM):
        self.namespace = {}
        exec(program, self.namespace)

    def call(self, name, arguments, keywords):
        return self.guard(lambda: self.name(name)(*arguments, **keywords))

    def name(self, name):
        def find():
            if name not in self.namespace:
                raise NameError("name '%s' is not defined" % name)
            return self.namespace[name]

        return self.guard(find)

    def guard(self, function):
        from remote import remote_exception

        try:
            return function()
        except Exception as error:
            names = [(kind.__module__, kind.__name__) for kind in type(error).__mro__ if kind is not object]
        raise remote_exception(names, "of the candidate")


def interpreted(code, oracle=None, budget=None):
    """``pass``, the name of what was raised, or None where the test leaves the grammar."""
    try:
        run_script(read_script(read_tree(code), "f"), oracle or Direct(), budget)
        return "pass"
    except TestFailed as failed:
        base = type(failed.error)
        return base.__name__
    except OutOfGrammar:
        return None
    except NotPython:
        return "broken"


def executed(code):
    warnings.simplefilter("ignore")
    namespace = {}
    exec(PROGRAM, namespace)
    try:
        exec(compile(code, "<test>", "exec"), namespace)
        return "pass"
    except Exception as error:
        return type(error).__name__


class RandomTests:
    """Random tests, most of which mean something; within the grammar but for a few."""

    def __init__(self, rng):
        self.rng, self.names = rng, []

    def test(self):
        self.names = []
        lines = [self.statement(0) for _ in range(self.rng.randint(1, 4))]
        # Braces of Python's own, beside those to be filled in.
        return "\n".join(lines + [self.assertion()]).replace("\x01", "{").replace("\x02", "}")

    def assertion(self):
        left = self.value(self.rng.choice(KINDS), 2)
        return "assert %s %s %s" % (left, self.pick("== == == != < > <= >= in", "not in", "is not"), self.value(self.rng.choice(KINDS), 2))

    def pick(self, words, *more):
        return self.rng.choice(words.split() + list(more))

    def statement(self, depth):
        inner = lambda: self.statement(depth + 1).replace("\n", "\n    ")  # noqa: E731
        kind = self.rng.randrange(12 if depth < 2 else 6)
        name = self.rng.choice("abcde")
        if kind < 3:
            text = "%s = %s" % (name, self.value(self.rng.choice(KINDS), 2))
            self.names.append(name)
            return text
        if kind == 3 and self.names:
            return "%s %s %s" % (self.rng.choice(self.names), self.pick("+= -= *="), self.value("int", 1))
        if kind == 4:
            names = self.rng.sample("abcde", 2)
            text = "%s, %s = %s" % (names[0], self.pick("", "*") + names[1], self.value(self.pick("list tuple str"), 1))
            self.names += names
            return text
        if kind == 5:
            return self.assertion()
        if kind == 6:
            return "for %s in %s:\n    %s" % (name, self.value(self.rng.choice(KINDS[3:]), 1), inner())
        if kind == 7:
            return "if %s:\n    %s\nelse:\n    %s" % (self.value("bool", 2), inner(), inner())
        if kind == 8:
            raised = self.pick("ValueError TypeError Exception KeyError AssertionError", "(ValueError, IndexError)")
            return "try:\n    %s\nexcept %s as error:\n    %s\nfinally:\n    e = 1" % (inner(), raised, inner())
        if kind == 9:
            return "def g(x, y=%s):\n    %s\n    return x\na = g(%s)" % (self.value("int", 1), inner(), self.value("int", 1))
        if kind == 10:
            self.names.append(name)
            return "%s = 0\nwhile %s < 3:\n    %s += 1\n    %s" % (name, name, name, self.pick("pass continue break"))
        return "raise %s('x')" % self.pick("ValueError KeyError StopIteration")

    def value(self, kind, depth):
        rng = self.rng
        if rng.random() < 0.07:
            kind = rng.choice(KINDS)
        if self.names and rng.random() < 0.2:
            return rng.choice(self.names)
        if depth == 0 or rng.random() < 0.25:
            return rng.choice(LEAVES[kind])
        part = {name: lambda name=name: self.value(name, depth - 1) for name in KINDS}
        form = rng.choice(FORMS[kind] + ANY)
        while "{" in form:
            start = form.index("{")
            end = form.index("}", start)
            word = form[start + 1:end]
            text = part[rng.choice(KINDS) if word == "any" else word]()
            form = form[:start] + "(" + text + ")" + form[end + 1:]
        return form


KINDS = ["int", "float", "bool", "str", "list", "tuple", "dict", "set"]
LEAVES = {
    "int": "0 1 2 -1 3 7 8 10 255".split(),
    "float": ["0.5", "1.0", "-2.25", "1e3", "float('nan')", "float('inf')"],
    "bool": ["True", "False", "None"],
    "str": ["''", "'a'", "'abc'", "'A b'", "'12'", "'%s-%d'", "'x,y'"],
    "list": ["[]", "[1, 2, 3]", "[3, 1, 2]", "['b', 'a']", "[[1], [2]]", "[1.5, 2]"],
    "tuple": ["()", "(1,)", "(1, 'a')", "(2, 1)"],
    "dict": ["\x01\x02", "\x01'a': 1\x02", "\x011: 2, 3: [4]\x02"],
    "set": ["set()", "\x011, 2\x02", "\x01'a'\x02", "frozenset([1])"],
}
ANY = [
    "f({any})", "{any} if {bool} else {any}", "{any} and {any}", "{any} or {any}", "{list}[{int}]", "{dict}[{any}]", "f(x={any})",
    "{str}[{int}]", "max({list})", "min({any}, {any})", "{dict}.get({any}, {any})", "next(iter({any}))", "(lambda v: {any})({any})",
    "{tuple}[{int}]",
]
FORMS = {
    "int": [
        "{int} + {int}", "{int} - {any}", "{int} * {int}", "{int} // {int}", "{int} % {int}", "{int} ** 2", "len({any})", "abs({int})",
        "sum({list})", "int({any})", "{str}.count({str})", "{list}.index({any})", "{str}.find({str})", "ord({str})", "-{int}", "~{int}",
        "{int} << 2", "{int} & {int}", "round({float})", "sum(1 for v in {any})", "{list}.count({any})", "divmod({int}, {int})[0]",
    ],
    "float": ["{float} + {int}", "{float} / {float}", "round({float}, 2)", "float({any})", "{int} / {int}", "{float} * {float}", "sum([{float}, {int}])"],
    "bool": [
        "{any} == {any}", "{any} != {any}", "{int} < {float}", "{list} <= {list}", "not {any}", "{any} in {list}", "{any} in {set}",
        "{str} in {str}", "{any} is None", "isinstance({any}, (int, list))", "all({list})", "any({tuple})", "{str}.isdigit()",
        "{str}.startswith({str})", "all(f(v) for v in {list})", "{set} <= {set}", "1 < {int} <= 5", "type({any}) == {any}", "bool({any})",
    ],
    "str": [
        "{str} + {str}", "{str} * {int}", "str({any})", "repr({any})", "{str}.upper()", "{str}.replace({str}, {str})", "{str}.join({list})",
        "{str}[::-1]", "{str}[1:]", "{str}.strip()", "{str}.zfill({int})", "'%s' % {any}", "'%d|%5.2f' % (2, {float})", "{str} % {tuple}",
        "'\x01\x02-\x01!r\x02'.format({any}, {any})", "hex({int})", "chr({int})", "''.join(sorted({str}))", "f'\x01f(1)\x02 \x01 1.5:.2f\x02'", "{str}.title()",
    ],
    "list": [
        "{list} + {list}", "{list} * 2", "sorted({list})", "sorted({any}, key=lambda v: -v, reverse=True)", "list({any})", "[v for v in {list} if v]",
        "[f(v) for v in {list}]", "list(map(f, {list}))", "list(zip({list}, {str}))", "{list}[::-1]", "{str}.split({str})", "list(range({int}))",
        "list(enumerate({list}))", "list(filter(None, {list}))", "[*{list}, {any}]", "list({dict}.items())", "sorted({list}, key=str)", "list(reversed({list}))",
        "[(v, w) for v in {list} for w in {tuple}]", "list({str})", "{list}[{int}:{int}]",
    ],
    "tuple": ["tuple({any})", "({any}, {any})", "{tuple} + {tuple}", "{tuple}[:1]", "divmod({int}, {int})"],
    "dict": ["dict(zip({str}, {list}))", "\x01v: {any} for v in {str}\x02", "\x01{any}: {any}\x02", "dict(a={any})", "dict({dict})", "\x01**{dict}, 'z': {any}\x02"],
    "set": ["set({any})", "\x01v for v in {list}\x02", "{set} | {set}", "{set} & {set}", "{set}.union({any})", "frozenset({any})", "{set} - {set}"],
}


class AsPython(unittest.TestCase):
    def test_the_verdict_is_pythons_own(self):
        rng = random.Random(int(os.environ.get("SEED", 3)))
        decided, outcomes = 0, {}
        for _ in range(int(os.environ.get("TESTS", 5000))):
            code = RandomTests(rng).test()
            mine = interpreted(code)
            if mine is None:
                continue
            decided += 1
            theirs = executed(code)
            if mine == "StopIteration" and theirs == "RuntimeError":
                # Python turns one within a generator into another error; both are errors.
                theirs = mine
            if theirs == "SyntaxError":
                theirs = "broken"
            self.assertEqual(mine, theirs, code)
            outcomes[mine] = outcomes.get(mine, 0) + 1
        self.assertGreater(decided, 0.75 * int(os.environ.get("TESTS", 5000)), outcomes)
        self.assertGreater(min(outcomes[name] for name in ("pass", "AssertionError", "TypeError")), 50, outcomes)

    def test_humanevals_form(self):
        code = "METADATA = {'a': 1}\n\ndef check(candidate):\n    assert candidate(1) == 3\n    assert candidate([1, 2]) == [2, 1], 'x'\n    assert abs(candidate(1.5) - 4.0) < 1e-6\n\ncheck(f)"
        self.assertEqual(interpreted(code), "pass")
        self.assertEqual(interpreted(code.replace("4.0", "5.0")), "AssertionError")

    def test_what_the_candidate_raises_ends_no_iteration_of_ours(self):
        for code in (
            "assert all(map(f, [1, 8]))", "for x, y in zip(map(f, [8, 1]), [1]): assert False", "assert [f(x) for x in [8]] == []",
            "assert list(filter(f, [8])) == []", "assert sum(f(x) for x in [8]) == 0", "assert sorted([8], key=f) == [8]",
            "assert max([8, 8], key=f) == 8", "a, *b = map(f, [1, 8])", "assert not any(f(x) for x in [8])", "assert dict(map(f, [8])) == {}",
        ):
            self.assertEqual(interpreted(code), "StopIteration", code)
        self.assertEqual(interpreted("try:\n    f(8)\nexcept StopIteration:\n    pass"), "pass")

    def test_what_the_program_defines_makes_it_weak(self):
        for code, weak in (("assert abs(f(3) - 6) < EPS", True), ("assert helper(f(1))", True), ("assert f(1) == 3", False)):
            script = read_script(read_tree(code), "f")
            self.assertIs(run_script(script, Direct()), weak, code)
        for code, weak in (("assert abs(f(3) - 6) < EPS", True), ("assert f(helper(1)) == 3", True), ("assert f(f(0)) == 3", False)):
            suite = Suite({"entryPoint": "f", "tests": [{"kind": "assertion", "code": code}]})
            cell = evaluate(suite.tests[0], run_plan(LoadedProgram((PROGRAM, "")), suite.plans[0]))
            self.assertEqual((cell.verdict, cell.weak), ("pass", weak), code)

    def test_no_class_of_a_value_decides(self):
        for answer, code in (
            ("__import__('collections').namedtuple('T', 'isdigit startswith')(1, 2)", "assert f('12').isdigit()"),
            ("__import__('collections').namedtuple('T', 'x y')(1, 2)", "assert f(1).x == 1"),
            ("__import__('datetime').date(2000, 1, 1)", "assert f(1).year == 2000"),
            ("iter([])", "assert f(1) == 1"),
            ("object()", "assert f(1)"),
        ):
            suite = Suite({"entryPoint": "f", "tests": [{"kind": "assertion", "code": code}]})
            test = suite.tests[0]
            if test.kind == "planned":
                self.assertIsNone(evaluate(test, run_plan(LoadedProgram(("def f(x): return " + answer, "")), suite.plans[0])), code)
            else:
                self.assertEqual(test.kind, "beside")


MODULE = """import unittest
from solution import f

class TestF(unittest.TestCase):
    def setUp(self):
        self.values = [1, 2]

    def test_one(self):
        self.assertEqual(f(1), 3)
        with self.subTest(n=1):
            self.assertIn(3, [f(1)])
        with self.assertRaises(ValueError) as context:
            f(7)
        self.assertEqual(str(context.exception), "of the candidate")
        self.assertRaises(ValueError, f, 7)
        self.assertAlmostEqual(f(0.05), 1.1)
        self.assertListEqual(f(self.values), [2, 1])
        self.assertCountEqual(f([1, 2, 2]), [2, 1, 2])
        self.assertIsInstance(f(1), int)

    def test_two(self):
        with self.assertRaises(ValueError):
            f(1)

    def test_three(self):
        self.assertEqual(f([1]), (1,))

    def test_four(self):
        with self.assertRaises(TypeError):
            f(7)

    def test_five(self):
        import os
        self.assertTrue(os.path)

if __name__ == "__main__":
    unittest.main()
"""


class Methods(unittest.TestCase):
    def run_method(self, name):
        try:
            run_script(read_method(read_tree(MODULE), "TestF." + name, "f"), Direct())
            return "pass"
        except TestFailed as failed:
            return type(failed.error).__name__
        except OutOfGrammar:
            return None

    def test_methods_of_unittest(self):
        names = ["one", "two", "three", "four", "five", "six"]
        found = [self.run_method("test_" + name) for name in names]
        self.assertEqual(found, ["pass", "AssertionError", "AssertionError", "ValueError", None, None])

    def test_kinds(self):
        kinds = [
            read_test({"kind": "method", "module": module, "method": "TestF.test_one"}, "f").kind
            for module in (
                MODULE,
                MODULE.replace("class TestF", "@decorated\nclass TestF"),
                MODULE.replace("def setUp", "def tearDown(self): pass\n    def setUp"),
                MODULE.replace("import unittest", "import unittest, os"),
                MODULE.replace("(unittest.TestCase)", "(unittest.TestCase, metaclass=f)"),
                MODULE.replace("    def setUp", "    x = f(1)\n    def setUp"),
            )
        ]
        self.assertEqual(kinds, ["asked"] + ["beside"] * 5)


class Wire:
    """A conversation with a program in a thread of this process."""

    def __init__(self, program):
        self.questions, self.answers = queue.Queue(), queue.Queue()
        self.thread = threading.Thread(target=self.serve, args=(program,), daemon=True)
        self.thread.start()

    def serve(self, program):
        stdout = sys.stdout
        try:
            Conversation(LoadedProgram((program, "")), self).serve()
        except EOFError:
            pass
        finally:
            sys.stdout = stdout

    def receive(self):
        data = self.questions.get()
        if data is None:
            raise EOFError
        return data

    def send(self, data):
        self.answers.put(data)

    def request(self, frame):
        self.questions.put(frame)
        return self.answers.get()

    def close(self):
        self.questions.put(None)
        self.thread.join()


class Asked(unittest.TestCase):
    """``interpreter.ask`` over the real conversation."""

    def ask(self, program, code):
        test = read_test({"kind": "assertion", "code": code}, "f")
        wire = Wire(program)
        try:
            cell = ask(test, JudgeTalk(wire, "f"))
        finally:
            wire.close()
        return cell and (cell.verdict, cell.weak)

    def test_verdicts(self):
        for program, code, expected in (
            (PROGRAM, "x = [1, 2]\nassert f(x) == [2, 1] and x == [1, 2]", ("pass", False)),
            ("def f(x): x.append(1)", "x = []\nf(x)\nassert x == [1]", ("pass", False)),
            ("def f(x): return x", "x = []\nassert f(x) is x", ("pass", False)),
            (PROGRAM, "assert all(f(x) for x in range(3)) and f(1) == 2", ("fail", False)),
            (PROGRAM, "assert f(1) == 3", ("pass", False)),
            (PROGRAM, "for x in [7]: f(x)", ("error", False)),
            (PROGRAM, "for x in [8]: assert all(map(f, [x]))", ("error", False)),
            (PROGRAM, "for x in [8]:\n    try: f(x)\n    except StopIteration: pass", ("pass", False)),
            (PROGRAM, "for x in [3]: assert abs(f(x) - 6) < EPS", ("pass", True)),
            (PROGRAM, "for x in [3]: assert helper(f(x))", ("pass", True)),
            (PROGRAM, "for x in [3]: assert nothing(f(x))", ("error", True)),
            ("import math\n" + PROGRAM, "for x in [3]: assert math.sqrt(9) == 3", ("pass", False)),
            ("def f(n):\n    yield from range(n)", "for n in [3]: assert list(f(n)) == [0, 1, 2]", ("pass", True)),
            ("def f(n): return object()", "for n in [3]: assert f(n) is not None", ("pass", True)),
            ("def f(n): return object()", "for n in [3]: assert f(n)", None),
            ("class A:\n    def __eq__(self, other): return True\ndef f(n): return A()", "for n in [3]: assert f(n) == 6", None),
            ("def f(n):\n    while True: yield n", "for n in [3]: assert list(f(n))", None),
            ("def f(g): return g(1)", "x = 1\nassert f(lambda y: x) == 1", None),
            ("def f(g): return 'x' * 9_000_000", "for x in [1]:\n    try: f(x)\n    except Exception: pass", ("error", False)),
            ("def f(g): raise MemoryError", "for x in [1]:\n    try: f(x)\n    except: pass", ("out-of-memory", False)),
            ("raise ValueError", "for x in [1]: assert f(x)", ("error", False)),
            ("def f(x): raise SystemExit", "for x in [1]: f(x)", ("error", False)),
        ):
            self.assertEqual(self.ask(program, code), expected, (program, code))


class Touched(Exception):
    pass


def _canary_class(log):
    def method(name):
        def record(self, *arguments, **keywords):
            log.append(name)
            raise Touched(name)

        return record

    names = "getattribute eq ne lt le gt ge hash bool len iter next getitem contains call add radd sub mul rmul mod str repr format int float index enter exit"
    return type("Canary", (), {"__%s__" % name: method(name) for name in names.split()})


EVIL = (
    "(i for i in [0]).gi_frame", "f.__globals__", "f.f_back", "().__class__.__bases__", "''.__class__.__mro__[1].__subclasses__()", "(y := f(1))",
    "getattr(f, 'x')", "eval('1')", "exec('1')", "__import__('os')", "open('/etc/passwd')", "globals()", "locals()", "vars()", "f(1).x",
    "'{0.__class__}'.format(f(1))", "'{0[0]}'.format(f(1))", "'%(a)s' % f(1)", "f'{f(1)!a}'", "f'{f(1):{2}}'", "f'{f(1)}'", "str(f(1))", "repr(f(1))",
    "[f(1)]", "{f(1)}", "{f(1): 1}", "f(1) == 1", "1 == f(1)", "[f(1)] == [1]", "[1] == [f(1)]", "(f(1),) == (1,)", "f(1) in [1]", "1 in f(1)", "f(1) in {1}",
    "f(1) < 2", "sorted([f(1), 2])", "max(1, f(1))", "len(f(1))", "bool(f(1))", "not f(1)", "f(1) and 1", "f(1) + 1", "1 + f(1)", "-f(1)", "abs(f(1))", "sum([f(1)])",
    "list(f(1))", "[*f(1)]", "f(1)[0]", "f(1)[0:1]", "[1][f(1)]", "{1: 2}[f(1)]", "f(1)()", "f(f(1))()", "f(*f(1))", "f(**f(1))", "map(f(1), [1])", "list(map(f(1), [1]))",
    "sorted([1], key=f(1))", "''.join(f(1))", "' '.join([f(1)])", "'a'.startswith(f(1))", "'%s' % f(1)", "'%d' % (f(1),)", "int(f(1))", "float(f(1))", "isinstance(f(1), int)",
    "isinstance(1, f(1))", "iter(f(1))", "next(f(1))", "round(f(1))", "range(f(1))", "dict([(f(1), 1)])", "set([f(1)])", "zip(f(1))", "all([f(1)])", "f(1).upper()",
    "str.upper(f(1))", "(lambda x=f(1): x)()", "(lambda *a: a)(1)", "(lambda: (yield))()", "[x for x in [f(1)] if x]", "[x async for x in f(1)]", "{**f(1)}", "(await f(1))",
    "[L[0].gi_frame.f_back for L in [[]] for g in [(L[0] for _ in [0])] if L.append(g) is None]", "type(f(1))", "type('X', (), {})", "object()", "super()", "memoryview(b'')",
    "breakpoint()", "input()", "help()", "print(f(1))", "hash(f(1))", "id(f(1))", "dir(f(1))", "callable(f(1))", "f(1) is None", "f(1) is f(1)", "1 if f(1) else 2", "f(1) ** 2",
    "f(1) @ 2", "x.y", "x", "x()", "int.__add__", "str.format", "'{}'.format(f(1))", "__name__", "__builtins__", "f(1).conjugate().real", "abs", "lambda: f(1)",
    "'a'.encode(f(1))", "b'a'.decode(f(1))", "bytes('a', f(1))", "int('1', f(1))", "sum([1], f(1))", "sorted([1], reverse=f(1))", "enumerate([1], f(1))", "'a'.center(3, f(1))",
    "math.isclose(1, f(1))", "max([], default=f(1))", "[1].index(f(1))", "[f(1)].index(1)", "[f(1)].count(1)", "{1: 2}.get(f(1))", "{1}.union(f(1))", "{1}.union([f(1)])", "[1].extend(f(1))", "[1].insert(f(1), 2)",
    "'a'.split(f(1))", "'a'.replace('a', f(1))", "pow(2, f(1))", "divmod(1, f(1))", "ord(f(1))", "chr(f(1))", "slice(f(1))", "'abc'[slice(f(1))]", "complex(f(1))", "tuple([f(1)]) == (1,)", "frozenset([f(1)])",
    "issubclass(f(1), int)", "type(f(1)) is int", "filter(f(1), [1])", "list(filter(None, [f(1)]))", "any([f(1)])", "min([f(1), f(1)])", "reversed(f(1))", "f(1) != f(1)", "(1, f(1)) < (1, f(1))", "range(3)[f(1)]", "1 in [f(1)]",
    "math.__loader__", "math.sqrt(f(1))", "math.os", "collections.abc", "self.x", "unittest.mock", "copy.sys",
)
EVIL_STATEMENTS = (
    "assert {}", "a = {}", "a, b = {}", "for a in {}:\n    pass", "while {}:\n    break", "if {}:\n    pass", "try:\n    {}\nexcept {}:\n    pass", "try:\n    {}\nexcept Exception as e:\n    assert {}",
    "with {}:\n    pass", "with {} as a:\n    pass", "raise {}", "a += {}", "[1][0] = {}", "({})[0] = 1", "({}).x = 1", "del a", "global a", "import os", "from os import *",
    "import math\nassert {}", "import copy\nassert copy.deepcopy({})", "def g(x={}):\n    return x\ng()", "def g():\n    yield {}\nlist(g())", "async def g():\n    pass", "@f\ndef g(): pass", "class A:\n    a = {}",
    "match {}:\n    case object(__class__=c):\n        pass", "match {}:\n    case [a, *b]:\n        pass", "def g(*a, **k):\n    return {}\ng()", "a: {} = 1", "lambda: {}", "return {}", "nonlocal a", "{}",
    "def g(n):\n    return {}\ng(1)", "import unittest\nassert {}", "assert 1, {}", "assert 0, {}", "a = b = {}\nassert a == b", "from typing import List\nx: List[{}] = 1", "x = [1]\nx.append({})\nassert x == [1]",
)
WATCHED = ("exec", "compile", "open", "os.", "subprocess", "sys._getframe", "gc.", "object.__getattr__", "object.__setattr__", "code.__new__", "function.__new__", "builtins.input", "builtins.breakpoint", "socket.", "ctypes", "marshal", "pickle")
events, watching = [], [False]


def _hook(event, arguments):
    if watching[0] and event.startswith(WATCHED):
        events.append((event, str(arguments)[:200]))


sys.addaudithook(_hook)


class NothingElse(unittest.TestCase):
    """No node, attribute or call outside the grammar is evaluated."""

    def test_an_object_of_a_class_that_is_not_listed_is_never_touched(self):
        rng, log = random.Random(5), []
        canary = _canary_class(log)()

        class Oracle:
            def call(self, name, arguments, keywords):
                return canary

            def name(self, name):
                return canary

        ran = 0
        for _ in range(5000):
            code = rng.choice(EVIL_STATEMENTS)
            while "{}" in code:
                text = rng.choice(EVIL)
                if rng.random() < 0.3:
                    text = text.replace("f(1)", rng.choice(EVIL), 1)
                code = code.replace("{}", text, 1)
            try:
                tree = ast.parse(code)
                script = read_script(tree, "f")
            except (SyntaxError, OutOfGrammar):
                continue
            ran += 1
            del events[:]
            watching[0] = True
            try:
                run_script(script, Oracle(), Budget(20_000, 1_000_000))
            except (TestFailed, OutOfGrammar):
                pass
            finally:
                watching[0] = False
            self.assertEqual(log, [], code)
            self.assertEqual(events, [], code)
        self.assertGreater(ran, 800)

    def test_random_trees(self):
        """Trees that no text has: any node anywhere, with names and attributes that reach far."""
        rng, log = random.Random(9), []
        canary = _canary_class(log)()
        read = ran = 0

        class Oracle:
            def call(self, name, arguments, keywords):
                return rng.choice([canary, 1, "a", [1, 2], {1: 2}, None, (1,)])

            name = lambda self, name: canary  # noqa: E731

        for _ in range(5000):
            tree = ast.fix_missing_locations(ast.Module([_random_statement(rng, 3)], []))
            try:
                script = read_script(tree, "f")
            except OutOfGrammar:
                continue
            read += 1
            del events[:]
            watching[0] = True
            try:
                run_script(script, Oracle(), Budget(20_000, 1_000_000))
                ran += 1
            except (TestFailed, OutOfGrammar):
                ran += 1
            finally:
                watching[0] = False
            self.assertEqual(log, [])
            self.assertEqual(events, [])
        self.assertGreater(read, 500)
        self.assertEqual(read, ran)


NAMES = "f x len str list sorted map abs type __import__ eval getattr print self a".split()
ATTRIBUTES = "gi_frame f_back f_globals __class__ __globals__ append upper join split keys x format count".split()


def _random_expression(rng, depth):
    if depth == 0 or rng.random() < 0.2:
        if rng.random() < 0.6:
            return ast.Name(rng.choice(NAMES), ast.Load()) if rng.random() < 0.4 else ast.Call(ast.Name("f", ast.Load()), [], [])
        return ast.Constant(rng.choice([0, 1, "a", None, True, 2.5, b"x", ...]))
    inner = lambda: _random_expression(rng, depth - 1)  # noqa: E731
    loop = lambda: ast.comprehension(ast.Name("x", ast.Store()), inner(), [inner()] if rng.random() < 0.3 else [], int(rng.random() < 0.05))  # noqa: E731
    parameters = ast.arguments([], [ast.arg("x", None)], None, [], [], None, [inner()])
    return rng.choice(
        [
            lambda: ast.BinOp(inner(), rng.choice([ast.Add, ast.Mult, ast.Mod, ast.MatMult, ast.Pow, ast.Sub])(), inner()),
            lambda: ast.BoolOp(rng.choice([ast.And, ast.Or])(), [inner(), inner()]),
            lambda: ast.UnaryOp(rng.choice([ast.Not, ast.USub, ast.Invert])(), inner()),
            lambda: ast.Compare(inner(), [rng.choice([ast.Eq, ast.Lt, ast.In, ast.Is, ast.NotIn, ast.NotEq])()], [inner()]),
            lambda: ast.Call(inner(), [inner()], [ast.keyword(rng.choice(["key", "x", None]), inner())] if rng.random() < 0.2 else []),
            lambda: ast.Call(ast.Attribute(inner(), rng.choice(ATTRIBUTES), ast.Load()), [inner()], []),
            lambda: ast.Attribute(inner(), rng.choice(ATTRIBUTES), ast.Load()),
            lambda: ast.Subscript(inner(), inner(), ast.Load()),
            lambda: ast.IfExp(inner(), inner(), inner()),
            lambda: ast.List([inner(), ast.Starred(inner(), ast.Load())], ast.Load()),
            lambda: ast.Tuple([inner(), inner()], ast.Load()),
            lambda: ast.Dict([inner(), None], [inner(), inner()]),
            lambda: ast.Set([inner()]),
            lambda: ast.ListComp(inner(), [loop()]),
            lambda: ast.GeneratorExp(inner(), [loop(), loop()]),
            lambda: ast.DictComp(inner(), inner(), [loop()]),
            lambda: ast.Lambda(parameters, inner()),
            lambda: ast.NamedExpr(ast.Name("x", ast.Store()), inner()),
            lambda: ast.JoinedStr([ast.FormattedValue(inner(), rng.choice([-1, 115, 114, 97]), None)]),
            lambda: ast.Yield(inner()),
            lambda: ast.Await(inner()),
        ]
    )()


def _random_statement(rng, depth):
    inner = lambda: _random_expression(rng, depth)  # noqa: E731
    body = lambda: [_random_statement(rng, depth - 1)] if depth else [ast.Pass()]  # noqa: E731
    name = ast.Name("x", ast.Store())
    return rng.choice(
        [
            lambda: ast.Assert(inner(), inner() if rng.random() < 0.3 else None),
            lambda: ast.Assign([name], inner()),
            lambda: ast.AugAssign(name, ast.Add(), inner()),
            lambda: ast.Expr(inner()),
            lambda: ast.For(name, inner(), body(), []),
            lambda: ast.While(inner(), body() + [ast.Break()], []),
            lambda: ast.If(inner(), body(), body()),
            lambda: ast.With([ast.withitem(inner(), name)], body()),
            lambda: ast.Raise(inner(), None),
            lambda: ast.Try(body(), [ast.ExceptHandler(rng.choice([inner(), ast.Name("Exception", ast.Load())]), "x", body())], [], []),
            lambda: ast.Delete([ast.Name("x", ast.Del())]),
            lambda: ast.Global(["x"]),
            lambda: ast.Import([ast.alias(rng.choice(["os", "math", "sys"]), None)]),
        ]
    )()


class Bounds(unittest.TestCase):
    """Whatever a test asks for ends soon."""

    def timed(self, function, seconds):
        started = time.process_time()
        result = function()
        spent = time.process_time() - started
        self.assertLess(spent, seconds)
        return result

    def test_deep_and_long_texts(self):
        for text, kinds in (
            ("1 + " * 599 + "1", ("planned",)),
            ("1 + " * 49_000 + "1", ("broken",)),
            ("1 + " * 100_000 + "1", ("broken",)),
            ("-" * 600 + "1", ("planned",)),
            ("(" * 10_000 + "1" + ")" * 10_000, ("broken",)),
            ("[" * 89 + "1" + "]" * 89, ("planned",)),
            ("not " * 5_000 + "1", ("broken",)),
            ("f" + "()" * 5_000, ("broken",)),
            ("f'{" + "1+" * 5_000 + "1}'", ("broken",)),
            ("1 if 1 else " * 5_000 + "1", ("broken",)),
            ("lambda: " * 5_000 + "1", ("broken",)),
            ("'" + "x" * 250_000 + "'", ("broken",)),
        ):
            code = "assert f(1) == " + text
            test = self.timed(lambda: read_test({"kind": "assertion", "code": code}, "f"), 0.2)
            self.assertIn(test.kind, kinds, text[:20])
            if test.kind == "planned":
                answer = run_plan(LoadedProgram((PROGRAM, "")), b"m" + __import__("marshal").dumps(tuple(test.steps)))
                self.timed(lambda: evaluate(test, answer), 0.2)
        branches = "if f(1): pass\n" + "elif f(2): pass\n" * 3_000
        self.assertEqual(self.timed(lambda: read_test({"kind": "assertion", "code": branches}, "f"), 0.2).kind, "broken")

    def test_what_grows(self):
        pairs = "x = ()\nfor i in range(60): x = (x, x)\n"
        for code in (
            "assert 'a' * f(2_000_000_000)", "assert [0] * f(10**9)", "assert f(3) ** f(10**9)", "assert 1 << f(10**9)", "assert sum([[1]] * 60000, []) == f(1)",
            "assert 'a'.ljust(f(10**9))", "assert 'a'.zfill(f(10**9))", "assert '%999999999d' % f(1)", "assert '%*d' % (10**9, f(1))", "assert '{:999999999}'.format(f(1))",
            "assert f'{f(1):999999999}'", "assert ('a' * 1000).replace('a', 'b' * 100000)", "assert ','.join(['a' * 10000] * 100000)", "assert list(range(10**7))", "assert range(10**30)",
            "x = [1]\nfor y in x: x.append(y)", "x = 'a'\nwhile True: x += x", "x = [1]\nwhile True: x = x + x", "while True: pass", "def g(n): return g(n)\ng(1)", "g = lambda g: g(g)\ng(g)",
            "g = [1]\nfor i in range(10000): g = map(lambda v: v, g)\nassert list(g)", pairs + "assert {x: 1}", pairs + "assert str(x)", pairs + "assert '%s' % (x,)", pairs + "assert {x}",
            pairs + "assert (x, 1) in {1}", "x = 3\nwhile True: x = x * x", "assert max(str(i) * 100000 for i in range(10000))", "[a for a in range(999) for b in range(999) for c in range(999)]",
            "x = []\nfor i in range(10000): x = [x]\nassert x == f(1)", "import math\nassert math.factorial(10**6)", "import math\nassert math.comb(10**6, 10**5)", "import math\nassert math.prod([10**1000] * 10**5)",
            "assert pow(3, 10**1000, 10**1000)", "assert ('ab' * 10**5).count('a' * 10**5 + 'b') == ('ab' * 10**5).find(('a' * 10**5 + 'b') * 3)", "assert sorted([[1] * 1000] * 100000)",
            "assert [[1] * 1000] * 10000 == [[1] * 1000 for i in range(10000)] == 1", "x = {}\nfor i in range(20000): x[(i, 2)] = 1\nfor i in range(20000): (i, 3) in x",
            "assert {k * 2305843009213693951 for k in range(20000)}", "assert dict.fromkeys([1])", "assert int('9' * 100000)", "assert str(9 ** 20000 ** 2)", "assert ['a' * 10**6] * 10**4 == ['a' * 10**6 + ''] * 10**4 + [1]",
        ):
            found = self.timed(lambda: interpreted(code), 0.6)
            self.assertIn(found, (None, "RecursionError", "broken", "AssertionError"), code)

    def test_what_is_shared_is_compared_once(self):
        shared = "x = []\ny = []\nfor i in range(70):\n    x = [x, x]\n    y = [y, y]\n"
        self.assertEqual(self.timed(lambda: interpreted(shared + "assert x == y"), 0.2), "pass")
        self.assertEqual(self.timed(lambda: interpreted(shared + "assert x == [y]"), 0.2), "AssertionError")
        self.assertEqual(interpreted("x = [1]\nx.append(x)\ny = [1]\ny.append(y)\nassert x == y"), "RecursionError")
        self.assertEqual(interpreted("x = [1]\nx.append(x)\ny = [2]\ny.append(y)\nassert x != y"), "pass")


if __name__ == "__main__":
    unittest.main()
