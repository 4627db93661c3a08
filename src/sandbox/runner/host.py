"""The judge's end of the native sandboxes: asks the zygote for processes and watches them."""

import marshal
import os
import resource
import select
import socket

from batch import LOADING_SECONDS, Batch
from channel import CandidateGone, CandidateHost, Channel, ChannelClosed, MAX_FRAME, PipeChannel, PlanReport, ScriptReport, Session
from watchdog import MEMORY, TIMEOUT, WALL_FACTOR, WALL_SLACK, Ending, Watch, run_queue_seconds

MAX_OUTPUT_BYTES = 16 * 1024 * 1024
STDERR_TAIL = 2000
# Beyond a candidate's limits: what a test of a model's may use itself.
TESTER_SECONDS, TESTER_MIB = 1.0, 256
CLOSING_SECONDS = 0.2
# What takes a while to import; the zygote of tests does it once for all tests that use it.
DEAR = frozenset(["numpy", "pandas", "scipy", "sklearn", "torch", "matplotlib"])


class NativeHost(CandidateHost):
    """Talks to the zygote over a socket; one round of processes at a time."""

    def __init__(self, programs, tests):
        """``Forker`` of the zygote that forks programs, and of the one that forks tests."""
        self.zygote, self.tests = programs, tests

    @property
    def cpu_ms(self):
        own = resource.getrusage(resource.RUSAGE_SELF)
        return (own.ru_utime + own.ru_stime) * 1000.0 + (self.zygote.cpu_ns + self.tests.cpu_ns) / 1e6

    @property
    def dirty(self):
        return self.zygote.dirty or self.tests.dirty

    @property
    def missing(self):
        """Names of modules to be preloaded that are not installed."""
        return self.zygote.missing

    def preload(self, modules):
        self.zygote.preload(modules)

    def run_batch(self, program, plans, limits, official=False, ends=None):
        return Batch(self, program, plans, limits, official, ends).run()

    def open_session(self, program, limits, kind="session"):
        ours, theirs = socket.socketpair()
        pid = self.zygote.fork(kind, limits.memory_mib, [theirs.fileno()])
        theirs.close()
        watch = Watch(pid, limits.timeout_ms / 1000.0, self.zygote.base, limits.memory_mib)
        session = NativeSession(self.zygote, ours, watch)
        try:
            session.channel.send(marshal.dumps(program))
        except CandidateGone:
            pass
        return session

    def run_script(self, program, stdin, limits):
        files = [_scratch_file(name) for name in ("stdin", "stdout", "stderr")]
        ours, theirs = socket.socketpair()
        try:
            _write_all(files[0], stdin)
            os.lseek(files[0], 0, os.SEEK_SET)
            pid = self.zygote.fork("script", limits.memory_mib, [theirs.fileno(), *files])
            theirs.close()
            _try_send(ours, marshal.dumps(program))
            ending = self.wait_for(Watch(pid, limits.timeout_ms / 1000.0, self.zygote.base, limits.memory_mib))
            return _script_report(ending, files)
        finally:
            for fd in files:
                os.close(fd)
            ours.close()

    def wait_for(self, watch):
        """How the round's only process ended."""
        while True:
            self.zygote.wait(watch.patience())
            passed = None if self.zygote.over else watch.look()
            if passed or self.zygote.over:
                kind, status = self.zygote.end()[-1]
                return Ending(passed) if passed else Ending(kind, status)

    def run_beside(self, program, message, limits, imports=()):
        """The tester's answer as a ``PlanReport``, ``gone`` where the program's process ended first, and how that ended."""
        packages = {name.partition(".")[0] for name in imports} & DEAR
        self.tests.preload(tuple(sorted(packages.union(self.zygote.loaded))))
        limit = limits.timeout_ms / 1000.0
        program_watch, lines = None, []
        if program is not None:
            line, theirs = socket.socketpair()
            pid = self.zygote.fork("session", limits.memory_mib, [theirs.fileno()])
            theirs.close()
            program_watch = Watch(pid, limit, self.zygote.base, limits.memory_mib)
            _try_send(line, marshal.dumps(program))
            lines.append(line)
        ours, theirs = socket.socketpair()
        memory_mib = limits.memory_mib + TESTER_MIB
        pid = self.tests.fork("tester", memory_mib, [end.fileno() for end in [theirs, *lines]])
        for end in [theirs, *lines]:
            end.close()
        watch = Watch(pid, limit + TESTER_SECONDS, self.tests.base, memory_mib)
        return Beside(self, ours, watch, program_watch, limit).run(message)


class Beside:
    """A tester and the program that it asks, watched together: while one works the other waits."""

    def __init__(self, host, ours, watch, program, limit):
        self.host, self.watch, self.program = host, watch, program
        self.channel = WatchedSocket(ours, host.tests, self)
        self.watches = [watch] + ([program] if program else [])
        #: Asleep, they have together what any cell has.
        self.most_blocked = limit * WALL_FACTOR + WALL_SLACK
        for each in self.watches:
            each.most_blocked = float("inf")
        #: The tester loads what the test imports before its time runs.
        self.loading = LOADING_SECONDS
        watch.limit += self.loading
        self.which = None

    def look(self):
        if self.program and self.host.zygote.wait(0) == [] and self.host.zygote.over:
            # The tester will notice and say so; if it does not, its own limits hold.
            self.program.pid = -1
        for each in self.watches:
            passed = each.look()
            if passed:
                self.which = each
                return passed
        blocked = self.watch.blocked - (self.program.used_ns / 1e9 if self.program else 0.0)
        if blocked > self.most_blocked + self.loading:
            # What they wait for a busy machine is no sleep.
            blocked -= sum(run_queue_seconds(each.pid) for each in self.watches)
        if blocked > self.most_blocked + self.loading:
            self.which = self.watch
            return TIMEOUT
        return None

    def patience(self):
        return min(each.patience() for each in self.watches)

    def rest(self):
        """Nobody waits for the judge here."""

    answered = rest

    def run(self, message):
        answer = None
        try:
            self.channel.send(message)
            self.channel.receive()
            self.watch.look()
            self.watch.limit += self.watch.used_ns / 1e9 - self.loading
            self.loading = self.watch.blocked
            answer = self.channel.receive()
        except CandidateGone:
            pass
        passed = self.channel.passed
        self.channel.end_round()
        program = self.end_program(passed)
        if answer is not None:
            return PlanReport(answer), program
        if passed and self.which is self.watch:
            detail = "the test itself took too long" if passed == TIMEOUT else "the test ran out of memory"
            return PlanReport(None, passed, detail), program
        if passed:
            return PlanReport(None, "gone"), program
        return PlanReport(None, "died", "the test ended its own process"), program

    def end_program(self, passed):
        """How the program's process ended: (kind, status, text)."""
        if not self.program:
            return None
        # The tester is gone, and with it the program's line: it ends by itself, or has.
        self.host.zygote.wait(CLOSING_SECONDS)
        kind, status = self.host.zygote.end()[-1]
        if passed and self.which is self.program:
            return Ending(passed).triple()
        return Ending("exited" if kind == "stopped" else kind, status).triple()


class WatchedSocket(Channel):
    """Frames to and from a process that is watched; raises ``CandidateGone`` when it ended or is over a limit."""

    def __init__(self, socket_, forker, watch):
        self.socket, self.forker, self.watch = socket_, forker, watch
        #: The limit that was passed; whether the other end is closed.
        self.passed, self.closed = None, False
        socket_.setblocking(False)

    def send(self, frame):
        self.watch.rest()
        data = memoryview(len(frame).to_bytes(4, "little") + frame)
        while data:
            try:
                data = data[self.socket.send(data):]
            except BlockingIOError:
                select.select([], [self.socket], [], self.watch.patience())
                self.check()
            except OSError:
                raise CandidateGone("died")

    def receive(self):
        size = int.from_bytes(self.exactly(4), "little")
        if size > MAX_FRAME:
            raise CandidateGone("died", "frame of %d bytes" % size)
        frame = self.exactly(size)
        self.watch.answered()
        return frame

    def exactly(self, size):
        parts = []
        while size:
            try:
                part = self.socket.recv(min(size, 1 << 20))
            except BlockingIOError:
                ready = self.forker.wait(self.watch.patience(), [self.socket])
                if not ready and self.forker.over:
                    raise CandidateGone("died")
                if not ready:
                    self.check()
                continue
            except OSError:
                part = b""
            if not part:
                self.closed = True
                raise CandidateGone("died")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def check(self):
        passed = self.watch.look()
        if passed:
            self.passed = passed
            raise CandidateGone(passed)


    def end_round(self):
        """Ends the round; how its processes ended."""
        self.socket.close()
        if self.closed:
            # Descriptors close a little before a process is seen to end.
            self.forker.wait(CLOSING_SECONDS)
        return self.forker.end()


class NativeSession(Session):
    """A conversation with a program's process."""

    def __init__(self, zygote, socket_, watch):
        self.zygote = zygote
        self.channel = WatchedSocket(socket_, zygote, watch)
        self.ending = None

    def request(self, frame):
        self.channel.send(frame)
        return self.channel.receive()

    def receive(self):
        """The next frame of a candidate that speaks unasked."""
        return self.channel.receive()

    def close(self):
        """How it ended: (kind, status, text)."""
        if self.ending is None:
            kind, status = self.channel.end_round()[-1]
            passed = self.channel.passed
            ending = Ending(passed) if passed else Ending("exited" if kind == "stopped" else kind, status)
            self.ending = ending.triple()
        return self.ending


def _script_report(ending, files):
    if ending.kind in (TIMEOUT, MEMORY):
        return ScriptReport(ended=ending.kind)
    size = os.fstat(files[1]).st_size
    stdout = os.pread(files[1], MAX_OUTPUT_BYTES, 0) if size <= MAX_OUTPUT_BYTES else None
    tail = os.fstat(files[2]).st_size
    stderr = os.pread(files[2], STDERR_TAIL, max(0, tail - STDERR_TAIL)).decode("utf-8", "replace").strip()
    if ending.kind == "exited" and ending.status == 1 and stderr.startswith("MemoryError"):
        return ScriptReport(ended=MEMORY)
    if ending.kind == "signalled":
        return ScriptReport(stdout, 128 + ending.status, ending.describe())
    return ScriptReport(stdout, ending.status, stderr)


def _try_send(socket_, data):
    try:
        PipeChannel(socket_.fileno(), socket_.fileno(), os.read, os.write).send(data)
    except ChannelClosed:
        pass


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
