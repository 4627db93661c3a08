"""The process that runs a test of a model's: the only place where such a test is executed.

It is made for one test and holds nothing else: no other test, no verdict, no answer. The program runs in another process
and is asked through proxies (``remote``). What this process says is the test's own word, so the judge calls it weak.
"""

import ast
import builtins
import os
import types

from channel import CandidateGone, ChannelClosed, PipeChannel, Session
from codec import decode, encode, exactly
from quiet_imports import is_quiet
from remote import Talk, Unreadable, exception_class, remote_class
from remote_functions import RemoteFunction, made_again, with_details
from test_imports import CANDIDATE, is_installed, rewrite_imports
from verdict import PASS, Cell, failure_cell
import unittest_cell


MODULES = frozenset(
    "math cmath string itertools functools collections operator re random statistics fractions decimal datetime typing"
    " heapq bisect copy json numpy pandas scipy torch".split()
)


class TestersTalk(Talk):
    """The conversation of a test that is executed."""

    def module(self, name):
        """Our own module for one that the program imported."""
        if exactly(name, str).partition(".")[0] not in MODULES:
            raise Unreadable("the test uses the program's module %s" % name[:200])
        import importlib

        return importlib.import_module(name)

    def function(self, name):
        return RemoteFunction(name, lambda *given: self.call(name, *given), lambda each: getattr(self.name(name), each))

    def handle_function(self, handle, name):
        found = RemoteFunction(name, lambda *given: self.call(handle, *given), lambda each: self.do("get", handle, each))
        self.local_handles[id(found)] = -handle
        return found

    def member(self, handle, fields, can, plain):
        return remote_class(can, type(plain))(plain, self, handle, *fields)

    def exception(self, value):
        error = super().exception(value)
        details = value[1:] if type(value) is tuple and len(value) == 3 else (None, None)
        return with_details(error, self, *details)

    def raised(self, error):
        """Ends loops of the test's, and with them what they would have asked."""
        self.weak = self.weak or isinstance(error, (StopIteration, StopAsyncIteration))
        # Here it ends the test alone.
        return as_it_leaves(error) if type(error).leaving is SystemExit else error


def as_it_leaves(error):
    """A ``SystemExit`` that only ``except SystemExit`` catches, or one that catches all; the judge holds another (``leaving``)."""
    own = tuple(kind.__name__ for kind in type(error).__mro__ if "from_candidate" in kind.__dict__)[:-1]
    left = made_again(exception_class(own, SystemExit), error.args)
    vars(left).update(vars(error))
    return left


class Line(Session):
    """The way to the program's process."""

    def __init__(self, channel):
        self.channel = channel

    def request(self, frame):
        if self.channel is None:
            raise CandidateGone("died")
        try:
            self.channel.send(frame)
            return self.channel.receive()
        except ChannelClosed:
            raise CandidateGone("died")


def serve_test(channel, line):
    """Serves one request: says when what the test imports is loaded, and then what became of the test."""
    message = channel.receive()
    load(message)
    channel.send(b"")
    channel.send(run_test(message, Line(line).request))


def tester(zygote, fd, line=None):
    """What a zygote forks for a test; ``line`` leads to the program's process, where there is one."""
    zygote.confine()
    serve_test(PipeChannel(fd, fd, os.read, os.write), line and PipeChannel(line, line, os.read, os.write))
    os._exit(0)


KINDS = {"tester": tester}


def load(message):
    """Imports what the test will, which does not count as its own time."""
    for name in decode(message)[-1]:
        if is_quiet(name) and is_installed(name):
            try:
                __import__(name)
            except Exception:
                pass


def run_test(message, request):
    """``encode((source, method, entry point, free names, imports))`` -> ``encode((verdict, detail, output, weak))``.

    ``free`` is None where there is no program. ``request(frame)`` asks the program's process, see ``conversation``. The verdict ``gone``: that process ended first.
    """
    source, method, entry_point, free, _ = decode(message)
    session = types.SimpleNamespace(request=request)
    talk = TestersTalk(session, entry_point)
    try:
        tree = ast.parse(source)
        code = compile(tree if free is None else rewrite_imports(tree, entry_point), "<test>", "exec")
        if free is None:
            # What concerns no program.
            namespace = {"__builtins__": builtins, "__name__": "candidate_test"}
        else:
            talk.load()
            namespace = _namespace(talk, free)
        _run(code, method, namespace)
        cell = Cell(PASS)
    except BaseException as error:
        cell = failure_cell(error)
    output = "; ".join(talk.outputs) if talk.outputs else None
    return encode((cell.verdict, cell.detail, output, cell.weak or talk.weak))


def _namespace(talk, free):
    namespace = {"__builtins__": builtins, "__name__": "candidate_test"}
    for name in free:
        try:
            value = namespace[name] = talk.name(name)
        except NameError:
            continue
        # A helper of the program's takes part in the decision.
        talk.weak = talk.weak or isinstance(value, types.FunctionType)
    if talk.entry_point:
        namespace[talk.entry_point] = talk.function(talk.entry_point)
    namespace[CANDIDATE] = CandidateModule(talk)
    return namespace


def _run(code, method, namespace):
    if method is None:
        exec(code, namespace)
    else:
        unittest_cell.run_method(code, method, namespace)


class CandidateModule(types.ModuleType):
    """What ``from solution import f`` of a test means: the candidate's module."""

    def __init__(self, talk):
        super().__init__("candidate")
        object.__setattr__(self, "_talk", talk)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        talk = object.__getattribute__(self, "_talk")
        if name == talk.entry_point:
            return talk.function(name)
        try:
            return talk.name(name)
        except NameError:
            raise AttributeError(name)
