"""The judge's end of the native sandboxes: asks the zygote for processes, watches them, and has values compared."""

import marshal
import os
import resource
import select
import signal
import socket

from batch import Batch
from cells import LOADING_SECONDS, answer_cells
from channel import MAX_FRAME, MEMORY, TIMEOUT, ChannelClosed, Ending, PipeChannel, ScriptReport
from comparing import compare
from seccomp import die_with_parent
from watchdog import Watch
from together_frames import add_frame

MAX_OUTPUT_BYTES = 16 * 1024 * 1024
STDERR_TAIL = 2000
CLOSING_SECONDS = 0.2
# Of one frame of a program and a test in one process.
MOST_FRAME_BYTES = 16 * 1024
# CPU seconds for a single comparison.
COMPARING_SECONDS = 2.0


class Gone(Exception):
    """The process at the other end is over a limit, or ended: ``passed`` names the limit."""

    def __init__(self, passed=None):
        super().__init__(passed)
        self.passed = passed


class NativeHost:
    """Talks to the zygote over a socket; one round of processes at a time."""

    def __init__(self, forker):
        self.forker, self.comparer = forker, None

    @property
    def cpu_ms(self):
        own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        used = own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
        comparing = self.comparer.cpu_ns / 1e6 if self.comparer else 0.0
        return used * 1000.0 + comparing + self.forker.cpu_ns / 1e6

    @property
    def dirty(self):
        return self.forker.dirty

    @property
    def missing(self):
        """Names of modules to be preloaded that are not installed."""
        return self.forker.missing

    def preload(self, modules):
        self.forker.preload(modules)

    def run_batch(self, program, plans, limits, official=False, ends=None):
        def answer(indexes, limit):
            cells = [(index, plans[index].data) for index in indexes]
            return answer_cells(self.forker, program, cells, limit, limits.memory_mib)

        return Batch(answer, plans, limits, official, ends).run()

    def run_script(self, program, stdin, limits):
        files = [_scratch_file(name) for name in ("stdin", "stdout", "stderr")]
        ours, theirs = socket.socketpair()
        try:
            _write_all(files[0], stdin)
            os.lseek(files[0], 0, os.SEEK_SET)
            pid = self.forker.fork("script", limits.memory_mib, [theirs.fileno(), *files])
            theirs.close()
            _try_send(ours, marshal.dumps(program))
            return _script_report(self.wait_for(Watch(pid, limits.timeout_ms / 1000.0, self.forker.base, limits.memory_mib)), files)
        finally:
            for fd in files:
                os.close(fd)
            ours.close()

    def wait_for(self, watch):
        """How the round's only process ended."""
        while True:
            self.forker.wait(watch.patience())
            passed = None if self.forker.over else watch.look()
            if passed or self.forker.over:
                kind, status = self.forker.end()[-1]
                return Ending(passed) if passed else Ending(kind, status)

    def run_together(self, program, test, token, limits):
        """Frames that the process sent (see ``together``), and how it ended."""
        ours, theirs = socket.socketpair()
        pid = self.forker.fork("together", limits.memory_mib, [theirs.fileno()])
        theirs.close()
        limit = limits.timeout_ms / 1000.0
        watch = Watch(pid, limit + LOADING_SECONDS, self.forker.base, limits.memory_mib)
        talk = WatchedSocket(ours, self.forker, watch, MOST_FRAME_BYTES)
        frames, passed = [], None
        try:
            talk.send(marshal.dumps((program, test.form, test.imports)))
            # What program and test import is loaded before their time begins.
            add_frame(frames, talk.receive())
            watch.begin(limit)
            if add_frame(frames, talk.receive()) == "loaded":
                talk.send(marshal.dumps((test.source, test.method, test.claimed, token)))
                while add_frame(frames, talk.receive()) == "failed":
                    pass
        except Gone as gone:
            passed = gone.passed
        except ValueError:
            pass
        ours.close()
        if talk.closed:
            # Descriptors close a little before a process is seen to end.
            self.forker.wait(CLOSING_SECONDS)
        kind, status = self.forker.end()[-1]
        return frames, Ending(passed) if passed else Ending("exited" if kind == "stopped" else kind, status)

    def compare(self, suites, key, cells):
        """What ``comparing.compare`` says of each (test's index, data)."""
        found = []
        while len(found) < len(cells):
            found += self.compare_some(suites, key, _portion(cells[len(found):]))
        return found

    def compare_some(self, suites, key, cells, attempts=2):
        """Where together they are beyond the limits of one comparison, each half has them again."""
        if self.comparer is None or key not in self.comparer.known:
            self.close_comparer()
            self.comparer = Comparer(suites)
        try:
            return self.comparer.ask(key, cells)
        except Gone as gone:
            self.close_comparer()
            if len(cells) > 1:
                half = len(cells) // 2
                return self.compare_some(suites, key, cells[:half]) + self.compare_some(suites, key, cells[half:])
            if gone.passed is None and attempts > 1:
                # It died, and not by a limit of ours: somebody outside may have ended it, but not twice.
                return self.compare_some(suites, key, cells, attempts - 1)
            detail = "comparing took too long" if gone.passed == TIMEOUT else "comparing took too much memory"
            return [("error", detail, None, False)]

    def close_comparer(self):
        if self.comparer is not None:
            self.comparer.close()
            self.comparer = None


def _portion(cells):
    """As many of the cells as fit into one message; at least one."""
    size = 0
    for count, (_, data) in enumerate(cells):
        size += len(data)
        if count and size > MAX_FRAME // 4:
            return cells[:count]
    return cells


class Comparer:
    """A copy of the judge in which values are compared, so that whatever that takes can be ended."""

    def __init__(self, suites):
        self.known = dict(suites)
        ours, theirs = socket.socketpair()
        judge = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            ours.close()
            die_with_parent(judge)
            self.serve(PipeChannel(theirs.fileno(), theirs.fileno(), os.read, os.write))
        theirs.close()
        self.watch = Watch(self.pid, COMPARING_SECONDS, (0, 0, 0), 1 << 20)
        self.talk = WatchedSocket(ours, None, self.watch)

    @property
    def cpu_ns(self):
        self.watch.look()
        return self.watch.used_ns

    def serve(self, channel):
        try:
            while True:
                key, cells = marshal.loads(channel.receive())
                tests = self.known[key].tests
                channel.send(marshal.dumps([compare(tests[index], data) for index, data in cells]))
        finally:
            os._exit(0)

    def ask(self, key, cells):
        """What it says of the cells; raises ``Gone`` where they are beyond its limits."""
        self.watch.begin(COMPARING_SECONDS)
        self.talk.send(marshal.dumps((key, cells)))
        # From a process in which no program runs.
        return marshal.loads(self.talk.receive())

    def close(self):
        self.talk.socket.close()
        try:
            os.kill(self.pid, signal.SIGKILL)
        except OSError:
            pass
        os.waitpid(self.pid, 0)


class WatchedSocket:
    """Frames to and from a process that is watched; raises ``Gone`` when it ended or is over a limit."""

    def __init__(self, socket_, forker, watch, most=MAX_FRAME):
        self.socket, self.forker, self.watch, self.most, self.closed = socket_, forker, watch, most, False
        socket_.setblocking(False)

    def send(self, frame):
        data = memoryview(len(frame).to_bytes(4, "little") + frame)
        while data:
            try:
                data = data[self.socket.send(data):]
            except BlockingIOError:
                select.select([], [self.socket], [], self.watch.patience())
                self.check()
            except OSError:
                raise Gone()

    def receive(self):
        size = int.from_bytes(self.exactly(4), "little")
        if size > self.most:
            raise Gone()
        return self.exactly(size)

    def exactly(self, size):
        parts = []
        while size:
            try:
                part = self.socket.recv(min(size, 1 << 20))
            except BlockingIOError:
                self.wait()
                continue
            except OSError:
                part = b""
            if not part:
                self.closed = True
                raise Gone()
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def wait(self):
        patience = self.watch.patience()
        if self.forker is None:
            ready = select.select([self.socket], [], [], patience)[0]
        else:
            ready = self.forker.wait(patience, [self.socket])
            if not ready and self.forker.over:
                raise Gone()
        if not ready:
            self.check()

    def check(self):
        passed = self.watch.look()
        if passed:
            raise Gone(passed)


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
