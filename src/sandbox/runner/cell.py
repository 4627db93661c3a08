"""The candidate side: loads a candidate and answers calls with encoded values. It never sees a test.

Two ways to be asked:

* ``run_plan(loaded, plan)``: a *plan* is the encoded tuple of steps that one cell needs, each ``("call", name, args,
  kwargs)`` with constant arguments, ``("answer", target, args)`` (see ``calls``), ``("eval", text, ...)`` for a call whose arguments are calls or names of the
  candidate's, or ``("name", name)``. The candidate is loaded into a fresh module first. The
  answer is a tuple of outcomes, one per step.
* ``conversation.Conversation(loaded, channel).serve()``: the judge asks step by step and may hold live objects by handle.

An *outcome* is bytes: ``v`` + encoded value; ``w`` + encoded value where a subclass was reduced to its built-in base;
``m`` + module name; ``e`` + encoded (class names along the MRO, message) of an exception; ``o`` out of memory;
``l`` + text, a value that cannot leave the process (the judge then asks again in a conversation); ``u`` + text, a value
too large or too deep.
"""

import gc
import marshal
import random
import sys
import types

from codec import MAX_BYTES, SCALARS, Encoder, Unencodable, decode, encode, type_name
from extensions import EXTENSIONS
from guards import Guard
from heavy import fresh_state
from quiet_imports import is_quiet
from rewriting import permitted
from safety import containment, guarded_eval, guarded_type, imported_modules, is_installed, sets_up_cleanup

MODULE_NAME = "candidate"
#: What ``random`` starts from in every cell.
RANDOM_STATE = random.Random(0).getstate()
# Of one answer in a ``calls`` test, and of all answers of one cell: what a process may say.
MAX_ANSWER_BYTES = 32 * 1024 * 1024


class LoadedProgram:
    """A compiled candidate, ``(code, setup)``; ``fresh`` runs it in a new module.

    ``contained`` says whether its cells may share a process (see ``safety``), where that was asked for; ``permitted``
    is not None where only with guards (see ``permitted``: reader and code). ``contained_heavily``: whether they may with
    packages of ``heavy``; ``load_failed`` whether the last load raised, before any call.
    """

    def __init__(self, program, judge_containment=False):
        code, setup = program
        self.contained = self.contained_heavily = self.load_failed = False
        #: What stands in for ``eval`` and ``type`` in a contained program whose cells share a process.
        self.guards = {}
        self.permitted = self.guard = None
        #: Whether it fills the caches of patterns and of types, once known.
        self.caches = None
        self.setup = self.code = self.failure = None
        try:
            if setup:
                self.setup = compile(setup, "<setup>", "exec", dont_inherit=True)
            self.code = compile(code.lstrip("\ufeff"), "<candidate>", "exec", dont_inherit=True)
            if judge_containment:
                found = containment(*self.codes())
                self.contained, self.contained_heavily = found is True, found == "heavy"
                if not found:
                    texts = [text for text in (setup, code.lstrip("\ufeff")) if text or text is not setup]
                    self.permitted = permitted(texts, self.codes())
                    self.contained = self.permitted is not None
        except MemoryError:
            self.failure, self.contained = b"o", True
        except BaseException as error:
            self.failure, self.contained = exception_outcome(error), True

    def codes(self):
        return [code for code in (self.setup, self.code) if code is not None]

    def share(self, leave, deeper=0):
        """Its cells share a process: what it does beyond what its code shows may do no more, or ``leave()``.

        ``deeper``: see ``guards.Guard``.
        """
        if self.permitted is not None:
            reader, codes = self.permitted
            self.guard = Guard(reader, leave, deeper)
            self.code = codes[-1]
            self.setup = codes[0] if self.setup is not None else None
            return
        if self.names_any("eval"):
            self.guards["eval"] = guarded_eval(leave, *self.codes())
        if self.names_any("type"):
            self.guards["type"] = guarded_type(leave)

    def forget(self):
        """What earlier cells of this process left in it without having a name for it: cached patterns and types."""
        if self.caches is None:
            handles = any(sets_up_cleanup(code.co_code) for code in _nested(self.codes()))
            self.caches = self.names_any("re"), self.names_any("typing"), handles
        patterns, types_, handles = self.caches
        if handles:
            # It could catch that garbage of earlier cells holds the memory.
            gc.collect()
        if patterns and "re" in sys.modules:
            sys.modules["re"].purge()
        if types_:
            for clear in getattr(sys.modules.get("typing"), "_cleanups", ()):
                clear()

    def names_any(self, *names):
        """Whether its code, or text that it could evaluate, names one of these."""
        return self.failure is None and any(
            name in text.co_names or name != "eval" and "eval" in text.co_names
            for text in _nested(self.codes())
            for name in names
        )

    def fresh(self, name=MODULE_NAME):
        """The namespace of the candidate after a load of its own; raises what the candidate raises."""
        if "random" in sys.modules:
            sys.modules["random"].setstate(RANDOM_STATE)
        fresh_state()
        module = types.ModuleType(name)
        sys.modules[name] = module
        namespace = module.__dict__
        namespace.update(self.guards)
        if self.guard is not None:
            self.guard.begin(namespace)
        if self.setup is not None:
            exec(self.setup, namespace)
        exec(self.code, namespace)
        return namespace

    def load_imports(self):
        """Loads the installed modules that the program names, which does not count as its cells' time."""
        for name in sorted(imported_modules(self.code)) if self.code is not None else ():
            if not is_quiet(name) or not is_installed(name):
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


def _nested(codes):
    for code in codes:
        yield code
        yield from _nested([constant for constant in code.co_consts if type(constant) is type(code)])


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
    outcomes = [run_step(namespace, step) for step in steps]
    if loaded.guard is not None:
        loaded.guard.end(outcomes)
    return outcomes
