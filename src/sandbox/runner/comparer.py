"""Has values compared in a copy of the judge, so that whatever that takes can be ended."""

import marshal
import os
import signal
import socket

from channel import MAX_FRAME, TIMEOUT, PipeChannel
from comparing import compare
from seccomp import die_with_parent
from talk import Gone, Talk
from watchdog import Watch

# CPU seconds for a single comparison.
COMPARING_SECONDS = 2.0


class Comparer:
    """Keeps one copy, which knows the suites that there were when it began."""

    def __init__(self):
        self.talk, self.known = None, {}

    @property
    def cpu_ns(self):
        if self.talk is None:
            return 0
        self.talk.watch.look()
        return self.talk.watch.used_ns

    def compare(self, suites, key, cells):
        """What ``comparing.compare`` says of each (test's index, data)."""
        found = []
        while len(found) < len(cells):
            found += self.compare_some(suites, key, _portion(cells[len(found):]))
        return found

    def compare_some(self, suites, key, cells, attempts=2):
        """Where together they are beyond the limits of one comparison, each has them for itself."""
        if self.talk is None or key not in self.known:
            self.close()
            self.start(dict(suites))
        try:
            self.talk.watch.begin(COMPARING_SECONDS)
            self.talk.send(marshal.dumps((key, cells)))
            # From a process in which no program runs.
            return marshal.loads(self.talk.receive())
        except Gone as gone:
            self.close()
            if len(cells) > 1:
                return [self.compare_some(suites, key, [cell])[0] for cell in cells]
            if gone.passed is None and attempts > 1:
                # It died, and not by a limit of ours: somebody outside may have ended it, but not twice.
                return self.compare_some(suites, key, cells, attempts - 1)
            detail = "comparing took too long" if gone.passed == TIMEOUT else "comparing took too much memory"
            return [("error", detail, None, False)]

    def start(self, suites):
        ours, theirs = socket.socketpair()
        judge, pid = os.getpid(), os.fork()
        if pid == 0:
            ours.close()
            die_with_parent(judge)
            _serve(PipeChannel(theirs.fileno()), suites)
        theirs.close()
        self.talk, self.known = Talk(ours, Watch(pid, COMPARING_SECONDS, (0, 0, 0), 1 << 20)), suites

    def close(self):
        if self.talk is None:
            return
        pid = self.talk.watch.pid
        self.talk.socket.close()
        self.talk = None
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
        os.waitpid(pid, 0)


def _serve(channel, suites):
    try:
        while True:
            key, cells = marshal.loads(channel.receive())
            tests = suites[key].tests
            channel.send(marshal.dumps([compare(tests[index], data) for index, data in cells]))
    finally:
        os._exit(0)


def _portion(cells):
    """As many of the cells as fit into one message; at least one."""
    size = 0
    for count, (_, data) in enumerate(cells):
        size += len(data)
        if count and size > MAX_FRAME // 4:
            return cells[:count]
    return cells
