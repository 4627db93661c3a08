"""A system call filter for candidates, where the kernel has one; loaded through ctypes without any privilege.

It stops what namespaces and rlimits leave open: signals to the judge and the zygote, tracing, new namespaces, system V
objects and keys that would outlive a candidate, and kernel interfaces that no test program needs. A process that asks
for one of them gets an error code and goes on.
"""

import ctypes
import errno
import os
import platform
import struct
import sys

ALLOW, ERRNO = 0x7FFF0000, 0x00050000
LOAD, JUMP_EQ, JUMP_GE, JUMP_SET, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ARG0, ARG1 = 16, 24
PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_SET_PDEATHSIG = 4, 22, 36, 38, 1
NEW_NAMESPACES = 0x7E020080

# name: (x86_64, aarch64); None where the architecture has no such call.
NUMBERS = {
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "setpriority": (141, 140),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "prlimit64": (302, 261),
    "clone": (56, 220),
    "socket": (41, 198),
    "ioctl": (16, 29),
}
# Refused whatever their arguments; the error says "not there" where a caller has a fallback for that.
REFUSED = {
    "clone3": (435, 435),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "kcmp": (312, 272),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "syslog": (103, 116),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "personality": (135, 92),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "memfd_secret": (447, 447),
}
# Answered with success and without effect: nothing leaves its process group, so one signal ends all of it.
PRETENDED = {"setsid": (112, 157), "setpgid": (109, 154)}
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7), "arm64": (1, 0xC00000B7)}


def _instruction(code, value, jump_true=0, jump_false=0):
    return struct.pack("<HBBI", code, jump_true, jump_false, value & 0xFFFFFFFF)


def _returns(value):
    return _instruction(RETURN, value)


def _when_call(number, body):
    """``body`` (instructions that end in a return on all paths) for one call; the number is in the accumulator."""
    return [_instruction(JUMP_EQ, number, 0, len(body))] + body


def _guarded_pids(pids):
    """Refuses when the first argument is one of ``pids``."""
    body = [_instruction(LOAD, ARG0)]
    for index, pid in enumerate(pids):
        body.append(_instruction(JUMP_EQ, pid, len(pids) - index, 0))
    return body + [_returns(ALLOW), _returns(ERRNO | errno.EPERM)]


def _refused_bits(argument, bits):
    return [
        _instruction(LOAD, argument),
        _instruction(JUMP_SET, bits, 1, 0),
        _returns(ALLOW),
        _returns(ERRNO | errno.EPERM),
    ]


def _socket_families(families):
    body = [_instruction(LOAD, ARG0)]
    for index, family in enumerate(families):
        body.append(_instruction(JUMP_EQ, family, len(families) - index, 0))
    return body + [_returns(ERRNO | errno.EAFNOSUPPORT), _returns(ALLOW)]


def _refused_values(argument, values):
    body = [_instruction(LOAD, argument)]
    for index, value in enumerate(values):
        body.append(_instruction(JUMP_EQ, value, len(values) - index, 0))
    return body + [_returns(ALLOW), _returns(ERRNO | errno.EPERM)]


def _assemble(rules):
    """A filter's header for the kernel and what it points to."""
    column, machine = MACHINES[platform.machine()]
    program = [_instruction(LOAD, 4), _instruction(JUMP_EQ, machine, 1, 0), _returns(ERRNO | errno.ENOSYS)]
    program.append(_instruction(LOAD, 0))
    if column == 0:
        # The x32 calls of a 64-bit kernel would go round every number below.
        program += [_instruction(JUMP_GE, 0x40000000, 0, 1), _returns(ERRNO | errno.ENOSYS)]
    for numbers, body in rules:
        program += _when_call(numbers[column], body)
    program.append(_returns(ALLOW))
    code = b"".join(program)
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("<HxxxxxxQ", len(program), ctypes.addressof(buffer))
    return ctypes.create_string_buffer(header, len(header)), buffer


def _install(assembled):
    prctl = _libc().prctl
    if prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return False
    return prctl(PR_SET_SECCOMP, 2, assembled[0], 0, 0) == 0


_loaded = []


def _libc():
    if not _loaded:
        _loaded.append(ctypes.CDLL(None, use_errno=True))
    return _loaded[0]


def supported():
    return sys.platform.startswith("linux") and platform.machine() in MACHINES


def guard_zygote(protected):
    """Filters this process and all its children; ``protected`` are processes that they must not touch."""
    if not supported():
        return False
    pids = [pid for pid in protected] + [-pid for pid in protected] + [-1]
    rules = [
        (NUMBERS[name], _guarded_pids(pids))
        for name in (
            "kill",
            "tkill",
            "tgkill",
            "rt_sigqueueinfo",
            "rt_tgsigqueueinfo",
            "sched_setaffinity",
            "sched_setscheduler",
            "sched_setparam",
            "sched_setattr",
            "prlimit64",
        )
    ]
    rules.append((NUMBERS["setpriority"], [_returns(ERRNO | errno.EPERM)]))
    rules.append((NUMBERS["clone"], _refused_bits(ARG0, NEW_NAMESPACES)))
    rules.append((NUMBERS["socket"], _socket_families([1, 2, 10])))
    # Typing into a terminal (TIOCSTI, TIOCLINUX).
    rules.append((NUMBERS["ioctl"], _refused_values(ARG1, [0x5412, 0x541C])))
    for name, numbers in REFUSED.items():
        absent = name in ("clone3", "pidfd_open", "io_uring_setup")
        rules.append((numbers, [_returns(ERRNO | (errno.ENOSYS if absent else errno.EPERM))]))
    return _install(_assemble(rules))


_confinement = _assemble([(numbers, [_returns(ERRNO)]) for numbers in PRETENDED.values()]) if supported() else None


def confine_group():
    """Keeps this process and its children in their process group from now on."""
    return _confinement is not None and _install(_confinement)


def hide():
    """Closes this process's memory and descriptors to others of the same user; orphans of its children come to it."""
    if sys.platform.startswith("linux"):
        _libc().prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def show():
    """Undoes ``hide`` in a child that inherited it, so that it can read its own entries under /proc."""
    if sys.platform.startswith("linux"):
        _libc().prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)


def adopt_orphans():
    if sys.platform.startswith("linux"):
        _libc().prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with_parent(parent):
    """Ends this process when its parent ends, however it ends."""
    if sys.platform.startswith("linux"):
        _libc().prctl(PR_SET_PDEATHSIG, 9, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(0)
