"""How long a process of a candidate has run, slept and what it holds, as the judge measures it from outside."""

import time

from channel import MEMORY, TIMEOUT
from memory import group_usage

# What a cell may spend asleep or waiting, beyond CPU time and time in the run queue: factor of its limit, and seconds.
WALL_FACTOR, WALL_SLACK = 4.0, 1.0
# How often the memory of a candidate's process group is added up.
MEMORY_PERIOD = 0.1


def cpu_clock_ns(pid):
    """CPU time of another process, exited but not yet waited for included; None when it is gone."""
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)
    except (OSError, OverflowError):
        return None


def run_queue_seconds(pid):
    """How long the process was ready to run and waited for a processor; 0 where the kernel does not tell."""
    try:
        with open("/proc/%d/schedstat" % pid) as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


class Watch:
    """One process and its limits.

    A cell has ``limit`` seconds of CPU time, and may be blocked (asleep or waiting, not queueing for a processor) for
    ``WALL_FACTOR`` times that and ``WALL_SLACK``. When cells share a process, each begins when the answer to the one
    before is there. The process says at which CPU time that was; it is believed only between this look and the last one.
    The processes of its group together may hold twice the memory that one may.
    """

    def __init__(self, pid, limit, base, memory_mib):
        self.pid, self.limit, self.base = pid, limit, base
        self.most_bytes = 2 * memory_mib * 1024 * 1024
        self.most_blocked = limit * WALL_FACTOR + WALL_SLACK
        self.started = self.memory_seen = time.monotonic()
        self.began_ns = self.seen_ns = self.used_ns = self.cells = 0
        self.blocked_before = self.blocked = 0.0

    def begin(self, limit):
        """The cells begin: what was used until now was loading."""
        self.look()
        self.limit, self.most_blocked = limit, limit * WALL_FACTOR + WALL_SLACK
        self.began_ns, self.blocked_before, self.cells = self.used_ns, self.blocked, 0

    def look(self, claimed_ns=None):
        """What limit is passed, or None; ``claimed_ns`` when a cell was finished since the last look."""
        now = time.monotonic()
        self.seen_ns = self.used_ns
        used_ns = cpu_clock_ns(self.pid)
        self.used_ns = self.used_ns if used_ns is None else max(used_ns, self.used_ns)
        blocked = now - self.started - self.used_ns / 1e9
        if blocked > self.blocked_before + self.most_blocked:
            blocked -= run_queue_seconds(self.pid)
        self.blocked = blocked
        if claimed_ns is not None:
            self.cells += 1
            self.began_ns = min(max(claimed_ns, self.seen_ns), self.used_ns)
            self.blocked_before = blocked
        if self.used_ns - self.began_ns >= self.limit * 1e9 or blocked > self.blocked_before + self.most_blocked:
            return TIMEOUT
        if now - self.memory_seen > MEMORY_PERIOD:
            self.memory_seen = now
            held, others_ns = group_usage(self.pid, self.base)
            if held > self.most_bytes:
                return MEMORY
            # What it started counts as its own time.
            if others_ns >= self.limit * 1e9 * max(self.cells, 1):
                return TIMEOUT
        return None

    def patience(self):
        """Seconds until the next look is due."""
        left = self.limit - (self.used_ns - self.began_ns) / 1e9
        return min(max(left, 0.0005), max(self.limit / 4, 0.005), MEMORY_PERIOD)
