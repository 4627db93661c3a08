"""Processes, limits and the watchdog of the native sandboxes.

Three kinds of process. The *judge* (``main``) holds tests and verdicts. The *zygote* is forked from it before it has
seen any test, loads what is to be preloaded, and forks a *candidate* process for each program. Candidates write what
their calls returned into a memory region that the judge reads when they and all that they started are dead.
"""

import _signal
import marshal
import mmap
import os
import re
import resource
import shutil
import signal
import socket
import struct
import sys
import time
import types

import seccomp
from cell import MODULE_NAME, LoadedProgram, read_plan, run_plan
from channel import Channel, ChannelClosed, PipeChannel
from codec import decode, encode
from conversation import Conversation
from safety import MODULES, ONLY_AST, guarded_eval, is_contained

REGION_BYTES = 24 * 1024 * 1024
HEADER = struct.Struct("<QQQQQ")
FRAME = struct.Struct("<II")
# What a cell may spend asleep or waiting, beyond CPU time and time in the run queue: factor of its limit, and seconds.
WALL_FACTOR, WALL_SLACK = 4.0, 1.0
# Address space for mapped libraries, beside what a program allocates.
MAPPED_BYTES = 1024 * 1024 * 1024
# How often the memory of a candidate's process group is added up.
MEMORY_PERIOD = 0.1
# After a time-out a cell gets this share of the limit, and no less than so many seconds.
SHORT_SHARE, SHORTEST_LIMIT = 0.05, 0.005
# CPU seconds for compiling a program and loading the installed modules that it imports.
LOADING_SECONDS = 10.0
# How long a conversation may last while the judge thinks.
SESSION_SECONDS = 60.0
MAX_FILE_BYTES = 64 * 1024 * 1024
MAX_OUTPUT_BYTES = 16 * 1024 * 1024
MAX_FILES = 256
COMMON_MODULES = (
    "abc bisect collections copy dataclasses datetime decimal enum fractions functools heapq itertools json math operator"
    " random re statistics string typing"
).split()
WARM_UP = """
from typing import List
import math
def f(numbers: List[float], text: str) -> List[float]:
    '''Docstring'''
    result = []
    for i in range(len(numbers)):
        try:
            if numbers[i] > 1 and text.lower() in {"a": 1}:
                result.append(math.sqrt(numbers[i]))
        except ValueError as error:
            return [str(error)]
    return sorted(result)[::-1]
"""
# A program with no more cells than this is compiled in each of them, which costs less than one more fork.
FEW_CELLS = 8
IMPORTED = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)|import[ \t]+([^\n#;]+))", re.MULTILINE)
DONE, ISOLATE, REDO, FULL, UNLOADABLE = 0, 40, 41, 42, 43


class Region:
    """Memory shared by judge, zygote and candidates: a progress header, then frames of results."""

    def __init__(self, size=REGION_BYTES):
        self.memory = mmap.mmap(-1, size)
        self.size = size

    def reset(self):
        HEADER.pack_into(self.memory, 0, 0, 0, HEADER.size, 0, 0)

    def progress(self):
        """(cell number from 1, CPU ns at its start, end of frames, longest finished cell in ns, finished cells)."""
        return HEADER.unpack_from(self.memory, 0)

    def frames(self, end):
        at = HEADER.size
        end = min(end, self.size)
        while at + FRAME.size <= end:
            index, size = FRAME.unpack_from(self.memory, at)
            at += FRAME.size
            if at + size > end:
                return
            yield index, self.memory[at:at + size]
            at += size


class Recorder:
    """The candidate's end of the region."""

    def __init__(self, region):
        self.region = region
        _, _, self.end, self.longest, self.finished = region.progress()

    def start(self, index):
        self.index = index
        self.began = time.process_time_ns()
        HEADER.pack_into(
            self.region.memory, 0, index + 1, self.began, self.end, self.longest, self.finished
        )

    def next_cell(self):
        self.start(self.index + 1)

    def idle(self):
        """Says that the candidate waits for the judge, so that no wall time runs."""
        HEADER.pack_into(self.region.memory, 0, 0, self.began, self.end, self.longest, self.finished)

    def busy(self):
        HEADER.pack_into(self.region.memory, 0, self.index + 1, self.began, self.end, self.longest, self.finished)

    def fits(self, data):
        return self.end + FRAME.size + len(data) <= self.region.size

    def finish(self, data):
        FRAME.pack_into(self.region.memory, self.end, self.index, len(data))
        start = self.end + FRAME.size
        self.end = start + len(data)
        self.region.memory[start:self.end] = data
        self.longest = max(self.longest, time.process_time_ns() - self.began)
        self.finished += 1
        HEADER.pack_into(self.region.memory, 0, 0, self.began, self.end, self.longest, self.finished)


def cpu_clock_ns(pid):
    """CPU time of another process, exited but not yet waited for included."""
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)
    except (OSError, OverflowError):
        return None


#: Plain numbers and the module under ``signal``, whose enumerations cost more than the system calls.
CHILD_SIGNAL = (int(signal.SIGCHLD),)


def unblock_child_signal():
    _signal.pthread_sigmask(_signal.SIG_UNBLOCK, CHILD_SIGNAL)


def wait_for_child(seconds):
    """Until a child ends, or a while."""
    if hasattr(signal, "sigtimedwait"):
        signal.sigtimedwait(CHILD_SIGNAL, seconds)
    else:
        time.sleep(min(seconds, 0.005))


def run_queue_seconds(pid):
    """How long the process was ready to run and waited for a processor; 0 where the kernel does not tell."""
    try:
        with open("/proc/%d/schedstat" % pid) as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def end_process(pid):
    """Ends the candidate, its process group, and every orphan that came to us; raises if something is left."""
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    for attempt in range(2000):
        try:
            reaped, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if reaped == 0:
            for child in _children():
                try:
                    os.kill(child, signal.SIGKILL)
                except OSError:
                    pass
            time.sleep(0.0005 if attempt < 50 else 0.005)
    raise RuntimeError("a process of the candidate cannot be ended")


def _children():
    try:
        with open("/proc/self/task/%d/children" % os.getpid()) as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


def memory_of(pid):
    """(address space, private writable, resident) bytes of a process; zeros where the system does not tell."""
    try:
        with open("/proc/%s/statm" % pid) as file:
            pages = [int(field) for field in file.read().split()]
    except (OSError, ValueError):
        return 0, 0, 0
    size = resource.getpagesize()
    return pages[0] * size, pages[5] * size, (pages[1] - pages[2]) * size


def limit_memory(base, memory_mib, final=True):
    """Limits what a process allocates beyond what its parent had; mapped libraries count in the looser limit only.

    With ``final`` the process cannot take the limit back.
    """
    allowed = memory_mib * 1024 * 1024
    data, space = base[1] + allowed, base[0] + 2 * allowed + MAPPED_BYTES
    for kind, most in ((resource.RLIMIT_DATA, data), (resource.RLIMIT_AS, space)):
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most if final else hard))


def lift_memory_limit():
    """Undoes ``limit_memory`` without ``final``."""
    for kind in (resource.RLIMIT_DATA, resource.RLIMIT_AS):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (hard, hard))


def group_bytes(group, base):
    """Resident memory of all processes of a group, each without what it shares with its parent."""
    total = 0
    try:
        names = os.listdir("/proc")
    except OSError:
        return 0
    for name in names:
        if name.isdigit():
            try:
                if os.getpgid(int(name)) == group:
                    total += max(0, memory_of(name)[2] - base[2])
            except OSError:
                pass
    return total


class WatchedChannel(Channel):
    """A channel whose waiting for the judge is no time of the candidate's."""

    def __init__(self, channel, recorder):
        self.channel, self.recorder = channel, recorder
        self.send = channel.send

    def receive(self):
        self.recorder.idle()
        frame = self.channel.receive()
        self.recorder.busy()
        return frame


class Ending:
    """How a candidate process ended: ``kind`` exited, signalled, timeout or out-of-memory; ``status`` code or signal."""

    def __init__(self, kind, status):
        self.kind, self.status = kind, status

    def describe(self):
        if self.kind == "signalled":
            return "the program was killed by signal %d" % self.status
        return "the program ended its own process (exit code %d)" % self.status


def watch(pid, region, limit, max_cells, max_blocked, base, memory_mib):
    """Waits for the candidate to end, or ends it when a cell is over its limit. Blocks only in sigtimedwait.

    A cell has ``limit`` seconds of CPU time, and may be blocked (asleep or waiting, not queueing for a processor) for
    ``WALL_FACTOR`` times that and ``WALL_SLACK``; the whole process for ``max_blocked`` seconds. The region's header is
    the candidate's claim, believed only as far as it can be true: cells count upward, there are at most ``max_cells``,
    and a cell cannot have begun before the zygote last saw another one. The processes of its group together may hold
    twice the memory that one may.
    """
    most_bytes = 2 * memory_mib * 1024 * 1024
    cell, began_ns, seen_ns = 0, 0, 0
    most_blocked = limit * WALL_FACTOR + WALL_SLACK
    started = time.monotonic()
    blocked_before = 0.0
    while True:
        reaped, status = os.waitpid(pid, os.WNOHANG)
        if reaped:
            end_process(pid)
            if os.WIFSIGNALED(status):
                return Ending("signalled", os.WTERMSIG(status))
            return Ending("exited", os.WEXITSTATUS(status))
        elapsed = time.monotonic() - started
        used_ns = cpu_clock_ns(pid)
        if used_ns is None:
            used_ns = int(elapsed * 1e9)
        blocked = elapsed - used_ns / 1e9
        if blocked > blocked_before + most_blocked:
            blocked -= run_queue_seconds(pid)
        number, claimed_ns = region.progress()[:2]
        if number == 0:
            blocked_before = blocked
        elif cell < number <= max_cells:
            cell, blocked_before = number, blocked
            began_ns = min(max(claimed_ns, seen_ns), used_ns)
        seen_ns = used_ns
        left = limit - (used_ns - began_ns) / 1e9
        if left <= 0 or blocked > min(blocked_before + most_blocked, max_blocked):
            end_process(pid)
            return Ending("timeout", 0)
        if elapsed > MEMORY_PERIOD and group_bytes(pid, base) > most_bytes:
            end_process(pid)
            return Ending("out-of-memory", 0)
        wait_for_child(min(max(left, 0.002), MEMORY_PERIOD))


class Zygote:
    """Serves the judge's requests until its end of the control channel closes."""

    def __init__(self, control, region, settings):
        self.control, self.region, self.settings = control, region, settings
        self.channel = PipeChannel(control.fileno(), control.fileno(), os.read, os.write)
        self.dirty = False
        #: The limit that candidates inherit now.
        self.memory_mib = None
        #: What the judge's batches name by number.
        self.plans = []
        #: CPU time of the processes that this one is a copy of, up to then.
        self.earlier_ns = 0
        #: Preloaded packages that no contained program uses.
        self.heavy = ()
        #: Descriptors that no candidate may hold.
        self.private = [control.fileno()]

    def warm_up(self):
        """Loads what many programs import, and runs one, so that candidates find it done and touch less memory."""
        for name in COMMON_MODULES:
            __import__(name)
        sample = LoadedProgram((WARM_UP, ""), judge_containment=True)
        for _ in range(20):
            run_plan(sample, b"m" + marshal.dumps((("call", "f", ([2, 1.5], "a"), {}),)))
        is_contained(compile(WARM_UP, "<warm-up>", "exec", ONLY_AST))
        sys.modules.pop(MODULE_NAME, None)

    def serve(self):
        """Answers requests; never returns."""
        self.settle()
        handlers = {"batch": self.batch, "session": self.session, "script": self.script, "beside": self.beside}
        while True:
            try:
                # From the judge, in which no program runs; answers go back in the codec, which trusts nobody.
                request = marshal.loads(self.channel.receive())
            except ChannelClosed:
                os._exit(0)
            name, arguments = request[0], request[1:]
            if name == "plans":
                (self.plans,) = arguments
                continue
            if name == "preload":
                self.nest(*arguments)
                continue
            if name == "unload":
                os._exit(0)
            fds = self.receive_fds() if name in ("session", "script") else []
            answer = handlers[name](*arguments, *fds)
            self.wipe()
            self.channel.send(encode((answer, self.cpu_ns(), self.dirty)))

    def settle(self):
        """What every zygote needs anew, because it holds for this process only."""
        import gc

        seccomp.hide()
        seccomp.adopt_orphans()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        if self.settings.get("seccomp", True):
            seccomp.guard_zygote([self.settings["judge"], os.getpid(), 1])
        clean_process()
        self.base = memory_of("self")
        self.memory_mib = None
        gc.collect()
        gc.freeze()

    def cpu_ns(self):
        own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        return self.earlier_ns + int((own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime) * 1e9)

    def receive_fds(self):
        _, ancillary, _, _ = self.control.recvmsg(1, socket.CMSG_SPACE(4 * 4))
        fds = []
        for level, kind, data in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                fds += struct.unpack("<%di" % (len(data) // 4), data[: len(data) // 4 * 4])
        return fds

    def nest(self, modules):
        """Lets a copy of this process load modules and serve on; this one comes back when the copy ends."""
        parent, earlier_ns = os.getpid(), self.cpu_ns()
        child = os.fork()
        if child == 0:
            self.earlier_ns = earlier_ns
            seccomp.die_with_parent(parent)
            unblock_child_signal()
            lift_memory_limit()
            missing = []
            self.heavy = tuple({name.partition(".")[0] for name in modules} - set(MODULES))
            for name in modules:
                try:
                    __import__(name)
                except BaseException as error:
                    missing.append((name, "%s: %s" % (type(error).__name__, error)))
            if "numpy" in sys.modules:
                sys.modules["numpy"].random.seed(0)
            self.settle()
            self.channel.send(encode((missing, self.cpu_ns(), self.dirty)))
            self.serve()
        os.waitpid(child, 0)
        self.channel.send(encode(([], self.cpu_ns(), self.dirty)))

    def become_stem(self, report):
        """A copy that forks the processes of one program and tells of them on ``report``."""
        parent = os.getppid()
        os.close(self.control.fileno())
        self.private = [report]
        seccomp.die_with_parent(parent)
        seccomp.adopt_orphans()
        lift_memory_limit()
        if self.settings.get("seccomp", True):
            seccomp.guard_zygote([self.settings["judge"], parent, os.getpid(), 1])

    def fork(self, memory_mib):
        """Forks a candidate process; returns its pid, or 0 in the candidate itself, which inherits the limits.

        All that programs could undo, ``confine`` makes final for those that are not known to compute only.
        """
        if memory_mib != self.memory_mib:
            limit_memory(self.base, memory_mib, final=False)
            self.memory_mib = memory_mib
        parent = os.getpid()
        pid = os.fork()
        if pid:
            try:
                # Here and in ``confine``, so that the group is there whoever comes first.
                os.setpgid(pid, pid)
            except OSError:
                pass
            return pid
        if not self.settings.get("ownProcesses"):
            # Where the sandbox has a process namespace, that ends with the sandbox.
            seccomp.die_with_parent(parent)
        for fd in self.private:
            os.close(fd)
        unblock_child_signal()
        return 0

    def confine(self):
        """For programs that could do more than compute: final limits, and no way out of the process group."""
        os.setpgid(0, 0)
        limit_memory(self.base, self.memory_mib)
        os.chdir(self.settings["scratch"][0])
        if self.settings.get("seccomp", True):
            seccomp.confine_group()

    def wipe(self):
        """Empties every place that a candidate could write to."""
        for root in self.settings["scratch"]:
            with os.scandir(root) as entries:
                for entry in entries:
                    try:
                        if entry.is_dir(follow_symlinks=False):
                            os.chmod(entry.path, 0o700)
                            shutil.rmtree(entry.path, onerror=_retry_writable)
                        else:
                            os.unlink(entry.path)
                    except (OSError, RecursionError):
                        self.dirty = True

    def batch(self, program, indexes, timeout_ms, memory_mib, give_up_after, never_shorten):
        """Runs the plans of these numbers; answers (events, what was not run, end of frames). An event is (index, ended, detail)."""
        self.region.reset()
        run = Batch(self, program, self.plans, timeout_ms / 1000.0, memory_mib, give_up_after, never_shorten)
        run.run(indexes)
        return run.events, run.rest, self.region.progress()[2]

    def session(self, program, timeout_ms, memory_mib, max_cells, fd):
        """A conversation with the judge over ``fd``; answers how it ended."""
        self.region.reset()
        pid = self.fork(memory_mib)
        if pid == 0:
            self.confine()
            recorder = Recorder(self.region)
            recorder.start(0)
            channel = PipeChannel(fd, fd, os.read, os.write)
            try:
                Conversation(LoadedProgram(program), WatchedChannel(channel, recorder), recorder.next_cell).serve()
            except ChannelClosed:
                pass
            os._exit(DONE)
        os.close(fd)
        limit = timeout_ms / 1000.0
        ending = watch(pid, self.region, limit, max_cells, SESSION_SECONDS + 40 * limit, self.base, memory_mib)
        return ending.kind, ending.status, ending.describe()

    def script(self, program, timeout_ms, memory_mib, stdin, stdout, stderr):
        """Runs the program as a script on the given descriptors; answers how it ended."""
        self.region.reset()
        pid = self.fork(memory_mib)
        if pid == 0:
            self.confine()
            for target, fd in enumerate((stdin, stdout, stderr)):
                os.dup2(fd, target)
            Recorder(self.region).start(0)
            run_script(program)
        for fd in (stdin, stdout, stderr):
            os.close(fd)
        limit = timeout_ms / 1000.0
        ending = watch(pid, self.region, limit, 1, limit * WALL_FACTOR + WALL_SLACK, self.base, memory_mib)
        return ending.kind, ending.status, ending.describe()

    def beside(self, *arguments):
        raise NotImplementedError


class Batch:
    """The plans of one candidate: processes, time-outs, and cells to be run again."""

    def __init__(self, zygote, program, plans, limit, memory_mib, give_up_after, never_shorten):
        self.zygote, self.program, self.plans = zygote, program, plans
        self.memory_mib, self.give_up_after = memory_mib, give_up_after
        self.limit = limit
        self.short_limit = limit if never_shorten else max(min(limit, SHORTEST_LIMIT), limit * SHORT_SHARE)
        self.events, self.rest = [], []
        self.contained = self.loaded = self.load_failure = None
        self.timeouts = 0
        self.shortened, self.killed = set(), set()
        #: Whether it uses preloaded packages and imports nothing that is not loaded.
        self.heavy = False
        self.slowest = 0.0
        self.finished = 0

    def run(self, pending):
        if any(name in text for name in self.zygote.heavy for text in self.program):
            self.heavy = all(imports_only_loaded(text) for text in self.program)
            if not self.heavy or len(pending) == 1:
                # No process is needed to find out whether it is contained.
                self.contained = False
            if not self.heavy:
                self.delegate(pending)
                return
        self.run_cells(pending, shorten=True)
        self.run_again()

    def run_again(self):
        """Gives cells that the short limit cut off the whole limit, as long as that could change a verdict.

        Nothing slow but finite among the other cells: an endless loop, which stays one. No finished cell at all: one
        more try. Otherwise the smallest calls first, until two in a row time out once more.
        """
        waiting = sorted(self.shortened, key=lambda index: (len(self.plans[index]), self.plans[index]))
        tries = 2 if self.slowest > self.short_limit / 10 else 1 if self.finished == 0 else 0
        failures = 0
        while waiting and failures < tries:
            index = waiting.pop(0)
            self.events = [event for event in self.events if event[0] != index]
            before = self.timeouts
            self.run_cells([index], shorten=False)
            failures = failures + 1 if self.timeouts > before else 0
            if not failures:
                tries = 2

    def run_cells(self, pending, shorten):
        while pending:
            if shorten and self.give_up_after and self.timeouts >= self.give_up_after:
                self.events += [(index, "not-run", None) for index in pending]
                return
            indexes = pending[:1] if self.contained is False else pending
            short = shorten and self.timeouts > 0
            ending, done, full = self.run_process(indexes, self.short_limit if short else self.limit)
            pending = pending[done:]
            if ending.kind == "exited" and ending.status == ISOLATE and self.contained is not False:
                self.contained = False
                if self.heavy and len(pending) <= FEW_CELLS:
                    continue
                self.delegate(pending)
                return
            self.contained = self.contained is not False
            if full:
                self.rest += pending
                return
            if ending.kind == "exited" and ending.status == UNLOADABLE and done == 1:
                if self.load_failure is not None and self.load_failure == self.last_frame():
                    pending = self.fill(pending, self.load_failure)
                self.load_failure = self.last_frame()
                continue
            if done == len(indexes) or ending.kind == "exited" and ending.status == REDO and done > 0:
                continue
            if ending.kind == "signalled" and ending.status == signal.SIGKILL and pending[0] not in self.killed:
                # Not by us: the system, or somebody outside. A program that kills itself does so again.
                self.killed.add(pending[0])
                continue
            index, pending = pending[0], pending[1:]
            if ending.kind == "timeout":
                self.timeouts += 1
                if short:
                    self.shortened.add(index)
                self.events.append((index, "timeout", None))
            elif ending.kind == "out-of-memory":
                self.events.append((index, "out-of-memory", "the program's processes hold too much memory"))
            else:
                self.events.append((index, "died", ending.describe()))

    def last_frame(self):
        """What the last finished cell recorded: one outcome, of a program that raised before any call."""
        data = None
        for _, data in self.zygote.region.frames(self.zygote.region.progress()[2]):
            pass
        return data if data is not None and data[:1] == b"e" else None

    def fill(self, pending, outcome):
        """A program that failed to load twice in the same way fails before every call; returns what did not fit."""
        recorder = Recorder(self.zygote.region)
        for count, index in enumerate(pending):
            steps = len(read_plan(self.plans[index]))
            data = outcome if steps == 1 else encode([outcome] * steps)
            if not recorder.fits(data):
                return pending[count:]
            recorder.start(index)
            recorder.finish(data)
        return []

    def delegate(self, pending):
        """Lets a copy of the zygote compile the program and load what it imports, once for all its processes."""
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            # Ends this copy in what it does before the first cell, if that takes too long.
            signal.setitimer(signal.ITIMER_PROF, self.limit + LOADING_SECONDS)
            self.zygote.become_stem(writer)
            self.loaded = LoadedProgram(self.program)
            self.loaded.load_imports()
            self.zygote.base = memory_of("self")
            self.zygote.memory_mib = None
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.run_cells(pending, shorten=True)
            self.run_again()
            data = memoryview(encode((self.events, self.rest, self.zygote.dirty)))
            while data:
                data = data[os.write(writer, data):]
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as stream:
            data = stream.read()
        _, status = os.waitpid(pid, 0)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
            self.events += [(index, "timeout", "the program takes too long to load") for index in pending]
        elif status != 0:
            raise RuntimeError("a copy of the zygote ended with status %d" % status)
        else:
            events, self.rest, self.zygote.dirty = decode(data)
            self.events += events

    def run_process(self, indexes, limit):
        """Forks one process for ``indexes``; how it ended, how many it finished, and whether the region is full."""
        region = self.zygote.region
        before = region.progress()
        pid = self.zygote.fork(self.memory_mib)
        if pid == 0:
            self.run_candidate(indexes)
        most = len(indexes)
        blocked = (most + 1) * (limit * WALL_FACTOR + WALL_SLACK)
        ending = watch(pid, region, limit, len(self.plans), blocked, self.zygote.base, self.memory_mib)
        if self.contained is False or self.heavy:
            self.zygote.wipe()
        _, _, end, longest, finished = region.progress()
        done = min(max(finished - before[4], 0), most)
        if not before[2] <= end <= region.size:
            HEADER.pack_into(region.memory, 0, 0, 0, before[2], before[3], before[4])
            return ending, 0, False
        if done:
            self.finished += done
            self.slowest = max(self.slowest, longest / 1e9)
        return ending, done, ending.kind == "exited" and ending.status == FULL

    def run_candidate(self, indexes):
        """In the candidate's process: cell after cell; never returns."""
        loaded = self.loaded or LoadedProgram(self.program, judge_containment=self.contained is None)
        if self.contained is None and not (loaded.contained or loaded.contained_heavily and self.heavy):
            os._exit(ISOLATE)
        if self.contained is False or self.heavy:
            self.zygote.confine()
        if self.contained is not False and ("eval" in self.program[0] or "eval" in self.program[1]):
            loaded.eval = guarded_eval(lambda: os._exit(ISOLATE))
        recorder = Recorder(self.zygote.region)
        for count, index in enumerate(indexes):
            recorder.start(index)
            outcomes = run_plan(loaded, self.plans[index])
            if loaded.load_failed and len(outcomes) == 1 and not self.contained:
                recorder.finish(outcomes[0])
                os._exit(UNLOADABLE)
            if count and b"o" in outcomes:
                # Garbage of earlier cells may have taken the memory.
                os._exit(REDO)
            data = outcomes[0] if len(outcomes) == 1 else encode(outcomes)
            if not recorder.fits(data):
                if count:
                    os._exit(FULL)
                data = b"uthe results are too large"
            recorder.finish(data)
            if b"o" in outcomes and index != indexes[-1]:
                os._exit(REDO)
        os._exit(DONE)


def imports_only_loaded(source):
    """Whether a program's text seems to import what is loaded alone; only its cost depends on the answer."""
    for module, modules in IMPORTED.findall(source):
        for name in (module or modules).split(","):
            if (name.split() or [""])[0] not in sys.modules:
                return False
    return True


def clean_process():
    """Takes the runner's own modules out of sight: candidates see what a program of its own would see."""
    for name in ("codec", "channel", "cell", "conversation", "live", "native", "safety", "seccomp", "extensions", "heavy", "patched", "main"):
        sys.modules.pop(name, None)
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv = [""]


def run_script(program):
    """Runs a program the way ``python program.py`` would; never returns."""
    import io

    for fd, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        raw = os.fdopen(fd, mode + "b", closefd=False)
        setattr(sys, name, io.TextIOWrapper(raw, encoding="utf-8", errors="surrogateescape" if fd == 0 else "backslashreplace"))
        setattr(sys, "__%s__" % name, getattr(sys, name))
    clean_process()
    sys.argv = ["program.py"]
    code = 0
    try:
        LoadedProgram(program).run_main()
    except SystemExit as leaving:
        code = leaving.code if type(leaving.code) is int else 0 if leaving.code is None else 1
    except BaseException as error:
        code = 1
        try:
            sys.stderr.write("%s: %s\n" % (type(error).__name__, error))
        except BaseException:
            pass
    try:
        threading = sys.modules.get("threading")
        if threading is not None:
            threading._shutdown()
        sys.modules["atexit"]._run_exitfuncs() if "atexit" in sys.modules else None
    except BaseException:
        pass
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass
    os._exit(code & 0xFF)


def _retry_writable(function, path, _):
    os.chmod(os.path.dirname(path), 0o700)
    if os.path.isdir(path) and not os.path.islink(path):
        os.chmod(path, 0o700)
        shutil.rmtree(path)
    else:
        os.unlink(path)
