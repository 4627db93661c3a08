"""The program's side of the value lane: loads a program in a fresh module and answers a test's calls with plain values.

A *plan* is ``marshal`` of (setup, steps, names, bound). ``setup`` is code, or None, that runs in the program's namespace before
the calls; a step is a call's code, or (target, arguments) of a ``calls`` test; ``names`` are those by which the comparison means
built-ins, ``bound`` those that the test gives a value.

An *answer* is one tag byte and a payload: ``v`` encoded value, ``e`` encoded (class names along the MRO, message) of an
exception, ``o`` out of memory, ``t`` no plain value: the test belongs to the together lane (the payload says why), ``u`` an
object that equals everything, ``m`` encoded tuple of several steps' answers, with the values among them as they are.
"""

import contextlib
import functools
import io
import linecache
import marshal
import os
import re
import sys
import types

from codec import MAX_BYTES, SCALARS, Encoder, NotPlain, encode, type_name

MODULE_NAME = "candidate"
#: Names under which the tests of people and models import the program.
ALIASES = (MODULE_NAME, "candidate_module", "solution", "main_module", "your_module")
#: Modules that many programs import.
COMMON = frozenset("abc bisect collections copy functools heapq itertools json math operator re string typing".split())
RECURSION_LIMIT = 1000
# Of one answer in a ``calls`` test, and of all answers of one cell.
MAX_ANSWER_BYTES = 32 * 1024 * 1024
MAX_MESSAGE = 2000
# Importing these does something.
LOUD = frozenset("antigravity this __main__ __phello__ __hello__ idlelib turtledemo test lib2to3".split())
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))", re.MULTILINE)


class LoadedProgram:
    """A compiled program, ``(code, setup)``; ``fresh`` runs it in a new module.

    ``imports``: names of the modules that the test imports; one of ``ALIASES`` is the program's name then.
    """

    def __init__(self, program, imports=(), name=MODULE_NAME):
        code, setup = program
        self.text = "%s\n%s" % (setup, code) if setup else code
        self.imports = imports
        own = [each for each in imports if each in ALIASES]
        self.name = own[0] if own else name
        self.file = os.path.abspath(("program" if name == "__main__" else self.name) + ".py")
        #: Whether its file is there: it or a test may look for it.
        self.lies = own or name == "__main__" or "__file__" in code
        self.setup = self.code = self.failure = None
        try:
            if setup:
                self.setup = compile(setup, "<setup>", "exec", dont_inherit=True)
            self.code = compile_shown(code.lstrip("\ufeff"), self.file)
        except BaseException as error:
            self.failure = error.with_traceback(None)

    @functools.cached_property
    def reads(self):
        """Names that it may read from its module, or from the built-ins."""
        return frozenset(name for code in (self.setup, self.code) if code for name in _names_of(code))

    def fresh(self):
        """The namespace of the program after a load of its own; raises what the program raises, or its compilation did."""
        if self.failure is not None:
            raise self.failure
        start_anew()
        module = types.ModuleType(self.name)
        for each in (self.name, *ALIASES):
            sys.modules[each] = module
        module.__file__ = self.file
        if self.lies:
            with open(self.file, "w", encoding="utf-8", errors="surrogatepass") as file:
                file.write(self.text)
        if self.setup is not None:
            exec(self.setup, module.__dict__)
        exec(self.code, module.__dict__)
        return module.__dict__

    def load_imports(self):
        """Loads the installed modules that program and test name, which does not count as a cell's time."""
        names = () if redirects_imports(self.text) else {*self.imports, *imported_names(self.text)}
        for name in sorted(names):
            with contextlib.suppress(BaseException):
                LOUD.intersection(name.split(".")) or __import__(name)
        remember_compiled()


def compile_shown(text, name):
    """Its code; whoever looks at a function's source finds it, as if it had been imported from a file."""
    linecache.cache[name] = (len(text), None, io.StringIO(text, None).readlines(), name)
    return compile(text, name, "exec", dont_inherit=True)


def _names_of(code):
    """Names of globals and attributes in code and the functions in it."""
    yield from code.co_names
    for each in code.co_consts:
        if type(each) is types.CodeType:
            yield from _names_of(each)


def remember_compiled():
    """Has data classes and named tuples compile a text once, and not for each cell, in which the class is made anew."""
    for name, run in (("dataclasses", exec), ("collections", eval)):
        if name in sys.modules:
            setattr(sys.modules[name], run.__name__, _remembering(run))


def _remembering(run):
    known = {}

    def evaluate(text, *spaces):
        code = known.get(text)
        if code is None:
            code = known[text] = compile(text, "<string>", run.__name__, dont_inherit=True)
        return run(code, *spaces)

    return evaluate


def start_anew():
    """What a cell that shares a process finds as the first one found it, as far as that is cheap."""
    if "random" in sys.modules:
        sys.modules["random"].seed(0)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)
    if sys.getrecursionlimit() != RECURSION_LIMIT:
        sys.setrecursionlimit(RECURSION_LIMIT)


def imported_names(text):
    """Names of the modules that a text's lines import; a line within a string costs no more than a needless load."""
    for module, modules in IMPORT.findall(text):
        yield from [module] if module else [name.split()[0] for name in modules.split(",") if name.strip()]


def clean_process(home):
    """Takes the runner's own modules out of sight, and gives them: candidates see what a program of its own would see."""
    # The program's folder comes last: no file in it replaces an installed module.
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != home] + [os.getcwd()]
    names = [name for name, module in sys.modules.items() if (getattr(module, "__file__", None) or "").startswith(home + os.sep)]
    own = {name: sys.modules.pop(name) for name in names}
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv = [""]
    return own


def redirects_imports(text):
    """Whether a text may give an installed module's name to another module: nothing is loaded ahead then."""
    return any(each in text for each in ("meta_path", "path_hooks", "sys.path.insert", "sys.modules"))


def message_of(error):
    """Text of an exception, whatever its own methods do."""
    try:
        message = str(error)
        return message if type(message) is str else ""
    except BaseException:
        return ""


def exception_answer(error):
    """``e``, class names and message of an exception."""
    names = [type_name(base) for base in type.__getattribute__(type(error), "__mro__")[:20] if base is not object]
    return b"e" + encode((tuple(names), message_of(error)[:MAX_MESSAGE]))


def value_answer(value, most=MAX_BYTES):
    """The answer that a returned value is."""
    try:
        return b"v" + Encoder(most).encode(value)
    except NotPlain as problem:
        if equals_anything(problem.value):
            return b"u" + b"the program returned an object that equals everything"
        return b"t" + str(problem).encode("utf-8", "replace")


def equals_anything(value):
    """Whether an object says that it is equal to values that nobody could foresee, of several types."""
    drawn = os.urandom(8)
    try:
        return all(bool(value == each) for each in (int.from_bytes(drawn, "little") + 0.5, drawn.hex(), object()))
    except Exception:
        return False


def find_target(namespace, target):
    """The function of that name; ``Solution.f``: the method of a new ``Solution``, or ``f`` where there is no such class."""
    owner, _, name = target.rpartition(".")
    if owner in namespace:
        return getattr(namespace[owner](), name)
    if name not in namespace:
        raise NameError("name '%s' is not defined" % name)
    return namespace[name]


def answer_plan(loaded, plan):
    """The answer of one cell, from a fresh module; its steps see each other's state."""
    # Fresh steps: what one cell does to its arguments, no other sees.
    setup, steps, names, bound = marshal.loads(plan)
    try:
        namespace = loaded.fresh()
        if any(name in namespace for name in names) or bound and not loaded.reads.isdisjoint(bound):
            return b"ta name of the test's is the program's, too"
        if setup:
            exec(setup, namespace)
    except MemoryError:
        return b"o"
    except BaseException as error:
        return exception_answer(error)
    if steps and type(steps[0]) is tuple:
        return _answer_calls(namespace, steps)
    return _answer_steps(namespace, steps)


def _answer_calls(namespace, steps):
    """Each answer by itself: a benchmark's rule compares one before the next call is made."""
    answers = []
    for target, arguments in steps:
        try:
            answers.append(value_answer(find_target(namespace, target)(*arguments), MAX_ANSWER_BYTES))
        except MemoryError:
            answers.append(b"o")
        except BaseException as error:
            answers.append(exception_answer(error))
    return answers[0] if len(answers) == 1 else _several(answers)


def _answer_steps(namespace, steps):
    """Values are written together at the end, so that what two of them share stays shared.

    Where a later call changed what an earlier one had returned, a test that looks in between could tell.
    """
    found, before = [], []
    for step in steps:
        try:
            value = eval(step, namespace)
        except MemoryError:
            return b"o"
        except BaseException as error:
            answer = exception_answer(error)
            value = None
        else:
            answer = value_answer(value)
        if len(steps) == 1 or answer[:1] in b"tu":
            return answer
        found.append((value, None if answer[:1] == b"v" else answer))
        if answer[:1] == b"v" and type(value) not in SCALARS:
            before.append((value, answer))
    if any(value_answer(value) != answer for value, answer in before):
        return b"ta call changed what another had returned"
    return _several(found)


def _several(answers):
    try:
        return b"m" + encode(tuple(answers), MAX_ANSWER_BYTES)
    except NotPlain as problem:
        return b"t" + str(problem).encode()
