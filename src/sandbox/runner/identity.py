"""Users: judge, zygote and candidates each have one of their own where the runner is started as root.

A zygote needs no capability for it. Its effective user is the candidates', so it may kill them, read of them and empty
their folders; its real and saved ones are its own, and those are what the kernel asks when a candidate wants to signal it,
trace it, or have a descriptor's signals sent to it.
"""

import os


def become(own, effective=None):
    """Becomes the unprivileged user ``own`` for good, with the right to become ``effective``; only when started as root."""
    if own is None or os.getuid() != 0:
        return
    effective = own if effective is None else effective
    os.setgroups([])
    os.setresgid(own, effective, own)
    os.setresuid(own, effective, own)


def become_candidate():
    """Gives up what a zygote's copy still has of the zygote; nothing where they are one user."""
    user, group = os.geteuid(), os.getegid()
    if os.getuid() != user:
        os.setresgid(group, group, group)
        os.setresuid(user, user, user)
