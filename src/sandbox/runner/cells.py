"""A native process that answers cells of the value lane, watched until it is through, over a limit, or gone."""

import marshal
import socket

from candidate import FRAME, MOST_BYTES
from channel import DONE, FULL, Ending, try_send
from watchdog import Watch

# CPU seconds for compiling a program and loading the installed modules that it imports.
LOADING_SECONDS = 10.0
# More than this in the socket when we look: the program may be waiting for us.
FLOOD_BYTES = 64 * 1024


def answer_cells(forker, program, plans, seconds, memory_mib):
    """Has a process answer plans; its ``Cells``. ``seconds``: of the first, of each other one."""
    ours, theirs = socket.socketpair()
    pid = forker.fork("cells", memory_mib, [theirs.fileno()])
    theirs.close()
    with ours:
        found = Cells(forker, ours, len(plans))
        found.run(Watch(pid, seconds[0] + LOADING_SECONDS, forker.base, memory_mib), (program, plans), seconds)
        return found


class Cells:
    """One process that writes frames: an empty one, then one per cell in their order."""

    def __init__(self, forker, ours, count):
        self.forker, self.ours, self.count = forker, ours, count
        self.buffer, self.received = bytearray(), 0
        #: Whether its cells began; whether it sent what is not an answer, after which nothing is read.
        self.began = self.garbled = False
        #: What it answered, how it ended, and whether files were left.
        self.answers, self.ending, self.left = [], None, False

    @property
    def complete(self):
        return self.began and len(self.answers) == self.count

    def drain(self):
        """Reads what is there; the process's claim of its CPU time where a frame was among it."""
        before = len(self.buffer)
        try:
            while len(self.buffer) - before <= MOST_BYTES:
                part = self.ours.recv(1 << 20)
                if not part:
                    break
                self.buffer += part
        except (BlockingIOError, ConnectionError):
            pass
        self.received = len(self.buffer) - before
        at, claimed_ns, size = 0, None, len(self.buffer)
        while not self.garbled and size - at >= FRAME.size:
            length, claim = FRAME.unpack_from(self.buffer, at)
            self.garbled = length > MOST_BYTES or self.complete
            end = at + FRAME.size + length
            if self.garbled or size < end:
                break
            if self.began:
                self.answers.append(bytes(self.buffer[at + FRAME.size:end]))
            self.began, at, claimed_ns = True, end, claim
        del self.buffer[:at]
        return claimed_ns

    def run(self, watch, request, seconds):
        try_send(self.ours.fileno(), marshal.dumps(request))
        self.ours.setblocking(False)
        passed = None
        while not (passed or self.garbled or self.complete or self.forker.over):
            # Once it has begun, its end is what is waited for: nobody wakes for each answer.
            patience = 0.001 if self.received > FLOOD_BYTES else watch.patience()
            self.forker.wait(patience, () if self.began else [self.ours])
            had_begun, claimed_ns = self.began, self.drain()
            if self.began and not had_begun:
                watch.begin(seconds[0])
            if self.answers:
                watch.limit = seconds[1]
            if not self.complete and not self.forker.over:
                passed = watch.look(claimed_ns)
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
