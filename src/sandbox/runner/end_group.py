"""Ends a program's process and all that it left running."""

import contextlib
import os
import select
import signal


def end_group(pid, copies):
    """Ends a process, its group, and every orphan that came to us, but no copies; exits when something is left.

    Gives the CPU nanoseconds of copies that ended.
    """
    ended_ns = 0
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)
    for attempt in range(2000):
        try:
            reaped, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return ended_ns
        if reaped in copies:
            copies.discard(reaped)
            ended_ns += int((usage.ru_utime + usage.ru_stime) * 1e9)
        if reaped == 0:
            left = set(_children()) - copies
            if copies and not left:
                return ended_ns
            for child in left:
                with contextlib.suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            select.select([], [], [], 0.0002 if attempt < 50 else 0.005)
    # The judge sees the end of the control socket: a failure of the sandbox, no word about the candidate.
    os._exit(70)


def _children():
    try:
        with open("/proc/self/task/%d/children" % os.getpid()) as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []
