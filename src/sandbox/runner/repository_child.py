"""Forks a process for one candidate, watches its time and memory from outside, and ends all that is left of it.

The child gets one descriptor to report on; nothing of the parent's memory, descriptors or process group is within its
reach (``seccomp``). What it reports is untrusted: a program that shares its process with the tests could write anything.
"""

import base64
import json
import os
import resource
import select
import signal
import struct
import time

import seccomp

MAX_FRAME = 32 * 1024 * 1024
MAX_FILE = 256 * 1024 * 1024
POLL_SECONDS = 0.05
MEASURE_SECONDS = 0.2
TICKS = os.sysconf("SC_CLK_TCK")
PAGE_KIB = os.sysconf("SC_PAGE_SIZE") // 1024
# A limit counts CPU time; asleep, a candidate gets this many times as long. What it waits for a busy machine is neither.
WALL_FACTOR = 2
# However busy the machine is, nothing lasts longer than this many times its limit.
BUSY_FACTOR = 20


class Ending:
    """How a child ended: what it wrote, and why it was ended where it was."""

    def __init__(self):
        self.data, self.killed, self.status, self.cpu_ms, self.output = b"", None, None, 0, ""
        self._frames = None

    def to_message(self):
        """As it goes to the server, which alone reads what the child wrote."""
        told = {"killed": self.killed, "status": self.status, "cpuMs": self.cpu_ms, "output": self.output}
        return {**told, "data": base64.b64encode(self.data).decode()}

    @classmethod
    def from_message(cls, message):
        ending = cls()
        ending.killed, ending.status, ending.cpu_ms = message["killed"], message["status"], message["cpuMs"]
        ending.data, ending.output = base64.b64decode(message["data"]), message["output"]
        return ending

    @property
    def frames(self):
        if self._frames is None:
            self._frames = frames_of(self.data)
        return self._frames

    @property
    def last_words(self):
        """The last line that it printed, or how it ended."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        if self.status is not None and os.WIFSIGNALED(self.status):
            return "the process was killed by signal %d" % os.WTERMSIG(self.status)
        code = os.WEXITSTATUS(self.status) if self.status is not None else -1
        words = "the process ended by itself, with exit code %d, before the tests did" % code
        return "%s: %s" % (words, lines[-1][:300]) if lines and code != 0 else words


def send(descriptor, message):
    """Writes one frame."""
    data = json.dumps(message).encode("utf-8", "replace")
    data = memoryview(struct.pack("<I", len(data)) + data)
    while data:
        data = data[os.write(descriptor, data):]


def receive(descriptor):
    """The next frame, or None at the end."""
    head = _exactly(descriptor, 4)
    if head is None:
        return None
    return json.loads(_exactly(descriptor, struct.unpack("<I", head)[0]))


def _exactly(descriptor, size):
    parts = bytearray()
    while len(parts) < size:
        part = os.read(descriptor, size - len(parts))
        if not part:
            return None
        parts += part
    return bytes(parts)


def frames_of(data):
    """The whole frames at the beginning of what a child has written: objects; what is not a frame ends them."""
    frames, at = [], 0
    while at + 4 <= len(data):
        (size,) = struct.unpack_from("<I", data, at)
        if size > MAX_FRAME or at + 4 + size > len(data):
            break
        try:
            frame = json.loads(bytes(data[at + 4:at + 4 + size]))
        except (ValueError, RecursionError, MemoryError):
            break
        if not isinstance(frame, dict):
            break
        frames.append(frame)
        at += 4 + size
    return frames


def _processes(group):
    """Ids of the processes of a group."""
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name) as stream:
                    fields = stream.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == group:
                # utime, stime, and those of children that have ended.
                yield name, sum(int(field) for field in fields[11:15])


def _kib(pid):
    try:
        with open("/proc/%s/smaps_rollup" % pid) as stream:
            for line in stream:
                if line.startswith("Pss:"):
                    return int(line.split()[1])
    except OSError:
        pass
    try:
        with open("/proc/%s/statm" % pid) as stream:
            return int(stream.read().split()[1]) * PAGE_KIB
    except OSError:
        return 0


def waited(pid):
    """Seconds that a process was ready to run and did not."""
    try:
        with open("/proc/%s/schedstat" % pid) as stream:
            return int(stream.read().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0


def _measure(group):
    """CPU milliseconds, KiB and seconds of waiting of a group."""
    ticks = kib = waiting = 0
    for pid, used in _processes(group):
        ticks += used
        kib += _kib(pid)
        waiting += waited(pid)
    return 1000 * ticks // TICKS, kib, waiting


def _reap(group):
    """Ends a process group and waits for all of it; gives the CPU milliseconds of what was waited for."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    used = 0
    while True:
        try:
            _, _, usage = os.wait4(-group, 0)
            used += usage.ru_utime + usage.ru_stime
        except ChildProcessError:
            return int(1000 * used)


def _become_child(parent, writer, output, protected):
    os.setpgid(0, 0)
    seccomp.die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
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
    parent = os.getpid()
    reader, writer = os.pipe()
    output = os.memfd_create("output")
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
    ending = _watch(pid, reader, limit_ms, memory_mib)
    os.close(reader)
    size = os.fstat(output).st_size
    ending.output = os.pread(output, 4000, max(0, size - 4000)).decode("utf-8", "replace")
    os.close(output)
    return ending


def _watch(pid, reader, limit_ms, memory_mib):
    ending, data = Ending(), bytearray()
    started = time.monotonic()
    measured, open_end, cpu_ms, waiting = started, True, 0, 0
    while ending.status is None and ending.killed is None:
        ready = select.select([reader], [], [], POLL_SECONDS)[0] if open_end else time.sleep(POLL_SECONDS)
        if ready:
            part = os.read(reader, 1 << 20)
            open_end = bool(part)
            data += part
            if len(data) > MAX_FRAME:
                ending.killed = "out-of-memory"
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            ending.status = status
            cpu_ms = int(1000 * (usage.ru_utime + usage.ru_stime))
            break
        now = time.monotonic()
        if now - measured >= MEASURE_SECONDS:
            measured = now
            cpu_ms, kib, now_waiting = _measure(pid)
            waiting = max(waiting, now_waiting)
            if kib > memory_mib * 1024:
                ending.killed = "out-of-memory"
        lasted = 1000 * (now - started)
        asleep = lasted - 1000 * waiting
        if cpu_ms > limit_ms or asleep > WALL_FACTOR * limit_ms or lasted > BUSY_FACTOR * limit_ms:
            ending.killed = ending.killed or "timeout"
    ending.cpu_ms = max(cpu_ms, _reap(pid)) if ending.status is None else cpu_ms + _reap(pid)
    while open_end and select.select([reader], [], [], 0)[0]:
        part = os.read(reader, 1 << 20)
        open_end = bool(part) and len(data) <= MAX_FRAME
        data += part
    ending.data = bytes(data)
    return ending
