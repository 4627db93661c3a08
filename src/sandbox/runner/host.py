"""The judge's end of the native sandboxes: asks the zygote for processes, watches them, and has values compared."""

import marshal
import os
import resource

from candidate import CLAIM, MOST_BYTES
from channel import DONE, FULL, Ending
from comparer import Comparer
from forker import Gone
from together_frames import add_frame

# CPU seconds for compiling a program and loading the installed modules that it imports.
LOADING_SECONDS = 10.0
# More than this in the socket when we look: the program may be waiting for us.
FLOOD_BYTES = 64 * 1024
MAX_OUTPUT_BYTES = 16 * 1024 * 1024
STDERR_TAIL = 2000
CLOSING_SECONDS = 0.2
# Zygotes with modules loaded ahead that are kept.
MOST_COPIES = 6
# Of one frame of a program and a test in one process.
MOST_FRAME_BYTES = 16 * 1024


class NativeHost:
    """Talks to the zygote over a socket; one round of processes at a time."""

    def __init__(self, forker):
        self.comparer = Comparer()
        #: By what they have loaded ahead; and the one of the present program.
        self.forkers, self.forker = {frozenset(): forker}, forker
        self.compare, self.closed_ns = self.comparer.compare, 0

    @property
    def cpu_ms(self):
        own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        used = own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
        return used * 1000.0 + (self.comparer.cpu_ns + self.closed_ns + sum(each.cpu_ns for each in self.forkers.values())) / 1e6

    @property
    def missing(self):
        """Names of modules to be preloaded that are not installed."""
        return self.forker.missing

    def preload(self, modules):
        """Forks from the zygote that has loaded least beyond these modules; ``modules``: a frozenset."""
        known = min((each for each in self.forkers if each >= modules), key=len, default=None)
        if known is None:
            if len(self.forkers) > MOST_COPIES:
                _, oldest, *_ = self.forkers
                closed = self.forkers.pop(oldest)
                self.closed_ns += closed.cpu_ns
                closed.control.close()
            known = modules
            self.forkers[known] = self.forkers[frozenset()].with_modules(tuple(sorted(modules)))
        self.forker = self.forkers[known]

    def answer_cells(self, program, plans, seconds, limits):
        """Has a process answer plans; its ``Cells``. ``seconds``: of the first, of each other one."""
        loading = seconds[0] + LOADING_SECONDS
        channel = self.forker.start("cells", (program, plans), loading, limits.memory_mib, MOST_BYTES)
        with channel.socket:
            found = Cells(channel, len(plans))
            found.run(seconds)
            return found

    def run_script(self, program, stdin, limits):
        """How it ended, its output (None where that is more than is kept), and the end of its errors."""
        files = [_scratch_file(name) for name in ("stdin", "stdout", "stderr")]
        try:
            with open(files[0], "wb", closefd=False) as file:
                file.write(stdin)
            os.lseek(files[0], 0, os.SEEK_SET)
            channel = self.forker.start("script", program, limits.timeout_ms / 1000.0, limits.memory_mib, fds=files)
            ending, size = channel.finish()[1], os.fstat(files[1]).st_size
            stdout = os.pread(files[1], MAX_OUTPUT_BYTES, 0) if size <= MAX_OUTPUT_BYTES else None
            before = max(0, os.fstat(files[2]).st_size - STDERR_TAIL)
            return ending, stdout, os.pread(files[2], STDERR_TAIL, before)
        finally:
            for fd in files:
                os.close(fd)

    def run_together(self, program, test, token, limits):
        """Frames that the process sent (see ``together``), and how it ended."""
        limit = limits.timeout_ms / 1000.0
        first = program, test.form, test.imports
        channel = self.forker.start("together", first, limit + LOADING_SECONDS, limits.memory_mib, MOST_FRAME_BYTES)
        frames, passed = [], None
        try:
            # What program and test import is loaded before their time begins.
            add_frame(frames, channel.receive())
            channel.watch.begin(limit)
            if add_frame(frames, channel.receive()) == "loaded":
                channel.send(marshal.dumps((test.source, test.method, token)))
                while add_frame(frames, channel.receive()) == "failed":
                    pass
        except Gone as gone:
            passed = gone.passed
        except ValueError:
            pass
        channel.socket.close()
        if channel.closed:
            # Descriptors close a little before a process is seen to end.
            self.forker.wait(CLOSING_SECONDS)
        ending = self.forker.end()
        return frames, Ending(passed) if passed else ending._replace(kind="exited") if ending.kind == "stopped" else ending


class Cells:
    """A process that answers cells, watched until it is through, over a limit, or gone.

    Its frames: an empty one when it begins, then one per cell in their order.
    """

    def __init__(self, channel, count):
        self.channel, self.count = channel, count
        #: Whether its cells began, what it answered, how it ended, and whether files were left.
        self.began, self.answers, self.ending, self.left = False, [], None, False

    @property
    def complete(self):
        return len(self.answers) == self.count

    def drain(self):
        """Reads what is there; the process's claim of its CPU time where a frame was among it."""
        frames = self.channel.drain()
        if not frames:
            return None
        answers = frames if self.began else frames[1:]
        self.answers += [frame[CLAIM.size:] for frame in answers[:self.count - len(self.answers)]]
        self.began = True
        return int.from_bytes(frames[-1][:CLAIM.size], "little")

    def run(self, seconds):
        forker, watch = self.channel.forker, self.channel.watch
        passed = None
        while not (passed or self.channel.garbled or self.complete or forker.ending):
            # Once it has begun, only its end wakes the judge, not each answer.
            patience = 0.001 if self.channel.received > FLOOD_BYTES else watch.patience()
            forker.wait(patience, () if self.began else [self.channel.socket])
            had_begun, claimed_ns = self.began, self.drain()
            if self.began and not had_begun:
                watch.begin(seconds[0])
            if self.answers:
                watch.limit = seconds[1]
            if not self.complete and not forker.ending:
                passed = watch.look(claimed_ns)
        before = len(self.answers)
        self.ending = forker.end()
        self.drain()
        self.left = forker.left
        if passed and len(self.answers) == before:
            self.ending = Ending(passed)
        elif passed or self.ending.kind == "stopped":
            # It was through, or finished one more cell while it was ended.
            self.ending = Ending("exited", DONE if self.complete else FULL)


def _scratch_file(name):
    if hasattr(os, "memfd_create"):
        return os.memfd_create(name)
    import tempfile

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
