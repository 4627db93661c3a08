"""A native process that answers cells of the value lane, watched until it is through, over a limit, or gone."""

import marshal
import os
import select
import socket
import time

from candidate import FRAME, MOST_BYTES, READY
from channel import DONE, FULL, ChannelClosed, Ending, PipeChannel
from watchdog import Watch

# CPU seconds for compiling a program and loading the installed modules that it imports.
LOADING_SECONDS = 10.0
# More than this in the socket when we look: the program may be waiting for us.
FLOOD_BYTES = 64 * 1024
# CPU seconds of a copy, and wall seconds once its original is through, in multiples of a cell's limit.
COPY_FACTOR = 2


def answer_cells(forker, program, cells, limit, memory_mib, again):
    """Has a process answer ``cells``, pairs of index and plan, and a copy of it those in the places ``again``; the ``Cells``."""
    ours, theirs = socket.socketpair()
    lines = socket.socketpair() if again else ()
    pid = forker.fork("cells", memory_mib, [each.fileno() for each in (theirs, *lines[1:])])
    theirs.close()
    found = Cells(forker, pid, ours, limit, memory_mib)
    if again:
        lines[1].close()
        found.copy = Copy(lines[0], [cells[at][0] for at in again], limit)
        found.copy.send(marshal.dumps(again))
    found.ending = found.run((program, cells, COPY_FACTOR * limit), [index for index, _ in cells])
    found.left = forker.left
    ours.close()
    if again:
        found.again = found.copy.answers
        lines[0].close()
    return found


class Answers:
    """Frames that a process writes: ``READY``, then one per cell in the order of ``indexes``."""

    def __init__(self, ours, indexes):
        self.ours, self.indexes, self.answers = ours, indexes, []
        self.buffer, self.received, self.claimed_ns, self.began = bytearray(), 0, None, False
        #: It sent what is not an answer: nothing that follows is read or kept.
        self.garbled = self.closed = False

    def send(self, message):
        try:
            PipeChannel(self.ours.fileno(), self.ours.fileno(), os.read, os.write).send(message)
        except ChannelClosed:
            pass
        self.ours.setblocking(False)

    @property
    def complete(self):
        return self.began and len(self.answers) == len(self.indexes)

    def drain(self):
        """Reads what is there; whether a frame was among it."""
        size = 0
        try:
            while True:
                part = self.ours.recv(1 << 20)
                if not part:
                    self.closed = True
                    break
                size += len(part)
                if not self.garbled:
                    self.buffer += part
                if size > MOST_BYTES:
                    break
        except (BlockingIOError, ConnectionError):
            pass
        self.received = size
        return not self.garbled and self.parse()

    def parse(self):
        at, found = 0, False
        while len(self.buffer) - at >= FRAME.size:
            index, length, claimed_ns = FRAME.unpack_from(self.buffer, at)
            due = READY if not self.began else self.indexes[len(self.answers)] if len(self.answers) < len(self.indexes) else None
            if length > MOST_BYTES or index != due:
                self.garbled, at = True, len(self.buffer)
                break
            if len(self.buffer) - at - FRAME.size < length:
                break
            at += FRAME.size
            data = bytes(self.buffer[at:at + length])
            at += length
            found, self.claimed_ns = True, claimed_ns
            if self.began:
                self.answers.append(data)
            self.began = True
        del self.buffer[:at]
        return found


class Copy(Answers):
    """The copy of a process, which answers some of its cells on a line of its own."""

    def __init__(self, ours, indexes, limit):
        super().__init__(ours, indexes)
        self.most_seconds = COPY_FACTOR * limit

    def finish(self, patient):
        """Reads what the copy says; ``patient``: until it is through, or too slow. Its end is that of the round."""
        deadline = time.monotonic() + (self.most_seconds if patient else 0)
        while not self.complete and not self.garbled:
            if not select.select([self.ours], [], [], max(0, deadline - time.monotonic()))[0]:
                return
            if not self.drain() and self.closed:
                return


class Cells(Answers):
    """One process that answers cells, watched until it is through, over a limit, or gone."""

    def __init__(self, forker, pid, ours, limit, memory_mib):
        super().__init__(ours, [])
        self.forker, self.pid, self.limit, self.memory_mib = forker, pid, limit, memory_mib
        self.ending, self.copy, self.again, self.left = None, None, [], False

    def run(self, request, indexes):
        """Its ``Ending``."""
        self.indexes = indexes
        self.send(marshal.dumps(request))
        watch = Watch(self.pid, self.limit + LOADING_SECONDS, self.forker.base, self.memory_mib)
        started = False
        while True:
            flooded = self.received > FLOOD_BYTES
            # Once it has begun, its end is what is waited for: nobody wakes for each answer.
            self.forker.wait(0.001 if flooded else watch.patience(), () if self.began else [self.ours])
            progressed = self.drain()
            if self.began and not started:
                started = True
                watch.begin(self.limit)
            if self.complete or self.forker.over:
                return self.end(None)
            passed = watch.look(self.claimed_ns if progressed else None)
            if passed:
                return self.end(passed)

    def end(self, passed):
        """Ends the process; what it said before that still counts."""
        if self.copy:
            self.copy.finish(self.complete)
        before = len(self.answers)
        kind, status = self.forker.end()[-1]
        self.drain()
        if passed and len(self.answers) == before:
            return Ending(passed)
        if passed or kind == "stopped":
            # It was through, or finished one more cell while it was ended.
            return Ending("exited", DONE if self.complete else FULL)
        return Ending(kind, status)
