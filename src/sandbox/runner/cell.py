"""The candidate side: loads a candidate and answers calls with encoded values. It never sees a test.

Two ways to be asked:

* ``run_plan(loaded, plan)``: a *plan* is the encoded tuple of steps that one cell needs, each ``("call", name, args,
  kwargs)`` with constant arguments, ``("answer", target, args)`` (see ``calls``), ``("eval", text, ...)`` for a call whose arguments are calls or names of the
  candidate's, or ``("name", name)``. The candidate is loaded into a fresh module first. The
  answer is a tuple of outcomes, one a step.
* ``conversation.Conversation(loaded, channel).serve()``: the judge asks step by step and may hold live objects by handle.

An *outcome* is bytes: ``v`` + encoded value; ``w`` + encoded value where a subclass was reduced to its built-in base;
``m`` + module name; ``e`` + encoded (class names along the MRO, message) of an exception; ``o`` out of memory;
``l`` + text, a value that cannot leave the process (the judge then asks again in a conversation); ``u`` + text, a value
too large or too deep.
"""

import marshal
import sys
import types

from codec import MAX_BYTES, SCALARS, Encoder, Unencodable, decode, encode, type_name
from extensions import EXTENSIONS
from heavy import PACKAGES, fresh_state
from safety import ONLY_AST, imported_modules, is_contained, is_installed, is_plainly_contained

MODULE_NAME = "candidate"
# Of one answer in a ``calls`` test, and of all answers of one cell: what the shared memory holds.
MAX_ANSWER_BYTES = 20 * 1024 * 1024
# Importing these does something.
NEVER_LOADED = {"antigravity", "this", "__main__", "__phello__", "__hello__", "idlelib", "turtledemo"}


class LoadedProgram:
    """A compiled candidate, ``(code, setup)``; ``fresh`` runs it in a new module.

    ``contained`` says whether its cells may share a process (see ``safety``), where that was asked for, and
    ``contained_heavily`` whether they may share one that is confined (see ``heavy``);
    ``load_failed`` whether the last load raised, before any call.
    """

    def __init__(self, program, judge_containment=False):
        code, setup = program
        self.contained = self.contained_heavily = self.load_failed = False
        #: What stands in for ``eval`` in a contained program.
        self.eval = None
        self.setup = self.code = self.failure = self.random_state = None
        try:
            if setup:
                self.setup = compile(setup, "<setup>", "exec", dont_inherit=True)
            source = code.lstrip("\ufeff")
            self.code = compile(source, "<candidate>", "exec", dont_inherit=True)
            if judge_containment:
                found = {_is_contained(self.code, source)}
                if setup:
                    found.add(_is_contained(self.setup, setup))
                self.contained, self.contained_heavily = found == {True}, False not in found
        except MemoryError:
            self.failure, self.contained = b"o", True
        except BaseException as error:
            self.failure, self.contained = exception_outcome(error), True
        if "random" in code or setup and "random" in setup:
            import random

            random.seed(0)
            self.random_state = random.getstate()
        self.draws = any(package in text for package in PACKAGES for text in (code, setup or ""))

    def fresh(self, name=MODULE_NAME):
        """The namespace of the candidate after a load of its own; raises what the candidate raises."""
        if self.random_state is not None:
            sys.modules["random"].setstate(self.random_state)
        if self.draws:
            fresh_state()
        module = types.ModuleType(name)
        sys.modules[name] = module
        namespace = module.__dict__
        if self.eval is not None:
            namespace["eval"] = self.eval
        if self.setup is not None:
            exec(self.setup, namespace)
        exec(self.code, namespace)
        return namespace

    def load_imports(self):
        """Loads the installed modules that the program names, which is no time of its cells."""
        for name in sorted(imported_modules(self.code) - NEVER_LOADED) if self.code is not None else ():
            if not is_installed(name):
                continue
            try:
                __import__(name)
            except BaseException:
                pass
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(0)

    def run_main(self):
        """Runs the program as ``__main__``; raises what it raises."""
        if self.failure is not None:
            raise SyntaxError("the program cannot be compiled")
        self.fresh("__main__")


def join_outcomes(outcomes):
    """What is recorded of a cell: its one outcome, or all of them encoded."""
    if len(outcomes) == 1:
        return outcomes[0]
    try:
        return encode(outcomes, limit=MAX_ANSWER_BYTES)
    except Unencodable as problem:
        return b"u" + str(problem).encode()


def _is_contained(compiled, source):
    if is_plainly_contained(compiled):
        return True
    return is_contained(compile(source, "<candidate>", "exec", ONLY_AST, dont_inherit=True))


def exception_outcome(error):
    """``e`` and what the judge needs to raise the same again."""
    kind = type(error)
    try:
        message = str(error)
        if type(message) is not str:
            message = ""
    except BaseException:
        message = ""
    return b"e" + encode((class_names(kind), message[:2000]))


def class_names(kind):
    """(module, name) of a class and its bases in order of resolution."""
    return [
        (str(type.__getattribute__(base, "__module__")), type_name(base))
        for base in type.__getattribute__(kind, "__mro__")[:20]
        if base is not object
    ]


def value_outcome(value, most=MAX_BYTES):
    """``v``, ``w``, ``m``, ``l`` or ``u`` for a returned value."""
    scalar = SCALARS.get(type(value))
    if scalar is not None:
        data = scalar(value)
        return b"v" + data if len(data) <= most else b"ularger than %d bytes" % most
    if type(value) is types.ModuleType:
        return b"m" + str(value.__name__).encode("utf-8", "replace")
    encoder = Encoder(None, EXTENSIONS, most)
    try:
        data = encoder.encode(value)
    except Unencodable as problem:
        text = str(problem)
        return (b"l" if text.startswith("a live") else b"u") + text.encode("utf-8", "replace")
    return (b"w" if encoder.weak else b"v") + data


_expressions = {}


def _expression(text):
    """The compiled call expression of a test; the same ones come again for every cell and candidate."""
    found = _expressions.get(text)
    if found is None:
        found = _expressions[text] = compile("(%s\n)" % text, "<call>", "eval", dont_inherit=True)
    return found


def run_step(namespace, step):
    """The outcome of one step of a plan."""
    try:
        if step[0] == "name":
            if step[1] not in namespace:
                raise NameError("name '%s' is not defined" % step[1])
            return value_outcome(namespace[step[1]])
        if step[0] == "eval":
            return value_outcome(eval(_expression(step[1]), namespace))
        if step[0] == "answer":
            return value_outcome(find_target(namespace, step[1])(*step[2]), MAX_ANSWER_BYTES)
        _, name, arguments, keywords = step
        if name not in namespace:
            raise NameError("name '%s' is not defined" % name)
        return value_outcome(namespace[name](*arguments, **keywords))
    except MemoryError:
        return b"o"
    except BaseException as error:
        return exception_outcome(error)


def find_target(namespace, target):
    """The function of that name; ``Solution.f``: the method of a new ``Solution``, or ``f`` where there is no such class."""
    owner, _, name = target.rpartition(".")
    if owner in namespace:
        return getattr(namespace[owner](), name)
    if name not in namespace:
        raise NameError("name '%s' is not defined" % name)
    return namespace[name]


def read_plan(plan):
    """Fresh steps: what one cell does to its arguments, no other sees."""
    return marshal.loads(plan[1:]) if plan[:1] == b"m" else decode(plan[1:], None, EXTENSIONS)


def run_plan(loaded, plan):
    """Outcomes of all steps of one cell, from a fresh module; the steps see each other's state."""
    steps = read_plan(plan)
    if loaded.failure is not None:
        return [loaded.failure] * len(steps)
    try:
        namespace = loaded.fresh()
    except MemoryError:
        return [b"o"] * len(steps)
    except BaseException as error:
        loaded.load_failed = True
        return [exception_outcome(error)] * len(steps)
    return [run_step(namespace, step) for step in steps]
