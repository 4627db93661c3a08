"""Keeps what the standard library does in every forked process out of ours, and gives it back to candidates.

``random`` draws a new seed in each child. A candidate starts from a fixed state anyway, and the hook touches two dozen
pages of memory, each of which is copied for it. What a candidate forks itself runs the hook as anywhere.
"""

import os

_later = []


def _import_random():
    register, os.register_at_fork = os.register_at_fork, lambda **hooks: _later.append(hooks)
    try:
        import random  # noqa: F401
    finally:
        os.register_at_fork = register


def give_back():
    """In a candidate, before its code runs."""
    for hooks in _later:
        os.register_at_fork(**hooks)


if hasattr(os, "register_at_fork"):
    _import_random()
