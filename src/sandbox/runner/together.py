"""The together lane: program and test in one process of CPython, as other harnesses run them.

The program loads first; only then does the test's text come into the process, with a token. What fails is told at once
and cannot be taken back; success is told once, at the end, with the token. The assertion machinery must be after the
program, and after the test, what it was before (``seals``).

Frames to the judge, encoded tuples: ``("loaded",)``; ``("failed", verdict, where, text)``; and at the end ``("done", token,
tests run, tests skipped)``. Anything else, or an end without ``done``, is not a pass.
"""

from codec import encode
from forms import ERROR, FAIL, FORMS, MEMORY, describe
from seals import PACKAGES, Seals, traced


class Tampered(Exception):
    """The program changed what judges it."""


class Cell:
    """One cell of this lane: ``load`` the program, then, where that went well, ``run`` the test.

    It tells the judge at once, so that what failed stays failed.
    """

    def __init__(self, send):
        self.send, self.seals, self.test = send, Seals(), None

    def load(self, form, loaded, program):
        """Whether the program loaded, and changed nothing that judges it."""
        return self.attempt(self.load_program, form, loaded, program)

    def run(self, source, method, token):
        self.attempt(self.run_test, source, method, token)

    def load_program(self, form, loaded, program):
        self.test = FORMS[form](loaded, program)
        # Tests may make such packages up.
        keep_seals(self.seals, *PACKAGES)
        self.send(encode(("loaded",)))

    def run_test(self, source, method, token):
        count = self.test(source, method, self)
        keep_seals(self.seals)
        self.send(encode(("done", token) + count))

    def attempt(self, work, *given):
        try:
            work(*given)
            return True
        except MemoryError:
            self.failed(MEMORY, "", "the program ran out of memory")
        except AssertionError as error:
            self.failed(FAIL, "", describe(error))
        except BaseException as error:
            self.failed(ERROR, "", describe(error))
        return False

    def failed(self, verdict, where, text):
        self.send(encode(("failed", verdict, where, text)))


def keep_seals(seals, *packages):
    broken = seals.broken() or next(filter(seals.is_made, ("unittest", "pytest", *packages)), None)
    if broken is not None:
        raise Tampered("the program changed %s" % broken)
    if traced():
        raise Tampered("the program traces what runs")
