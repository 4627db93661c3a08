"""Has values compared in a copy of the judge, so that whatever that takes can be ended."""

import marshal
import os
import signal
import socket

from channel import MAX_FRAME, TIMEOUT, PipeChannel
from comparing import compare
from seccomp import die_with_parent
from watchdog import Watch
from watched_socket import Gone, WatchedSocket

# CPU seconds for a single comparison.
COMPARING_SECONDS = 2.0


class Comparer:
    """Keeps one copy, which knows the suites that there were when it began."""

    def __init__(self):
        self.copy = None

    @property
    def cpu_ns(self):
        return self.copy.cpu_ns if self.copy else 0

    def compare(self, suites, key, cells):
        """What ``comparing.compare`` says of each (test's index, data)."""
        found = []
        while len(found) < len(cells):
            found += self.compare_some(suites, key, _portion(cells[len(found):]))
        return found

    def compare_some(self, suites, key, cells, attempts=2):
        """Where together they are beyond the limits of one comparison, each has them for itself."""
        if self.copy is None or key not in self.copy.known:
            self.close()
            self.copy = _Copy(suites)
        try:
            return self.copy.ask(key, cells)
        except Gone as gone:
            self.close()
            if len(cells) > 1:
                return [self.compare_some(suites, key, [cell])[0] for cell in cells]
            if gone.passed is None and attempts > 1:
                # It died, and not by a limit of ours: somebody outside may have ended it, but not twice.
                return self.compare_some(suites, key, cells, attempts - 1)
            detail = "comparing took too long" if gone.passed == TIMEOUT else "comparing took too much memory"
            return [("error", detail, None, False)]

    def close(self):
        if self.copy is not None:
            self.copy.close()
            self.copy = None


def _portion(cells):
    """As many of the cells as fit into one message; at least one."""
    size = 0
    for count, (_, data) in enumerate(cells):
        size += len(data)
        if count and size > MAX_FRAME // 4:
            return cells[:count]
    return cells


class _Copy:
    def __init__(self, suites):
        self.known = dict(suites)
        ours, theirs = socket.socketpair()
        judge = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            ours.close()
            die_with_parent(judge)
            self.serve(PipeChannel(theirs.fileno()))
        theirs.close()
        self.watch = Watch(self.pid, COMPARING_SECONDS, (0, 0, 0), 1 << 20)
        self.talk = WatchedSocket(ours, None, self.watch)

    @property
    def cpu_ns(self):
        self.watch.look()
        return self.watch.used_ns

    def serve(self, channel):
        try:
            while True:
                key, cells = marshal.loads(channel.receive())
                tests = self.known[key].tests
                channel.send(marshal.dumps([compare(tests[index], data) for index, data in cells]))
        finally:
            os._exit(0)

    def ask(self, key, cells):
        """What it says of the cells; raises ``Gone`` where they are beyond its limits."""
        self.watch.begin(COMPARING_SECONDS)
        self.talk.send(marshal.dumps((key, cells)))
        # From a process in which no program runs.
        return marshal.loads(self.talk.receive())

    def close(self):
        self.talk.socket.close()
        try:
            os.kill(self.pid, signal.SIGKILL)
        except OSError:
            pass
        os.waitpid(self.pid, 0)
