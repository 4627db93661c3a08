"""A native process that answers cells of the value lane, watched until it is through, over a limit, or gone."""

import marshal
import os
import socket

from candidate import FRAME, MOST_BYTES, READY
from channel import DONE, FULL, ChannelClosed, Ending, PipeChannel
from watchdog import Watch

# CPU seconds for compiling a program and loading the installed modules that it imports.
LOADING_SECONDS = 10.0
# More than this in the socket when we look: the program may be waiting for us.
FLOOD_BYTES = 64 * 1024


def answer_cells(forker, program, cells, seconds, memory_mib):
    """Has a process answer ``cells``, pairs of index and plan; the ``Cells``. ``seconds``: of the first, of each other one."""
    ours, theirs = socket.socketpair()
    pid = forker.fork("cells", memory_mib, [theirs.fileno()])
    theirs.close()
    found = Cells(forker, pid, ours, [index for index, _ in cells])
    found.run((program, cells), seconds, memory_mib)
    ours.close()
    return found


class Cells:
    """One process that answers cells, watched until it is through, over a limit, or gone.

    It writes frames: ``READY``, then one per cell in the order of ``indexes``.
    """

    def __init__(self, forker, pid, ours, indexes):
        self.forker, self.pid, self.ours, self.indexes, self.answers = forker, pid, ours, indexes, []
        self.buffer, self.received, self.claimed_ns, self.began = bytearray(), 0, None, False
        #: It sent what is not an answer: nothing that follows is read or kept.
        self.garbled = False
        #: How it ended, and whether files were left.
        self.ending, self.left = None, False

    @property
    def complete(self):
        return self.began and len(self.answers) == len(self.indexes)

    def send(self, message):
        try:
            PipeChannel(self.ours.fileno(), self.ours.fileno(), os.read, os.write).send(message)
        except ChannelClosed:
            pass
        self.ours.setblocking(False)

    def drain(self):
        """Reads what is there; whether a frame was among it."""
        size = 0
        try:
            while size <= MOST_BYTES:
                part = self.ours.recv(1 << 20)
                if not part:
                    break
                size += len(part)
                if not self.garbled:
                    self.buffer += part
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

    def run(self, request, seconds, memory_mib):
        limit, later = seconds
        self.send(marshal.dumps(request))
        watch = Watch(self.pid, limit + LOADING_SECONDS, self.forker.base, memory_mib)
        started = False
        while True:
            flooded = self.received > FLOOD_BYTES
            # Once it has begun, its end is what is waited for: nobody wakes for each answer.
            self.forker.wait(0.001 if flooded else watch.patience(), () if self.began else [self.ours])
            progressed = self.drain()
            if self.began and not started:
                started = True
                watch.begin(limit)
            if self.answers:
                watch.limit = later
            passed = None
            if not self.complete and not self.forker.over:
                passed = watch.look(self.claimed_ns if progressed else None)
            if passed or self.complete or self.forker.over:
                self.end(passed)
                return

    def end(self, passed):
        """Ends the process; what it said before that still counts."""
        before = len(self.answers)
        kind, status = self.forker.end()
        self.drain()
        self.left = self.forker.left
        if passed and len(self.answers) == before:
            self.ending = Ending(passed)
        elif passed or kind == "stopped":
            # It was through, or finished one more cell while it was ended.
            self.ending = Ending("exited", DONE if self.complete else FULL)
        else:
            self.ending = Ending(kind, status)
