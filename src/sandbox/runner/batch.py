"""The plans of one candidate: which processes run them, what a time-out costs the others, what runs again.

Cells of a program that is known to keep its state to itself share a process. That knowledge comes from reading the
source, which can be wrong, so it is not believed: of the cells that others had gone before in the same process, one
that nobody could foresee is answered once more by a process of its own. When the answers differ, everything that the
shared processes said is forgotten and every cell gets a process. In an official suite nothing is shared at all.
"""

import marshal
import os
import signal
import socket

from candidate import ALONE, CELL, DONE, FRAME, FULL, ISOLATE, MOST_BYTES, READY, REDO, SHARED, STEM, UNLOADABLE
from cell import read_plan
from channel import ChannelClosed, PipeChannel, PlanReport
from codec import encode
from forker import Forker, ForkerGone
from watchdog import MEMORY, TIMEOUT, Ending, Watch

# After a time-out a cell gets this share of the limit, and no less than so many seconds.
SHORT_SHARE, SHORTEST_LIMIT = 0.05, 0.005
# CPU seconds for compiling a program and loading the installed modules that it imports.
LOADING_SECONDS = 10.0
# Stems of one program that may end by themselves.
MOST_STEMS = 2
# More than this in the socket when we look: the candidate may be waiting for us.
FLOOD_BYTES = 64 * 1024


class Batch:
    """One candidate's cells; ``reports`` has one ``PlanReport`` per plan when ``run`` is through."""

    def __init__(self, host, program, plans, limits, official, ends=None):
        self.zygote, self.program, self.plans, self.limits = host.zygote, program, plans, limits
        #: ``ends(number, report)``: whether no more than this has to be known of the program.
        self.ends = ends
        self.limit = limits.timeout_ms / 1000.0
        self.short_limit = (
            self.limit
            if limits.never_shorten
            else max(min(self.limit, SHORTEST_LIMIT), self.limit * SHORT_SHARE)
        )
        self.isolated = official or len(plans) == 1
        self.stem, self.stems = None, 0
        #: What a process that shares its cells said of itself when it began (``candidate.READY``).
        self.begin()

    def begin(self):
        self.reports = [None] * len(self.plans)
        self.timeouts, self.shortened, self.killed = 0, set(), set()
        #: Cells that others had gone before in their process.
        self.followers = []
        self.load_failure = None
        #: How the program passed a limit while it was compiled or its modules loaded; it would for every cell.
        self.never_began = None

    def run(self):
        try:
            self.run_all()
            if self.followers and not self.recheck():
                self.isolated = True
                self.begin()
                self.run_all()
        finally:
            self.end_stem()
        return [report or PlanReport(None, "died", "the program left no result") for report in self.reports]

    def run_all(self):
        # The order of the tests decides nothing: small calls first; whoever looks for one failure knows a better one.
        order = range(len(self.plans)) if self.ends else sorted(range(len(self.plans)), key=self.size)
        self.run_cells(list(order), shorten=True)
        self.run_again()

    def size(self, index):
        return len(self.plans[index]), self.plans[index]

    def run_again(self):
        """Gives cells that the short limit cut off the whole limit, small calls first, until two in a row need more."""
        failures = 0
        for index in sorted(self.shortened, key=self.size):
            before = self.timeouts
            self.run_cells([index], shorten=False)
            failures = failures + 1 if self.timeouts > before else 0
            if failures == 2:
                return

    def recheck(self):
        """Whether a cell that the program could not foresee is answered alike by a process of its own."""
        # The end of a process is that of all that its zygote forked.
        self.end_stem()
        index = self.followers[int.from_bytes(os.urandom(4), "little") % len(self.followers)]
        ending, answers = self.run_process([index], 2 * self.limit, ALONE)
        return len(answers) == 1 and answers[0] == self.reports[index].outcomes

    def run_cells(self, pending, shorten):
        most = self.limits.give_up_after_timeouts
        while pending:
            if shorten and most and self.timeouts >= most:
                return self.leave_out(pending)
            if self.never_began:
                for index in pending:
                    self.record(index, self.never_began, False)
                return
            short = shorten and self.timeouts > 0
            indexes = pending[:1] if self.isolated else pending
            ending, answers = self.run_process(indexes, self.short_limit if short else self.limit, self.mode())
            for index, data in zip(indexes, answers):
                self.reports[index] = PlanReport(data)
            if not self.isolated:
                self.followers += indexes[1:len(answers)]
            pending = pending[len(answers):]
            if self.is_over(indexes[:len(answers)]):
                return self.leave_out(pending)
            if ending is None or self.goes_on(ending, answers, indexes):
                pending = self.skip_load_failures(ending, answers, pending)
                continue
            index, pending = pending[0], pending[1:]
            self.record(index, ending, short)
            if self.is_over([index]):
                return self.leave_out(pending)

    def is_over(self, indexes):
        return self.ends is not None and any(self.ends(index, self.reports[index]) for index in indexes)

    def leave_out(self, indexes):
        for index in indexes:
            self.reports[index] = PlanReport(None, "not-run")

    def mode(self):
        if not self.isolated:
            return SHARED
        return ALONE if len(self.plans) == 1 else CELL

    def goes_on(self, ending, answers, indexes):
        """Whether the ending says nothing of the cell that comes next."""
        if len(answers) == len(indexes):
            return True
        if ending.kind == "exited":
            if ending.status == ISOLATE and not self.isolated:
                self.isolated = True
                return True
            return ending.status in (REDO, FULL) and len(answers) > 0
        index = indexes[len(answers)]
        if ending.kind == "signalled" and ending.status == signal.SIGKILL and index not in self.killed:
            # Not by us: the system, or somebody outside. A program that kills itself does so again.
            self.killed.add(index)
            return True
        return False

    def record(self, index, ending, short):
        if ending.kind == TIMEOUT:
            self.timeouts += 1
            if short:
                self.shortened.add(index)
            self.reports[index] = PlanReport(None, TIMEOUT)
        elif ending.kind == MEMORY:
            self.reports[index] = PlanReport(None, MEMORY, "the program's processes hold too much memory")
        else:
            self.reports[index] = PlanReport(None, "died", ending.describe())

    def skip_load_failures(self, ending, answers, pending):
        """A program that failed to load twice in the same way, in processes of their own, fails before every call."""
        failed = ending is not None and ending.kind == "exited" and ending.status == UNLOADABLE and len(answers) == 1
        if not failed or answers[0][:1] != b"e":
            return pending
        if self.load_failure != answers[0]:
            self.load_failure = answers[0]
            return pending
        for index in pending:
            steps = len(read_plan(self.plans[index]))
            self.reports[index] = PlanReport(answers[0] if steps == 1 else encode([answers[0]] * steps))
        return []

    def run_process(self, indexes, limit, mode):
        """How a process for these cells ended (None where there is nothing to say), and its answers in order."""
        if mode == CELL:
            return self.run_in_stem(indexes, limit)
        return self.run_in(self.zygote, indexes, limit, mode)

    def run_in(self, forker, indexes, limit, mode):
        ours, theirs = socket.socketpair()
        program = None if forker is self.stem else self.program
        pid = forker.fork("cells", self.limits.memory_mib, [theirs.fileno()])
        theirs.close()
        cells = Cells(forker, pid, ours, limit, self.limits.memory_mib)
        ending = cells.run((program, mode, [(index, self.plans[index]) for index in indexes]), indexes)
        if cells.is_stem:
            # It found that the program cannot share a process, and can now fork its cells.
            self.isolated = True
            self.stem = Forker(ours, pid)
            return None, []
        ours.close()
        if ending and ending.kind in (TIMEOUT, MEMORY) and cells.said is None:
            self.never_began = ending
        return ending, cells.answers

    def run_in_stem(self, indexes, limit):
        if self.stem is None:
            ending, _ = self.run_in(self.zygote, [], self.limit + LOADING_SECONDS, STEM)
            if self.stem is None:
                return ending, []
        try:
            return self.run_in(self.stem, indexes, limit, CELL)
        except ForkerGone:
            # What the program imports can end it.
            ending = self.end_stem()
            self.stems += 1
            return ending if self.stems > MOST_STEMS or indexes[0] in self.killed else self.try_again(indexes[0]), []

    def try_again(self, index):
        self.killed.add(index)
        return None

    def end_stem(self):
        """Ends the stem and all that it started; how it had ended."""
        if self.stem is None:
            return Ending("exited")
        self.stem.control.close()
        self.stem = None
        kind, status = self.zygote.end()[0]
        return Ending("exited" if kind == "stopped" else kind, status)


class Cells:
    """One process that answers cells, watched until it is through, over a limit, or gone."""

    def __init__(self, forker, pid, ours, limit, memory_mib):
        self.forker, self.pid, self.ours = forker, pid, ours
        self.limit, self.memory_mib = limit, memory_mib
        self.buffer, self.received = bytearray(), 0
        self.answers, self.claimed_ns, self.said = [], None, None
        self.is_stem = False
        #: It sent what is not an answer: nothing that follows is read or kept.
        self.garbled = False

    def run(self, request, indexes):
        """Its ``Ending``; of a process that became a stem None, and it lives on."""
        try:
            PipeChannel(self.ours.fileno(), self.ours.fileno(), os.read, os.write).send(marshal.dumps(request))
        except ChannelClosed:
            return self.end(None, indexes)
        self.ours.setblocking(False)
        watch = Watch(self.pid, self.limit + LOADING_SECONDS, self.forker.base, self.memory_mib)
        began = False
        while True:
            flooded = self.received > FLOOD_BYTES
            self.forker.wait(0.001 if flooded else watch.patience(), [self.ours] if self.said is None else ())
            progressed = self.drain(indexes)
            if self.said == b"s":
                self.is_stem = True
                self.ours.setblocking(True)
                return None
            if self.said and not began:
                began = True
                watch.limit, watch.most_blocked = self.limit, Watch(self.pid, self.limit, (0, 0, 0), 0).most_blocked
            if len(self.answers) == len(indexes) and began or self.forker.over:
                return self.end(None, indexes)
            passed = watch.look(self.claimed_ns if progressed else None)
            if passed:
                return self.end(passed, indexes)

    def end(self, passed, indexes):
        """Ends the process; what it said before that still counts."""
        before = len(self.answers)
        kind, status = self.forker.end()[-1]
        self.drain(indexes)
        if passed and len(self.answers) == before:
            return Ending(passed)
        if passed or kind == "stopped":
            # It was through, or finished one more cell while it was ended.
            return Ending("exited", DONE if len(self.answers) == len(indexes) else REDO)
        return Ending(kind, status)

    def drain(self, indexes):
        """Reads what is there; whether a frame was among it."""
        size = 0
        try:
            while True:
                part = self.ours.recv(1 << 20)
                if not part:
                    break
                size += len(part)
                if not self.garbled:
                    self.buffer += part
                if size > MOST_BYTES:
                    break
        except (BlockingIOError, ConnectionError):
            pass
        self.received = size
        return not self.garbled and self.parse(indexes)

    def parse(self, indexes):
        at, found = 0, False
        while len(self.buffer) - at >= FRAME.size:
            index, length, claimed_ns = FRAME.unpack_from(self.buffer, at)
            expected = index == READY or len(self.answers) < len(indexes) and index == indexes[len(self.answers)]
            if length > MOST_BYTES or not expected:
                self.garbled, at = True, len(self.buffer)
                break
            if len(self.buffer) - at - FRAME.size < length:
                break
            at += FRAME.size
            data = bytes(self.buffer[at:at + length])
            at += length
            found, self.claimed_ns = True, claimed_ns
            if index != READY:
                self.answers.append(data)
            elif self.said is None:
                self.said = data
            else:
                self.garbled, at = True, len(self.buffer)
                break
        del self.buffer[:at]
        return found
