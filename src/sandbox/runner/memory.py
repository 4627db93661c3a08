"""How much memory processes hold, and how much they may."""

import os
import re
import resource

# Address space for mapped libraries, beside what a program allocates.
MAPPED_BYTES = 1024 * 1024 * 1024
TICKS = os.sysconf("SC_CLK_TCK")
OWN_MEMORY = re.compile(r"^Rss(?:Anon|Shmem):\s*(\d+) kB", re.MULTILINE)


def memory_of(pid):
    """(address space, private writable, resident) bytes of a process; zeros where the system does not tell."""
    try:
        with open("/proc/%s/statm" % pid) as file:
            pages = [int(field) for field in file.read().split()]
    except (OSError, ValueError):
        return 0, 0, 0
    size = resource.getpagesize()
    return pages[0] * size, pages[5] * size, (pages[1] - pages[2]) * size


def limit_memory(base, memory_mib):
    """Limits for good what a process allocates beyond what its parent had; mapped libraries count in the looser limit only."""
    allowed = memory_mib * 1024 * 1024
    data, space = base[1] + allowed, base[0] + 2 * allowed + MAPPED_BYTES
    for kind, most in ((resource.RLIMIT_DATA, data), (resource.RLIMIT_AS, space)):
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))


def group_usage(group, base):
    """What all processes of a group use together, ended ones that nobody waited for included; zeros without /proc.

    Bytes of memory of their own and shared between them, without what they share with their parent; CPU nanoseconds of all
    but the group's first process, and of children that it waited for, in steps of the system's tick. What a child used is lost
    when its parent has chosen not to wait for children (SIGCHLD ignored).
    """
    try:
        names = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return 0, 0
    held, ticks = 0, 0
    for name in names:
        try:
            if os.getpgid(int(name)) != group:
                continue
            with open("/proc/%s/stat" % name) as file:
                # The name of a program may hold blanks and brackets.
                fields = file.read().rpartition(")")[2].split()
            # Its own time (user, system), and that of children which it waited for.
            ticks += sum(int(field) for field in fields[13 if int(name) == group else 11:15])
            held += max(0, _own_bytes(name) - base[2])
        except (OSError, ValueError, IndexError):
            pass
    return held, int(ticks * 1e9 / TICKS)


def _own_bytes(name):
    """Resident memory that belongs to no file: private, and shared between processes."""
    with open("/proc/%s/status" % name) as file:
        text = file.read()
    # A process that has ended holds nothing and tells nothing.
    return sum(int(kib) * 1024 for kib in OWN_MEMORY.findall(text))
