"""Has values compared in a copy of the judge, so that whatever that takes can be ended."""

import marshal
import os
import signal
import socket
import sys

from channel import MAX_FRAME, ChannelClosed, PipeChannel
from comparing import compare
from seccomp import die_with_parent
from watchdog import cpu_clock_ns

# CPU seconds for a single comparison.
COMPARING_SECONDS = 2.0


class Comparer:
    """Keeps one copy, which knows the suites that there were when it began."""

    def __init__(self):
        self.pid, self.channel, self.known = None, None, {}

    @property
    def cpu_ns(self):
        return 0 if self.pid is None else cpu_clock_ns(self.pid) or 0

    def compare(self, suites, key, cells):
        """What ``comparing.compare`` says of each (test's index, data)."""
        found = []
        while len(found) < len(cells):
            found += self.compare_some(suites, key, _portion(cells[len(found):]))
        return found

    def compare_some(self, suites, key, cells, attempts=2):
        """Where together they are beyond the limits of one comparison, each has them for itself."""
        if self.pid is None or key not in self.known:
            self.close()
            self.start(dict(suites))
        try:
            self.channel.send(marshal.dumps((key, cells)))
            # From a process in which no program runs.
            return marshal.loads(self.channel.receive())
        except ChannelClosed:
            late = self.close() == signal.SIGPROF
            if len(cells) > 1:
                return [self.compare_some(suites, key, [cell])[0] for cell in cells]
            if not late and attempts > 1:
                # It died, and not by a limit of ours: somebody outside may have ended it, but not twice.
                return self.compare_some(suites, key, cells, attempts - 1)
            return [("error", "comparing took too %s" % ("long" if late else "much memory"), None, False)]

    def start(self, suites):
        ours, theirs = socket.socketpair()
        judge, self.pid = os.getpid(), os.fork()
        if self.pid == 0:
            ours.close()
            die_with_parent(judge)
            _serve(PipeChannel(theirs.fileno()), suites)
        theirs.close()
        self.channel, self.known = PipeChannel(ours.detach()), suites

    def close(self):
        """The signal that ended the copy, which may be ours."""
        if self.pid is None:
            return None
        self.channel.close()
        try:
            os.kill(self.pid, signal.SIGKILL)
        except OSError:
            pass
        _, status = os.waitpid(self.pid, 0)
        self.pid = None
        return os.WTERMSIG(status)


def _serve(channel, suites):
    # No longer those of tests and answers, but of what a comparison makes.
    getattr(sys, "set_int_max_str_digits", id)(4300)
    try:
        while True:
            key, cells = marshal.loads(channel.receive())
            tests = suites[key].tests
            # The signal that comes then ends the process.
            signal.setitimer(signal.ITIMER_PROF, COMPARING_SECONDS)
            channel.send(marshal.dumps([compare(tests[index], data) for index, data in cells]))
            signal.setitimer(signal.ITIMER_PROF, 0)
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
