"""What a test may cost when it is interpreted, and the two ways in which interpreting it ends early."""

STEPS, WORK = 300_000, 32 * 1024 * 1024
# Nodes within nodes, calls included. An interpreter of Python needs some frames for each.
MAX_DEPTH = 90
MAX_BITS = 40_000


def charge_numbers(budget, *values):
    """Charges arithmetic on integers: quadratic in their sizes, as divisions, roots and decimal digits are."""
    words = 0
    for value in values:
        if type(value) is int:
            words += value.bit_length() >> 5
    if words > 2:
        budget.charge(words * words >> 3)


class OutOfGrammar(BaseException):
    """The test is beyond what the judge interprets, or costs more than it may."""


class Raised(BaseException):
    """An exception of the test's or of the candidate's. Wrapped, so that it ends no iteration of the judge's own."""

    def __init__(self, error):
        super().__init__(error)
        self.error = error


class Aborted(BaseException):
    """Something about the candidate that no test may catch, such as an answer that cannot be read."""

    def __init__(self, error):
        super().__init__(error)
        self.error = error


class Budget:
    """Steps: nodes evaluated, pairs compared. Work: bytes made or scanned by built-in code, some eight per item."""

    __slots__ = ("steps", "work")

    def __init__(self, steps=STEPS, work=WORK):
        self.steps, self.work = steps, work

    def step(self, count=1):
        self.steps -= count
        if self.steps < 0:
            raise OutOfGrammar("too many steps")

    def charge(self, size):
        self.work -= size
        if self.work < 0:
            raise OutOfGrammar("too much work")


def is_caught(error, kinds):
    """Whether ``except kinds`` catches the error; what leaves a program (``SystemExit``) is not a ``Exception``."""
    leaving = getattr(type(error), "leaving", None)
    return isinstance(error, kinds) if leaving is None else issubclass(leaving, kinds)
