"""How the judge's side and the program's side exchange bytes, and what the judge is told of a program.

Nothing in here (or in ``codec``, ``suite``, ``judge``, ``cell``, ``together``) forks or knows an operating system: the
native sandboxes have a ``host`` of processes and pipes, WebAssembly one of interpreters. Frames are opaque bytes in both
directions; whatever comes from the program's side is untrusted.
"""

import os
from typing import NamedTuple, Optional

MAX_FRAME = 128 * 1024 * 1024
TIMEOUT, MEMORY, NOT_RUN = "timeout", "out-of-memory", "not-run"
# Exit codes by which a process of cells says that it is through, or that the next cell is one for another process.
DONE, FULL = 0, 42
SIGKILL = 9


class ChannelClosed(Exception):
    """The other side is gone."""


class PipeChannel:
    """Length-prefixed frames over one or two file descriptors."""

    # As they were before a program could change them.
    _read, _write = staticmethod(os.read), staticmethod(os.write)

    def __init__(self, reader, writer=None):
        self._reader, self._writer = reader, reader if writer is None else writer

    def close(self):
        os.close(self._reader)

    def send(self, frame):
        data = len(frame).to_bytes(4, "little") + frame
        try:
            sent = self._write(self._writer, data)
            while sent < len(data):
                sent += self._write(self._writer, memoryview(data)[sent:])
        except OSError as error:
            raise ChannelClosed(str(error))

    def receive(self):
        size = int.from_bytes(self._exactly(4), "little")
        if size > MAX_FRAME:
            raise ChannelClosed("frame of %d bytes" % size)
        return self._exactly(size)

    def _exactly(self, size):
        parts = []
        while size:
            try:
                part = self._read(self._reader, min(size, 1 << 20))
            except OSError as error:
                raise ChannelClosed(str(error))
            if not part:
                raise ChannelClosed("end of file")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


class Limits:
    """``timeout_ms`` is CPU time per cell; ``memory_mib`` is per process; see ``SandboxLimits`` for the rest."""

    def __init__(self, job):
        self.timeout_ms, self.memory_mib = job["timeoutMs"], job["memoryMib"]
        self.give_up_after_timeouts, self.stop_at_failure = job.get("giveUpAfterTimeouts"), job.get("stopAtFailure", False)


class Ending(NamedTuple):
    """How a process ended: ``kind`` exited, signalled, timeout, out-of-memory or not-run; ``status`` code or signal."""

    kind: str
    status: int = 0
    text: Optional[str] = None

    def describe(self):
        if self.text is not None:
            return self.text
        if self.kind == "signalled":
            return "the program was killed by signal %d" % self.status
        return "the program ended its own process (exit code %d)" % self.status
