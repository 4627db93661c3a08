"""How the judge's side and the program's side exchange bytes, and what the judge is told of a program.

Nothing in here (or in ``codec``, ``suite``, ``judge``, ``cell``, ``together``) forks or knows an operating system: the
native sandboxes have a ``host`` of processes and pipes, WebAssembly one of interpreters. Frames are opaque bytes in both
directions; whatever comes from the program's side is untrusted.
"""

import struct

MAX_FRAME = 64 * 1024 * 1024
TIMEOUT, MEMORY, DIED, NOT_RUN = "timeout", "out-of-memory", "died", "not-run"
# Exit codes by which a process of cells says that it is through, or that the next cell is one for another process.
DONE, FULL = 0, 42
SIGKILL = 9


class ChannelClosed(Exception):
    """The other side is gone."""


class PipeChannel:
    """Length-prefixed frames over one or two file descriptors."""

    def __init__(self, reader, writer, read, write):
        self._reader, self._writer, self._read, self._write = reader, writer, read, write

    def send(self, frame):
        data = memoryview(struct.pack("<I", len(frame)) + frame)
        try:
            while data:
                data = data[self._write(self._writer, data):]
        except OSError as error:
            raise ChannelClosed(str(error))

    def receive(self):
        (size,) = struct.unpack("<I", self._exactly(4))
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
        self.give_up_after_timeouts = job.get("giveUpAfterTimeouts")
        self.never_shorten, self.stop_at_failure = job.get("neverShorten", False), job.get("stopAtFailure", False)


class Report:
    """What became of one cell's process: ``data``, what it answered, or ``ended``, how it ended without an answer."""

    __slots__ = ("data", "ended", "detail")

    def __init__(self, data=None, ended=None, detail=None):
        self.data, self.ended, self.detail = data, ended, detail


class ScriptReport:
    """What a script left; ``stdout`` is None where it wrote more than the sandbox keeps."""

    __slots__ = ("stdout", "exit_code", "stderr_tail", "ended")

    def __init__(self, stdout=b"", exit_code=0, stderr_tail="", ended=None):
        self.stdout, self.exit_code, self.stderr_tail, self.ended = stdout, exit_code, stderr_tail, ended


class Ending:
    """How a process ended: ``kind`` exited, signalled, timeout or out-of-memory; ``status`` code or signal."""

    def __init__(self, kind, status=0, text=None):
        self.kind, self.status, self.text = kind, status, text

    def describe(self):
        if self.text is not None:
            return self.text
        if self.kind == "signalled":
            return "the program was killed by signal %d" % self.status
        return "the program ended its own process (exit code %d)" % self.status
