"""The judge's end of the native sandboxes: asks the zygote for candidates, and forks copies of the judge itself."""

import marshal
import os
import resource
import select
import signal
import socket
import struct
import time

import seccomp
from channel import CandidateGone, CandidateHost, ChannelClosed, PipeChannel, PlanReport, ScriptReport, Session
from codec import decode
from memory import limit_memory, memory_of
from watchdog import WALL_FACTOR, cpu_clock_ns

MAX_OUTPUT_BYTES = 16 * 1024 * 1024
STDERR_TAIL = 2000
# Cells that one conversation may ask for.
SESSION_CELLS = 1


class ZygoteGone(Exception):
    """The zygote ended: a failure of the sandbox, not of a candidate."""


class NativeHost(CandidateHost):
    """Talks to the zygote over a socket; one request at a time."""

    def __init__(self, control, region, settings):
        self.control, self.region, self.settings = control, region, settings
        self.channel = PipeChannel(control.fileno(), control.fileno(), os.read, os.write)
        self.loaded = ()
        #: Names of modules to be preloaded that are not installed.
        self.missing = ()
        #: The plans that the zygote was given last.
        self.plans = None
        self.zygote_ns = 0
        self.dirty = False

    @property
    def cpu_ms(self):
        own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        judge = own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
        return judge * 1000.0 + self.zygote_ns / 1e6

    def send(self, *request, fds=()):
        try:
            self.channel.send(marshal.dumps(request))
            if fds:
                self.control.sendmsg(
                    [b"f"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("<%di" % len(fds), *fds))]
                )
        except (ChannelClosed, OSError):
            raise ZygoteGone()

    def receive(self):
        try:
            answer, self.zygote_ns, dirty = decode(self.channel.receive())
        except ChannelClosed:
            raise ZygoteGone()
        self.dirty = self.dirty or dirty
        return answer

    def preload(self, modules):
        if modules == self.loaded:
            return
        if self.loaded:
            self.send("unload")
            self.receive()
        self.loaded, self.plans, self.missing = (), None, ()
        if modules:
            self.send("preload", tuple(modules))
            failed = self.receive()
            self.missing = tuple(name for name, text in failed if text.startswith("ModuleNotFoundError"))
            self.loaded = modules

    def run_batch(self, program, plans, limits):
        if plans is not self.plans:
            self.send("plans", plans)
            self.plans = plans
        reports = [None] * len(plans)
        waiting = list(range(len(plans)))
        while waiting:
            self.send(
                "batch",
                program,
                waiting,
                limits.timeout_ms,
                limits.memory_mib,
                limits.give_up_after_timeouts,
                limits.never_shorten,
            )
            events, rest, end = self.receive()
            for number, data in self.region.frames(end):
                if number < len(plans):
                    reports[number] = PlanReport(data)
            for number, ended, detail in events:
                reports[number] = PlanReport(None, ended, detail)
            if len(rest) == len(waiting):
                break
            waiting = rest
        return [report or PlanReport(None, "died", "the program left no result") for report in reports]

    def open_session(self, program, limits, kind="session"):
        ours, theirs = socket.socketpair()
        self.send(
            kind, program, limits.timeout_ms, limits.memory_mib, SESSION_CELLS + 1, fds=(theirs.fileno(),)
        )
        theirs.close()
        return NativeSession(self, ours)

    def run_script(self, program, stdin, limits):
        files = [_scratch_file(name) for name in ("stdin", "stdout", "stderr")]
        try:
            _write_all(files[0], stdin)
            os.lseek(files[0], 0, os.SEEK_SET)
            self.send("script", program, limits.timeout_ms, limits.memory_mib, fds=files)
            kind, status, text = self.receive()
            if kind in ("timeout", "out-of-memory"):
                return ScriptReport(ended=kind)
            size = os.fstat(files[1]).st_size
            stdout = os.pread(files[1], MAX_OUTPUT_BYTES, 0) if size <= MAX_OUTPUT_BYTES else None
            tail = os.fstat(files[2]).st_size
            stderr = os.pread(files[2], STDERR_TAIL, max(0, tail - STDERR_TAIL)).decode("utf-8", "replace").strip()
            if kind == "exited" and status == 1 and stderr.startswith("MemoryError"):
                return ScriptReport(ended="out-of-memory")
            if kind == "signalled":
                status, stderr = 128 + status, text
            return ScriptReport(stdout, status, stderr)
        finally:
            for fd in files:
                os.close(fd)

    def isolate(self, function, limits):
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            self.become_throwaway(writer, limits)
            try:
                data = function()
            except BaseException as error:
                data = b"!" + ("%s: %s" % (type(error).__name__, error)).encode("utf-8", "replace")
            PipeChannel(0, writer, os.read, os.write).send(data)
            os._exit(0)
        os.close(writer)
        # A test may import what the candidate never does; it gets a second more for that.
        limit = limits.timeout_ms / 1000.0 + 1.0
        wall = limit * WALL_FACTOR * 4 + 10.0
        data, timed_out = _read_until(reader, pid, limit, wall)
        os.close(reader)
        _end_group(pid)
        if timed_out:
            return PlanReport(None, "timeout", "the test itself took too long")
        if data is None or data[:1] == b"!":
            return PlanReport(None, "died", "the test ended its own process" if data is None else data[1:].decode())
        return PlanReport(data)

    def become_throwaway(self, keep, limits):
        parent = os.getppid()
        os.setpgid(0, 0)
        seccomp.die_with_parent(parent)
        for fd in (0, 1, 2):
            os.dup2(self.settings["null"], fd)
        for fd in self.settings["private"]:
            os.close(fd)
        signal.setitimer(signal.ITIMER_PROF, 0)
        if self.settings.get("seccomp", True):
            seccomp.guard_zygote([parent, self.settings["zygote"], 1])
            seccomp.confine_group()
        limit_memory(memory_of("self"), limits.memory_mib + 256)


class NativeSession(Session):
    """A conversation over a socket; the zygote enforces the CPU limit, this end a loose wall limit."""

    def __init__(self, host, socket_):
        self.host, self.socket = host, socket_
        self.channel = PipeChannel(socket_.fileno(), socket_.fileno(), os.read, os.write)
        self.ending = None

    def request(self, frame):
        try:
            self.channel.send(frame)
            return self.channel.receive()
        except ChannelClosed:
            raise CandidateGone("died")

    def receive(self):
        """The next frame of a candidate that speaks unasked."""
        try:
            return self.channel.receive()
        except ChannelClosed:
            raise CandidateGone("died")

    def close(self):
        """How it ended: (kind, status, text)."""
        if self.ending is None:
            self.socket.close()
            self.ending = self.host.receive()
        return self.ending


def _read_until(reader, pid, limit, wall):
    """(frame or None, whether a limit was passed)."""
    parts, size, deadline = [], None, time.monotonic() + wall
    got = 0
    while True:
        spent = (cpu_clock_ns(pid) or 0) / 1e9
        if spent > limit or time.monotonic() > deadline:
            return None, True
        ready, _, _ = select.select([reader], [], [], max(0.002, min(limit - spent, deadline - time.monotonic())))
        if not ready:
            continue
        part = os.read(reader, 1 << 20)
        if not part:
            data = b"".join(parts)
            if len(data) >= 4 and struct.unpack("<I", data[:4])[0] == len(data) - 4:
                return data[4:], False
            return None, False
        parts.append(part)
        got += len(part)
        if got > 80 * 1024 * 1024:
            return None, False


def _end_group(pid):
    """Ends a copy of the judge and its children; the zygote is a child of this process too and stays."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _scratch_file(name):
    if hasattr(os, "memfd_create"):
        return os.memfd_create(name)
    import tempfile

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _write_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]
