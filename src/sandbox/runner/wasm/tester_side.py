"""The tester side in WebAssembly: runs one test that a model wrote, beside the program and away from the judge.

The snapshot that JavaScript puts back after each of them is the only end that this process needs; see
``tester-role.mjs``.
"""

import os
import sys

from channel import CandidateGone, ChannelClosed, PipeChannel
import tester

LINE = 3
#: The runner's modules, which a test's proxies may need while it runs.
own_modules = {}


def load_test(message):
    """Imports what the test will, which does not count as its own time."""
    sys.modules.update(own_modules)
    tester.load(message)
    return b""


def run_test(message):
    """``tester.run_test`` with a way to ask the candidate, which is in another interpreter."""
    channel = PipeChannel(LINE, LINE, os.read, os.write)

    def request(frame):
        try:
            channel.send(frame)
            return channel.receive()
        except ChannelClosed:
            raise CandidateGone("died")

    return tester.run_test(message, request)
