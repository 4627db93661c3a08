"""Forks a process for one candidate, watches its time and memory from outside, and ends all that is left of it.

The child gets one descriptor to report on; nothing of the parent's memory, descriptors or process group is within its
reach (``seccomp``). What it reports is untrusted: a program that shares its process with the tests could write anything.
"""

import json
import os
import resource
import select
import signal
import struct

import seccomp
from channel import MEMORY, ChannelClosed, PipeChannel
from end_group import end_group
from memory import memory_of
from watchdog import Watch

MAX_FRAME = 32 * 1024 * 1024
MAX_FILE = 256 * 1024 * 1024
OUTPUT_TAIL = 4000


class Ending:
    """How a child ended: its frames, the limit that it passed or its status, CPU milliseconds, and the end of its output."""

    def __init__(self, data, passed, status, cpu_ms, output):
        self.frames, self.passed, self.status, self.cpu_ms, self.output = frames_of(data), passed, status, cpu_ms, output

    @property
    def last_words(self):
        """The last line that it printed, or how it ended."""
        if os.WIFSIGNALED(self.status):
            return "the process was killed by signal %d" % os.WTERMSIG(self.status)
        code, lines = os.WEXITSTATUS(self.status), self.output.split("\n")
        words = "the process ended by itself, with exit code %d, before the tests did" % code
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return "%s: %s" % (words, last[:300]) if last and code else words


def send(descriptor, message):
    """Writes one frame."""
    PipeChannel(descriptor).send(json.dumps(message).encode("utf-8", "replace"))


def receive(descriptor):
    """The next frame, or None at the end."""
    try:
        return json.loads(PipeChannel(descriptor).receive())
    except ChannelClosed:
        return None


def frames_of(data):
    """The whole frames at the beginning of what a child has written: objects; what is not a frame ends them."""
    frames, at = [], 0
    while at + 4 <= len(data):
        (size,) = struct.unpack_from("<I", data, at)
        try:
            frame = json.loads(bytes(data[at + 4:at + 4 + size]))
        except (ValueError, RecursionError, MemoryError):
            break
        if not isinstance(frame, dict):
            break
        frames.append(frame)
        at += 4 + size
    return frames


def _become_child(parent, writer, output, protected):
    os.setpgid(0, 0)
    seccomp.die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    null = os.open("/dev/null", os.O_RDWR)
    for descriptor, source in enumerate((null, output, output)):
        os.dup2(source, descriptor)
    kept = os.dup2(writer, 3, inheritable=False)
    os.closerange(4, 4096)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE, MAX_FILE))
    seccomp.guard_zygote(protected)
    seccomp.confine_group()
    seccomp.show()
    return kept


def run_child(work, limit_ms, memory_mib, protected):
    """Runs ``work(descriptor)`` in a child until it ends or a limit is reached; nothing of it is left afterwards."""
    parent, base = os.getpid(), memory_of("self")
    reader, writer = os.pipe()
    output = os.memfd_create("output")
    before = _children_ms()
    pid = os.fork()
    if pid == 0:
        try:
            work(_become_child(parent, writer, output, [1, parent, *protected]))
        finally:
            os._exit(70)
    os.close(writer)
    try:
        os.setpgid(pid, pid)
    except OSError:
        pass
    # A group may hold twice what a watch is told.
    watch = Watch(pid, limit_ms / 1000.0, base, memory_mib / 2)
    data, passed, status = bytearray(), None, None
    while passed is None and status is None:
        passed = MEMORY if _read(reader, data, watch.patience()) else watch.look()
        status = wait_status(pid)
    end_group(pid, set())
    _read(reader, data, None)
    os.close(reader)
    size = os.fstat(output).st_size
    text = os.pread(output, OUTPUT_TAIL, max(0, size - OUTPUT_TAIL)).decode("utf-8", "replace")
    os.close(output)
    return Ending(bytes(data), passed if status is None else None, status or 0, int(_children_ms() - before), text)


def wait_status(pid):
    """The status of a child that has ended; None of one that runs."""
    done, status = os.waitpid(pid, os.WNOHANG)
    return status if done else None


def _read(reader, data, seconds):
    """Adds what is there, or comes in time; whether that is too much. Without ``seconds``: up to the end."""
    while select.select([reader], [], [], seconds)[0]:
        part = os.read(reader, 1 << 20)
        data += part
        if len(data) > MAX_FRAME:
            return True
        if not part:
            if seconds:
                select.select([], [], [], min(seconds, 0.002))
            break
        seconds = 0 if seconds is not None else None
    return False


def _children_ms():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (used.ru_utime + used.ru_stime)
