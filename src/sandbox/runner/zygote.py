"""The process that candidates are forked from.

Three kinds of process. The *judge* (``main``) holds tests and verdicts. The *zygote* is forked from it before it has
seen any test, loads what is to be preloaded, and forks a *candidate* process for each program. Candidates write what
their calls returned into a memory region that the judge reads when they and all that they started are dead.
"""

import gc
import marshal
import os
import resource
import shutil
import signal
import socket
import struct
import sys
import types

import seccomp
from batch import DONE, Batch
from cell import MODULE_NAME, LoadedProgram, run_plan
from channel import ChannelClosed, PipeChannel
from codec import encode
from conversation import Conversation
from memory import lift_memory_limit, limit_memory, memory_of
from region import Recorder, WatchedChannel
from safety import MODULES, ONLY_AST, is_contained
from script import run_script
from watchdog import WALL_FACTOR, WALL_SLACK, unblock_child_signal, watch
from whole_module import run_whole

# How long a conversation may last while the judge thinks.
SESSION_SECONDS = 60.0
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
        handlers = {"batch": self.batch, "session": self.session, "script": self.script, "whole": self.whole}
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
            fds = self.receive_fds() if name in ("session", "script", "whole") else []
            answer = handlers[name](*arguments, *fds)
            self.wipe()
            self.channel.send(encode((answer, self.cpu_ns(), self.dirty)))

    def settle(self):
        """What every zygote needs anew, because it holds for this process only."""
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

        def serve(channel, recorder):
            Conversation(LoadedProgram(program), WatchedChannel(channel, recorder), recorder.next_cell).serve()

        return self.converse(serve, timeout_ms, memory_mib, max_cells, fd)

    def whole(self, program, timeout_ms, memory_mib, max_cells, fd):
        """Program and test module in one process, which tells the judge over ``fd``; answers how it ended."""

        def serve(channel, recorder):
            run_whole(program, WatchedChannel(channel, recorder))

        return self.converse(serve, timeout_ms, memory_mib, max_cells, fd)

    def converse(self, serve, timeout_ms, memory_mib, max_cells, fd):
        self.region.reset()
        pid = self.fork(memory_mib)
        if pid == 0:
            self.confine()
            recorder = Recorder(self.region)
            recorder.start(0)
            try:
                serve(PipeChannel(fd, fd, os.read, os.write), recorder)
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


def clean_process():
    """Takes the runner's own modules out of sight: candidates see what a program of its own would see."""
    folder = os.path.dirname(os.path.abspath(__file__)) + os.sep
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(folder):
            del sys.modules[name]
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv = [""]


def _retry_writable(function, path, _):
    os.chmod(os.path.dirname(path), 0o700)
    if os.path.isdir(path) and not os.path.islink(path):
        os.chmod(path, 0o700)
        shutil.rmtree(path)
    else:
        os.unlink(path)
