"""A CPU timer around pure tests in the judge itself."""

import contextlib
import signal

from judge import TooSlow


def _fire(signum, frame):
    raise TooSlow()


@contextlib.contextmanager
def guard(seconds):
    """Raises ``TooSlow`` in the block when it takes more CPU time."""
    previous = signal.signal(signal.SIGPROF, _fire)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)
