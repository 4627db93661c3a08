"""Users: judge, zygote and candidates each have one of their own where the runner is started as root.

A zygote needs no capability for it. Its effective user is the candidates', so it may kill them, read of them and empty
their folders; its real and saved ones are its own, and those are what the kernel asks when a candidate wants to signal it,
trace it, or have a descriptor's signals sent to it.
"""

import os


def drop_to(uid):
    """Becomes an unprivileged user for good; nothing without a user to become, or when not started as root."""
    if uid is None or os.getuid() != 0:
        return
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def become_zygote(own, candidates):
    """Becomes ``own``, with the right to become ``candidates``, for good; the same conditions as ``drop_to``."""
    if own is None or os.getuid() != 0:
        return
    os.setgroups([])
    os.setresgid(own, candidates, own)
    os.setresuid(own, candidates, own)


def become_candidate():
    """Gives up what a zygote's copy still has of the zygote; nothing where they are one user."""
    user, group = os.geteuid(), os.getegid()
    if os.getuid() != user:
        os.setresgid(group, group, group)
        os.setresuid(user, user, user)
