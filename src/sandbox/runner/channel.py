"""How the judge side and the candidate side exchange bytes.

Nothing in here (or in ``codec``, ``suite``, ``judge``, ``cell``) forks or knows an operating system: the native
sandboxes implement ``CandidateHost`` with processes and pipes (``host``, ``zygote``), WebAssembly with two interpreters.

Frames are opaque ``bytes`` in both directions; what they mean is written in ``cell`` (the candidate side answers) and
``judge`` (the judge side asks). Whatever comes from the candidate side is untrusted.
"""

import struct

MAX_FRAME = 64 * 1024 * 1024


class ChannelClosed(Exception):
    """The other side is gone."""


class CandidateGone(Exception):
    """The candidate's process ended while a reply was due. ``kind``: timeout, out-of-memory or died."""

    def __init__(self, kind, detail=""):
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail


class Channel:
    """Sends and receives whole frames. Implementations: ``PipeChannel``, and the bridge of each other sandbox."""

    def send(self, frame):
        raise NotImplementedError

    def receive(self):
        """The next frame; raises ``ChannelClosed`` when the other side is gone."""
        raise NotImplementedError


class PipeChannel(Channel):
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


class Program:
    """What the candidate side needs to run a candidate: never any test, never any expected value."""

    def __init__(self, code, setup="", entry_point=None):
        self.code, self.setup, self.entry_point = code, setup, entry_point


class Limits:
    """``timeout_ms`` is CPU time per cell; ``memory_mib`` is per process; see ``SandboxLimits`` for the rest."""

    def __init__(
        self, timeout_ms, memory_mib, give_up_after_timeouts=None, never_shorten=False, stop_at_failure=False
    ):
        self.timeout_ms, self.memory_mib = timeout_ms, memory_mib
        self.give_up_after_timeouts, self.never_shorten = give_up_after_timeouts, never_shorten
        self.stop_at_failure = stop_at_failure


class PlanReport:
    """What became of one plan of a batch: ``outcomes`` (bytes of ``cell.run_plan``) or the way it ended.

    ``ended`` is None, 'timeout', 'out-of-memory', 'died' or 'not-run'; then ``outcomes`` is None.
    """

    __slots__ = ("outcomes", "ended", "detail")

    def __init__(self, outcomes=None, ended=None, detail=None):
        self.outcomes, self.ended, self.detail = outcomes, ended, detail


class Session:
    """A conversation with one candidate: ``request`` sends a frame of ``cell.serve`` and returns its reply."""

    def request(self, frame):
        """Raises ``CandidateGone`` when the candidate timed out, ran out of memory or died."""
        raise NotImplementedError

    def close(self):
        """Ends the candidate's process and whatever it left behind."""
        raise NotImplementedError


class CandidateHost:
    """Starts candidates. One implementation per sandbox; the judge knows only this."""

    #: CPU milliseconds of candidate processes since the host was made.
    cpu_ms = 0.0

    def run_batch(self, program, plans, limits, official=False, ends=None):
        """One ``PlanReport`` for each of ``plans`` (bytes, see ``cell.run_plan``), each from a fresh module state.

        ``ends(number, report)``: whether the plans after that one may stay without an answer (``not-run``).
        """
        raise NotImplementedError

    def open_session(self, program, limits):
        """A ``Session`` in a fresh process (or interpreter)."""
        raise NotImplementedError

    def run_script(self, program, stdin, limits):
        """Runs the program as ``__main__``; a ``ScriptReport``."""
        raise NotImplementedError

    def run_beside(self, program, request, limits):
        """Runs ``beside.run_test`` with ``request`` in a fresh candidate process; a ``PlanReport``."""
        raise NotImplementedError

    def isolate(self, function, limits):
        """Calls ``function()`` -> bytes in a throw-away copy of the judge, for tests that could leave state behind.

        A ``PlanReport`` whose ``outcomes`` are the bytes.
        """
        raise NotImplementedError

    def preload(self, modules):
        """Makes sure that candidates of the next calls find ``modules`` loaded."""
        raise NotImplementedError


class ScriptReport:
    """``stdout`` is None when more was written than the sandbox keeps."""

    __slots__ = ("stdout", "exit_code", "stderr_tail", "ended", "detail")

    def __init__(self, stdout=b"", exit_code=0, stderr_tail="", ended=None, detail=None):
        self.stdout, self.exit_code, self.stderr_tail = stdout, exit_code, stderr_tail
        self.ended, self.detail = ended, detail
