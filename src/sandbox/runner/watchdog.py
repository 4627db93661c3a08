"""Watches a candidate process and ends it, with all that it started, when it is over a limit."""

import _signal
import os
import signal
import time

from memory import group_bytes

# What a cell may spend asleep or waiting, beyond CPU time and time in the run queue: factor of its limit, and seconds.
WALL_FACTOR, WALL_SLACK = 4.0, 1.0
# How often the memory of a candidate's process group is added up.
MEMORY_PERIOD = 0.1


def cpu_clock_ns(pid):
    """CPU time of another process, exited but not yet waited for included."""
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)
    except (OSError, OverflowError):
        return None


#: Plain numbers and the module under ``signal``, whose enumerations cost more than the system calls.
CHILD_SIGNAL = (int(signal.SIGCHLD),)


def unblock_child_signal():
    _signal.pthread_sigmask(_signal.SIG_UNBLOCK, CHILD_SIGNAL)


def wait_for_child(seconds):
    """Until a child ends, or a while."""
    if hasattr(signal, "sigtimedwait"):
        signal.sigtimedwait(CHILD_SIGNAL, seconds)
    else:
        time.sleep(min(seconds, 0.005))


def run_queue_seconds(pid):
    """How long the process was ready to run and waited for a processor; 0 where the kernel does not tell."""
    try:
        with open("/proc/%d/schedstat" % pid) as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def end_process(pid):
    """Ends the candidate, its process group, and every orphan that came to us; raises if something is left."""
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    for attempt in range(2000):
        try:
            reaped, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if reaped == 0:
            for child in _children():
                try:
                    os.kill(child, signal.SIGKILL)
                except OSError:
                    pass
            time.sleep(0.0005 if attempt < 50 else 0.005)
    raise RuntimeError("a process of the candidate cannot be ended")


def _children():
    try:
        with open("/proc/self/task/%d/children" % os.getpid()) as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


class Ending:
    """How a candidate process ended: ``kind`` exited, signalled, timeout or out-of-memory; ``status`` code or signal."""

    def __init__(self, kind, status):
        self.kind, self.status = kind, status

    def describe(self):
        if self.kind == "signalled":
            return "the program was killed by signal %d" % self.status
        return "the program ended its own process (exit code %d)" % self.status


def watch(pid, region, limit, max_cells, max_blocked, base, memory_mib):
    """Waits for the candidate to end, or ends it when a cell is over its limit. Blocks only in sigtimedwait.

    A cell has ``limit`` seconds of CPU time, and may be blocked (asleep or waiting, not queueing for a processor) for
    ``WALL_FACTOR`` times that and ``WALL_SLACK``; the whole process for ``max_blocked`` seconds. The region's header is
    the candidate's claim, believed only as far as it can be true: cells count upward, there are at most ``max_cells``,
    and a cell cannot have begun before the zygote last saw another one. The processes of its group together may hold
    twice the memory that one may.
    """
    most_bytes = 2 * memory_mib * 1024 * 1024
    cell, began_ns, seen_ns = 0, 0, 0
    most_blocked = limit * WALL_FACTOR + WALL_SLACK
    started = time.monotonic()
    blocked_before = 0.0
    while True:
        reaped, status = os.waitpid(pid, os.WNOHANG)
        if reaped:
            end_process(pid)
            if os.WIFSIGNALED(status):
                return Ending("signalled", os.WTERMSIG(status))
            return Ending("exited", os.WEXITSTATUS(status))
        elapsed = time.monotonic() - started
        used_ns = cpu_clock_ns(pid)
        if used_ns is None:
            used_ns = int(elapsed * 1e9)
        blocked = elapsed - used_ns / 1e9
        if blocked > blocked_before + most_blocked:
            blocked -= run_queue_seconds(pid)
        number, claimed_ns = region.progress()[:2]
        if number == 0:
            blocked_before = blocked
        elif cell < number <= max_cells:
            cell, blocked_before = number, blocked
            began_ns = min(max(claimed_ns, seen_ns), used_ns)
        seen_ns = used_ns
        left = limit - (used_ns - began_ns) / 1e9
        if left <= 0 or blocked > min(blocked_before + most_blocked, max_blocked):
            end_process(pid)
            return Ending("timeout", 0)
        if elapsed > MEMORY_PERIOD and group_bytes(pid, base) > most_bytes:
            end_process(pid)
            return Ending("out-of-memory", 0)
        wait_for_child(min(max(left, 0.002), MEMORY_PERIOD))
