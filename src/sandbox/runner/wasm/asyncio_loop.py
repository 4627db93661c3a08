"""An event loop for a system without sockets or threads, where asyncio's own cannot be made.

Nothing outside can wake it, so between callbacks it only has to sleep.
"""

import asyncio
import selectors
import time


class SleepingSelector(selectors._BaseSelectorImpl):
    """Waits for time to pass; no descriptor is ever ready."""

    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError("the program waits for something that can never happen here")
        if timeout > 0:
            time.sleep(timeout)
        return []


class SleepingEventLoop(asyncio.SelectorEventLoop):
    def __init__(self, selector=None):
        super().__init__(selector or SleepingSelector())

    def _make_self_pipe(self):
        self._ssock = self._csock = None

    def _close_self_pipe(self):
        pass

    def _write_to_self(self):
        pass

    def add_signal_handler(self, sig, callback, *args):
        raise NotImplementedError("signals are not available in the wasm sandbox")


def install():
    """Makes it the loop that ``asyncio.run`` and ``asyncio.new_event_loop`` create."""
    asyncio.SelectorEventLoop = asyncio.DefaultEventLoop = asyncio.EventLoop = SleepingEventLoop
    asyncio.unix_events.SelectorEventLoop = asyncio.unix_events.EventLoop = SleepingEventLoop
    asyncio.unix_events._DefaultEventLoopPolicy._loop_factory = SleepingEventLoop
