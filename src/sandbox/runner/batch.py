"""The cells of one program in the value lane: which processes answer them, what a time-out costs the others, what runs again.

The cells of a program share a process, each in a fresh module. Whether one finds what another left is seen from its
answers: the process answers its first cell and some drawn ones again after all others, and for a drawn share of the programs
a second process answers a part of the row in a drawn order. Where an answer differs, every cell gets a process of its own. A
cell that times out, dies or runs out of memory after others is decided by a process of its own, too. In an official suite
nothing is shared at all.
"""

import random

from channel import FULL, MEMORY, NOT_RUN, TIMEOUT, Ending

# After so many time-outs a cell gets this share of the limit, and no less than so many seconds.
PATIENCE, SHORT_SHARE, SHORTEST_LIMIT = 2, 0.05, 0.005
# Of the limit, what a cell may take behind others in its process: one that needs more is decided by a process of its own.
SHARED_SHARE, SHORTEST_SHARED = 0.1, 0.01
# Of the cells that shared a process, so many are answered again by it.
REPEATED = 3
# Of the programs, those for which a second process answers a part of the row; that part, and the fewest cells of it.
SECOND_CHANCE, SECOND_SHARE, SECOND_FEWEST = 0.125, 0.25, 3
_chance = random.SystemRandom()


class Batch:
    """One program's cells; ``run`` gives a report per plan: its answer, or the ``Ending`` of a process that gave none."""

    def __init__(self, answer, plans, limits, official, ends=None):
        """``answer(indexes, seconds of the first cell, of each other one)`` has a process answer plans, some of them twice.

        It gives ``answers`` (in order, cut off where the process ended), ``ending``, ``began``, and ``left``: whether files were.
        """
        self.answer, self.plans, self.limits = answer, plans, limits
        #: ``ends(number, report)``: whether no more than this has to be known of the program.
        self.ends = ends
        self.limit = limits.timeout_ms / 1000.0
        self.short_limit = max(min(self.limit, SHORTEST_LIMIT), self.limit * SHORT_SHARE)
        self.shared_limit = min(self.limit, max(SHORTEST_SHARED, self.limit * SHARED_SHARE))
        self.isolated = official or len(plans) == 1
        self.begin()

    def begin(self):
        self.reports = [Ending(NOT_RUN)] * len(self.plans)
        self.timeouts = 0
        #: Whether another process answered a cell in another way.
        self.differs = False
        #: Answers of cells that shared a process, as they came.
        self.shared = {}
        #: How the program passed a limit while its modules loaded; it would for every cell.
        self.never_began = None

    def run(self):
        self.run_all()
        if not self.isolated and not self.differs and _chance.random() < SECOND_CHANCE:
            self.answer_second()
        if self.differs:
            self.isolated = True
            self.begin()
            self.run_all()
        return self.reports

    def run_all(self):
        """Runs cells in the tests' order where one failure is looked for, and small calls first otherwise."""
        order = range(len(self.plans))
        pending = list(order) if self.ends else sorted(order, key=self.plans.__getitem__)
        most = self.limits.give_up_after_timeouts
        while pending and not (most and self.timeouts >= most):
            if self.never_began:
                for index in pending:
                    self.record(index, self.never_began)
                return
            indexes = pending[:1] if self.isolated else pending
            ending, answers = self.ask(indexes)
            for index, data in zip(indexes, answers):
                self.reports[index] = data
            pending = pending[len(answers):]
            if self.is_over(indexes[:len(answers)]):
                return
            for index, data in list(zip(indexes, answers))[1:]:
                if data == b"o":
                    # Garbage of earlier cells may have taken the memory.
                    self.decide(index)
            if len(answers) == len(indexes) or ending.kind == "exited" and ending.status == FULL and answers:
                continue
            index, pending = pending[0], pending[1:]
            if (answers or ending.kind == "signalled") and not self.never_began:
                # Cells before it, or somebody outside, may have ended the process: it is decided alone. A program that kills
                # itself does so again.
                self.decide(index)
            else:
                self.record(index, ending)
            if self.is_over([index]):
                return

    def decide(self, index):
        """The cell in a process of its own."""
        ending, answers = self.ask([index])
        if answers:
            self.reports[index] = answers[0]
            # The program's other cells may be as slow.
            self.shared_limit = min(self.limit, self.shared_limit * 2)
        else:
            self.record(index, ending)

    def is_over(self, indexes):
        return self.ends is not None and any(self.ends(index, self.reports[index]) for index in indexes)

    def record(self, index, ending):
        self.timeouts += ending.kind == TIMEOUT
        self.reports[index] = ending

    def ask(self, indexes):
        """How a process for these cells ended, and its answers in order."""
        if len(indexes) == 1:
            return self.ask_process(indexes)
        again = [indexes[0], *_chance.sample(indexes[1:], min(len(indexes), REPEATED) - 1)]
        ending, answers = self.ask_process(indexes + again)
        first = dict(zip(indexes, answers))
        self.shared.update(first)
        repeated = answers[len(indexes):]
        cut_off = len(answers) >= len(indexes) and len(repeated) < len(again) and ending.kind != TIMEOUT
        self.differs = self.differs or cut_off or any(first[index] != data for index, data in zip(again, repeated))
        return ending, answers[:len(indexes)]

    def ask_process(self, indexes):
        limit = self.limit if self.timeouts < PATIENCE else self.short_limit
        found = self.answer(indexes, limit, min(limit, self.shared_limit))
        # What one cell left on the disk, the next one found.
        self.differs = self.differs or found.left and len(indexes) > 1
        if found.ending.kind in (TIMEOUT, MEMORY) and not found.began:
            self.never_began = found.ending
        return found.ending, found.answers

    def answer_second(self):
        """The cell that came after all others first, then drawn ones."""
        count = max(SECOND_FEWEST, int(len(self.shared) * SECOND_SHARE))
        if len(self.shared) > 1:
            *others, last = self.shared
            again = [last, *_chance.sample(others, min(len(others), count - 1))]
            answers = self.answer(again, self.shared_limit, self.shared_limit).answers
            self.differs = any(self.shared[index] != data for index, data in zip(again, answers))
