"""How much memory processes hold, and how much they may."""

import os
import resource

# Address space for mapped libraries, beside what a program allocates.
MAPPED_BYTES = 1024 * 1024 * 1024


def memory_of(pid):
    """(address space, private writable, resident) bytes of a process; zeros where the system does not tell."""
    try:
        with open("/proc/%s/statm" % pid) as file:
            pages = [int(field) for field in file.read().split()]
    except (OSError, ValueError):
        return 0, 0, 0
    size = resource.getpagesize()
    return pages[0] * size, pages[5] * size, (pages[1] - pages[2]) * size


def limit_memory(base, memory_mib, final=True):
    """Limits what a process allocates beyond what its parent had; mapped libraries count in the looser limit only.

    With ``final`` the process cannot take the limit back.
    """
    allowed = memory_mib * 1024 * 1024
    data, space = base[1] + allowed, base[0] + 2 * allowed + MAPPED_BYTES
    for kind, most in ((resource.RLIMIT_DATA, data), (resource.RLIMIT_AS, space)):
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most if final else hard))


def lift_memory_limit():
    """Undoes ``limit_memory`` without ``final``."""
    for kind in (resource.RLIMIT_DATA, resource.RLIMIT_AS):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (hard, hard))


def group_bytes(group, base):
    """Resident memory of all processes of a group, each without what it shares with its parent."""
    total = 0
    try:
        names = os.listdir("/proc")
    except OSError:
        return 0
    for name in names:
        if name.isdigit():
            try:
                if os.getpgid(int(name)) == group:
                    total += max(0, memory_of(name)[2] - base[2])
            except OSError:
                pass
    return total
