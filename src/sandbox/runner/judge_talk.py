"""A conversation with a program, as the judge leads it."""

import math

from codec import MAX_BYTES
from remote import NeedsBeside, Talk

# Of all answers together: reading them takes the judge longer than it takes a program to write them.
MOST_BYTES = 2 * MAX_BYTES


class JudgeTalk(Talk):
    """Where it would have to do more than compare values, the test runs beside the program (``NeedsBeside``)."""

    def __init__(self, session, entry_point):
        super().__init__(session, entry_point)
        self.bytes = 0

    def received(self, answer):
        self.bytes += len(answer)
        if self.bytes > MOST_BYTES:
            raise NeedsBeside("large answers")
        return answer

    def module(self, name):
        """Nothing is imported because a program says so."""
        if type(name) is str and name == "math":
            return math
        raise NeedsBeside("a module")
