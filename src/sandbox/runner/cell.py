"""The candidate side: loads a candidate and answers calls with encoded values. It never sees a test.

Two ways to be asked:

* ``run_plan(program, plan)``: a *plan* is the encoded tuple of steps that one cell needs, each ``("call", name, args,
  kwargs)`` with literal arguments or ``("name", name)``. The candidate is loaded into a fresh module first. The
  answer is a tuple of outcomes, one a step.
* ``Conversation(program, channel).serve()``: the judge asks step by step and may hold live objects by handle.

An *outcome* is bytes: ``v`` + encoded value; ``w`` + encoded value where a subclass was reduced to its built-in base;
``m`` + module name; ``e`` + encoded (class names along the MRO, message) of an exception; ``o`` out of memory;
``l`` + text, a value that cannot leave the process (the judge then asks again in a conversation); ``u`` + text, a value
too large or too deep.
"""

import sys
import types

from channel import ChannelClosed
from codec import CodecError, Decoder, Encoder, Unencodable, decode, encode, type_name

MODULE_NAME = "candidate"


class LoadedProgram:
    """A compiled candidate; ``fresh`` runs it in a new module."""

    def __init__(self, program):
        self.setup = compile(program.setup, "<setup>", "exec", dont_inherit=True) if program.setup else None
        self.code = None
        self.failure = None
        try:
            self.code = compile_source(program.code)
        except MemoryError:
            self.failure = b"o"
        except BaseException as error:
            self.failure = exception_outcome(error)

    def fresh(self, name=MODULE_NAME):
        """The namespace of the candidate after a load of its own; raises what the candidate raises."""
        module = types.ModuleType(name)
        sys.modules[name] = module
        namespace = module.__dict__
        if self.setup is not None:
            exec(self.setup, namespace)
        exec(self.code, namespace)
        return namespace


def compile_source(code):
    """Compiles as Python would read a file: a byte order mark is no part of the program."""
    if code.startswith("\ufeff"):
        code = code[1:]
    return compile(code, "<candidate>", "exec", dont_inherit=True)


def exception_outcome(error):
    """``e`` and what the judge needs to raise the same again."""
    kind = type(error)
    try:
        message = str(error)
        if type(message) is not str:
            message = ""
    except BaseException:
        message = ""
    names = [
        (str(type.__getattribute__(base, "__module__")), type_name(base))
        for base in type.__getattribute__(kind, "__mro__")
        if base is not object
    ]
    return b"e" + encode((names[:20], message[:2000]))


def value_outcome(value, extensions=None):
    """``v``, ``w``, ``m``, ``l`` or ``u`` for a returned value."""
    if type(value) is types.ModuleType:
        return b"m" + str(value.__name__).encode("utf-8", "replace")
    encoder = Encoder(None, extensions)
    try:
        data = encoder.encode(value)
    except Unencodable as problem:
        text = str(problem)
        return (b"l" if text.startswith("a live") else b"u") + text.encode("utf-8", "replace")
    return (b"w" if encoder.weak else b"v") + data


def run_step(namespace, step, extensions=None):
    """The outcome of one step of a plan."""
    try:
        if step[0] == "name":
            if step[1] not in namespace:
                raise NameError("name '%s' is not defined" % step[1])
            return value_outcome(namespace[step[1]], extensions)
        _, name, arguments, keywords = step
        if name not in namespace:
            raise NameError("name '%s' is not defined" % name)
        return value_outcome(namespace[name](*arguments, **keywords), extensions)
    except MemoryError:
        return b"o"
    except BaseException as error:
        return exception_outcome(error)


def run_plan(loaded, plan, extensions=None):
    """Outcomes of all steps of one cell, from a fresh module; the steps see each other's state."""
    steps = decode(plan)
    if loaded.failure is not None:
        return [loaded.failure] * len(steps)
    try:
        namespace = loaded.fresh()
    except MemoryError:
        return [b"o"] * len(steps)
    except BaseException as error:
        return [exception_outcome(error)] * len(steps)
    return [run_step(namespace, step, extensions) for step in steps]
