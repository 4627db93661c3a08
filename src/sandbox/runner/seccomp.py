"""System call filters for zygotes and candidates, where the kernel has them; loaded through ctypes, without privilege.

Two filters, both lists of what is allowed. ``guard_zygote`` installs the wide one, which a zygote hands on to all that it
forks: the calls that Python, its common packages and the programs they start need, with the arguments they need; every
other call does not exist. ``confine_group`` adds the narrow one in each candidate. It knows the candidate's own number,
so that signals reach nobody else, and takes away what only a zygote may do.
"""

import contextlib
import ctypes
import errno
import functools
import os
import platform
import struct
import sys

import bpf
from syscalls import NUMBERS, REFUSED

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 36, 38
#: Column of ``NUMBERS``, architecture as the filter sees it, highest number (the x32 calls of x86_64 lie above).
MACHINES = {
    "x86_64": (0, 0xC000003E, 0x3FFFFFFF),
    "aarch64": (1, 0xC00000B7, None),
    "arm64": (1, 0xC00000B7, None),
}

# Namespaces, a tracer's child, a child of one's own parent, a descriptor of the child.
CLONE_REFUSED = 0x7E020080 | 0x2000 | 0x8000 | 0x1000
F_SETFL, O_ASYNC = 4, 0x2000
# F_SETLK, F_SETLKW, and those of open files: a lock of a file that others have, too, tells them something, or holds them up.
LOCKS = (6, 7, 37, 38)
# F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_GETLK, the same of open files, F_DUPFD_CLOEXEC,
# F_GETPIPE_SZ, F_GET_SEALS. Not: owners and signals of descriptors, leases, notices, larger pipes.
FCNTL_COMMANDS = (0, 1, 2, 3, 5, 36, 1030, 1032, 1034)
# TCGETS, TCGETS2, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, FICLONE.
IOCTL_REQUESTS = (0x5401, 0x802C542A, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x40049409)
AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
# Streams, datagrams and sequenced packets, with or without SOCK_NONBLOCK and SOCK_CLOEXEC.
SOCKET_KINDS = tuple(kind | flags for kind in (1, 2, 5) for flags in (0, 0x800, 0x80000, 0x80800))
# Default, TCP, UDP.
SOCKET_PROTOCOLS = (0, 6, 17)
SOL_SOCKET, SOL_TCP, TCP_ULP = 1, 6, 31
# Filters and programs on sockets.
SOCKET_OPTIONS_REFUSED = (26, 44, 50, 51, 52)
MAP_SHARED, MAP_ANONYMOUS, MAP_GROWSDOWN, MAP_HUGETLB = 0x01, 0x20, 0x100, 0x40000
SIGCHLD = 17
# PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP, PR_CAPBSET_READ,
# PR_SET_TIMERSLACK, PR_GET_TIMERSLACK, PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_SET_VMA.
PRCTL_OPTIONS = (2, 3, 4, 15, 16, 21, 23, 29, 30, 38, 39, 0x53564D41)
SENDS_SIGNALS = ("kill", "tkill", "tgkill")
# What stands for a candidate's number until it is known.
_OWN = 0x11223344
_NUMBER = struct.Struct("<I")


def supported():
    return sys.platform.startswith("linux") and platform.machine() in MACHINES


def _fcntl():
    set_flags = [bpf.argument(2), *bpf.when(bpf.BITS, [bpf.refuse()], O_ASYNC), bpf.allow()]
    return [
        bpf.argument(1),
        *bpf.when(bpf.EQUAL, set_flags, F_SETFL),
        *(each for lock in LOCKS for each in bpf.when(bpf.EQUAL, [bpf.refuse(0)], lock)),
        *bpf.skip_unless(FCNTL_COMMANDS),
        bpf.refuse(),
        bpf.allow(),
    ]


def _socket():
    protocols = bpf.one_of(2, SOCKET_PROTOCOLS, errno.EPROTONOSUPPORT)
    kinds = bpf.one_of(1, SOCKET_KINDS, errno.EPROTONOSUPPORT, protocols)
    return bpf.one_of(0, (AF_UNIX, AF_INET, AF_INET6), errno.EAFNOSUPPORT, kinds)


def _setsockopt():
    # Levels: IP, the socket itself, TCP, IPv6.
    socket_options = [bpf.argument(2), *bpf.skip_unless(SOCKET_OPTIONS_REFUSED), bpf.allow(), bpf.refuse()]
    tcp_options = [bpf.argument(2), *bpf.when(bpf.EQUAL, [bpf.refuse()], TCP_ULP), bpf.allow()]
    return [
        bpf.argument(1),
        *bpf.when(bpf.EQUAL, socket_options, SOL_SOCKET),
        *bpf.when(bpf.EQUAL, tcp_options, SOL_TCP),
        *bpf.skip_unless((0, 41)),
        bpf.refuse(errno.ENOPROTOOPT),
        bpf.allow(),
    ]


def _wide_bodies():
    bodies = {name: [bpf.allow()] for name in NUMBERS}
    # As a matter of permission, which programs expect and catch; everything unnamed is answered with ENOSYS.
    bodies.update((name, [bpf.refuse()]) for name in REFUSED)
    bodies["clone"] = [bpf.argument(0), *bpf.when(bpf.BITS, [bpf.refuse()], CLONE_REFUSED), bpf.allow()]
    bodies["fcntl"] = _fcntl()
    bodies["ioctl"] = bpf.one_of(1, IOCTL_REQUESTS, errno.ENOTTY)
    bodies["socket"] = _socket()
    bodies["socketpair"] = bpf.one_of(0, (AF_UNIX,), errno.EAFNOSUPPORT)
    bodies["setsockopt"] = _setsockopt()
    # Of itself alone.
    bodies["prlimit64"] = bpf.one_of(0, (0,))
    bodies["sched_setaffinity"] = bpf.one_of(0, (0,))
    return bodies


def _signal_body(protected):
    """Signals to oneself, to one's group, and to what was started later: a process's children have higher numbers."""
    return [
        bpf.remember(_OWN),
        bpf.argument(0),
        *bpf.when(bpf.EQUAL, [bpf.allow()], 0),
        *bpf.when(bpf.REMEMBERED, [bpf.allow()]),
        bpf.negate(),
        *bpf.when(bpf.REMEMBERED, [bpf.allow()]),
        bpf.negate(),
        *bpf.when(bpf.BITS, [bpf.refuse()], 0x80000000),
        *bpf.unless_above_remembered([bpf.refuse()]),
        *bpf.skip_unless(protected),
        bpf.allow(),
        bpf.refuse(),
    ]


def _narrow_bodies(protected):
    bodies = {name: _signal_body(protected) for name in SENDS_SIGNALS}
    # Answered with success and without effect: nothing leaves its process group, so one signal ends all of it, and no lock
    # is seen from outside.
    bodies.update((name, [bpf.refuse(0)]) for name in ("setsid", "setpgid", "flock"))
    bodies["prctl"] = bpf.one_of(0, PRCTL_OPTIONS)
    # What children used is lost to us where their parent has the kernel collect them.
    bodies["rt_sigaction"] = [bpf.argument(0), *bpf.when(bpf.EQUAL, [bpf.refuse()], SIGCHLD), bpf.allow()]
    # Memory that no limit of a process counts.
    shared = [bpf.when(bpf.BITS, [bpf.refuse()], MAP_SHARED), [bpf.allow()]]
    bodies["mmap"] = [
        bpf.argument(3),
        *bpf.when(bpf.BITS, [bpf.refuse()], MAP_HUGETLB),
        # Counts as stack, which the limit on data leaves out.
        *bpf.when(bpf.BITS, [bpf.refuse()], MAP_GROWSDOWN),
        *bpf.when(bpf.BITS, sum(shared, []), MAP_ANONYMOUS),
        bpf.allow(),
    ]
    return bodies


class _Filter:
    """A filter's bytes and the header that the kernel wants."""

    def __init__(self, bodies, otherwise):
        column, machine, highest = MACHINES[platform.machine()]
        numbered = {NUMBERS[name][column]: body for name, body in bodies.items() if NUMBERS[name][column] is not None}
        code = bpf.assemble(machine, numbered, otherwise, highest)
        self.buffer = ctypes.create_string_buffer(code, len(code))
        header = struct.pack("<HxxxxxxQ", len(code) // 8, ctypes.addressof(self.buffer))
        self.header = ctypes.create_string_buffer(header, len(header))
        #: Where a candidate's own number belongs.
        self.places = [at for at in range(0, len(code), 8) if code[at : at + 8] == bpf.remember(_OWN)]

    def install(self):
        """Needs ``PR_SET_NO_NEW_PRIVS``, which processes inherit."""
        return _libc().prctl(PR_SET_SECCOMP, 2, self.header, 0, 0) == 0

    def install_for(self, pid):
        for at in self.places:
            _NUMBER.pack_into(self.buffer, at + 4, pid)
        return self.install()


@functools.lru_cache(maxsize=None)
def _libc():
    return ctypes.CDLL(None, use_errno=True)


def _control(option, value):
    if sys.platform.startswith("linux"):
        _libc().prctl(option, value, 0, 0, 0)


class _State:
    """What this process and all that it forks have: whether the wide filter is installed, and the narrow one ready."""

    guarded = False
    narrow = None


def guard_zygote(protected):
    """Filters this process and all its children; ``protected`` are processes that candidates must not signal.

    Copies of a filtered process call it again to name others; whether there is a filter.
    """
    if not supported():
        return False
    _State.narrow = _Filter(_narrow_bodies(tuple(protected)), [bpf.allow()])
    if not _State.guarded:
        _control(PR_SET_NO_NEW_PRIVS, 1)
        _State.guarded = _Filter(_wide_bodies(), [bpf.refuse(errno.ENOSYS)]).install()
    return _State.guarded


def confine_group():
    """Confines this candidate and its children to themselves, from now on; the last step before its code runs."""
    return _State.narrow is not None and _State.narrow.install_for(os.getpid())


def hide():
    """Closes this process's memory and descriptors to others of the same user."""
    _control(PR_SET_DUMPABLE, 0)


def show():
    """Undoes ``hide`` in a child that inherited it, so that it can read its own entries under /proc."""
    _control(PR_SET_DUMPABLE, 1)


def trim_memory():
    """Gives back what nobody uses: each fork copies the table of all pages."""
    with contextlib.suppress(AttributeError):
        _libc().malloc_trim(0)


def adopt_orphans():
    _control(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent):
    """Ends this process when its parent ends, however it ends."""
    _control(PR_SET_PDEATHSIG, 9)
    if os.getppid() != parent:
        os._exit(0)
