"""What a test replaced of the functions with which a program talks to its user, lent to the program for one call.

``unittest.mock.patch("builtins.input", ...)`` or another ``sys.stdin`` changes the judge alone. So a call says what is
replaced at that moment, and the program's process calls back: the test's own functions run where no candidate does.
"""

import builtins
import sys

NAMES = ("input", "print")
_real = {name: getattr(builtins, name) for name in NAMES}
_stdin = sys.stdin


def replaced():
    """In the judge: (name, function) pairs of what the test replaced, or None."""
    found = [(name, getattr(builtins, name)) for name in NAMES if getattr(builtins, name) is not _real[name]]
    if sys.stdin is not _stdin and sys.stdin is not None:
        found += [("stdin." + name, getattr(sys.stdin, name)) for name in ("readline", "read")]
    return tuple(found) or None


class GivenInput:
    """In the candidate: a text stream of which the test has the contents."""

    encoding, errors, newlines, closed, mode, name = "utf-8", "strict", None, False, "r", "<stdin>"

    def __init__(self, readline, read):
        self.readline, self.read = readline, read

    def __iter__(self):
        return iter(self.readline, "")

    def readlines(self):
        return list(self)

    def isatty(self):
        return False

    def readable(self):
        return True

    def writable(self):
        return False


def call_with(given, function, arguments, keywords):
    """In the candidate: the call, with the test's functions in the places of the built-in ones."""
    functions = dict(given)
    stdin = sys.stdin
    kept = {name: getattr(builtins, name) for name in NAMES if name in functions}
    try:
        for name in kept:
            setattr(builtins, name, functions[name])
        if "stdin.read" in functions:
            sys.stdin = GivenInput(functions["stdin.readline"], functions["stdin.read"])
        return function(*arguments, **keywords)
    finally:
        sys.stdin = stdin
        for name, value in kept.items():
            setattr(builtins, name, value)
