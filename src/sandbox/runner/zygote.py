"""The process that programs are forked from.

Two kinds of process. The *judge* (``main``) holds tests and verdicts. The *zygote* is forked from it before it has seen any
test, loads what is to be preloaded, and forks what the judge asks for (``candidate``). Programs, plans and answers go
between the judge and the forked process over a socket of their own, so that the zygote never holds anything of a
program, and nothing of one program is mapped in the process of another.

The zygote knows no time limit: the judge watches (``watchdog``), and asks for an end.

Requests (marshal): ``("fork", kind, memory MiB, descriptors)``, then the descriptors, is answered ``("forked", pid)``. The
processes forked since the last end are a *round*; it is over when one ended by itself, or at ``("end", round)``; either way
there is one answer, ``("ended", round, endings, CPU ns, dirty, left)``, after all of them and what they started are dead and the
scratch directories empty; ``left`` tells whether they were not. ``endings`` has one (kind, status) per fork: ``exited``, ``signalled``, or ``stopped`` for what was
ended here. ``("preload", modules)`` lets a copy of this process serve on with modules loaded, ``("unload",)`` ends that copy.
"""

import _signal
import gc
import marshal
import os
import resource
import select
import signal
import socket
import struct
import sys
import types

import fork_hooks  # before ``random``
import seccomp
from identity import become_candidate
from cell import MODULE_NAME, LoadedProgram, answer_plan
from channel import ChannelClosed, PipeChannel
from memory import lift_memory_limit, limit_memory, memory_of
from scratch import Root

COMMON_MODULES = "abc bisect collections copy functools heapq itertools json math operator random re string typing".split()
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
    """Serves the judge's requests until its end of the control socket closes.

    In a forked process ``serve`` returns: a function that does its work, called from the bottom of the stack, where a program
    of its own would lie.
    """

    def __init__(self, control, settings, kinds):
        """``kinds``: what can be forked, functions of this object and descriptors by name."""
        self.settings, self.kinds = settings, kinds
        self.dirty = False
        self.roots = [Root(path) for path in settings["scratch"]]
        #: The limit that candidates inherit now.
        self.memory_mib = None
        #: CPU time of the processes that this one is a copy of, up to then.
        self.earlier_ns = 0
        #: Of the round: pids, and how those ended that did.
        self.children, self.endings = [], {}
        self.round = 0
        self.wakes = None
        self.control = control
        self.channel = PipeChannel(control.fileno(), control.fileno(), os.read, os.write)

    def warm_up(self):
        """Loads what many programs import, and runs one, so that programs find it done and touch less memory."""
        for name in COMMON_MODULES:
            __import__(name)
        sample = LoadedProgram((WARM_UP, ""))
        for _ in range(20):
            answer_plan(sample, (None, (compile("f([2, 1.5], 'a')", "<call>", "eval"),), (), ()))
        sys.modules.pop(MODULE_NAME, None)

    def serve(self):
        """Answers requests; in a forked process, what that is to do."""
        self.settle()
        while True:
            ready, _, _ = select.select([self.control, self.wakes[0]], [], [])
            if self.wakes[0] in ready:
                self.drain_wakes()
                if self.children and self.reap():
                    self.finish()
            if self.control in ready:
                work = self.answer()
                if work:
                    return work

    def answer(self):
        try:
            # From the judge, in which no program runs.
            name, *arguments = marshal.loads(self.channel.receive())
        except ChannelClosed:
            os._exit(0)
        if name == "fork":
            return self.fork(*arguments)
        if name == "preload":
            return self.nest(*arguments)
        if name == "unload":
            os._exit(0)
        if arguments[0] == self.round and self.children:
            self.reap()
            self.finish()
        return None

    def settle(self):
        """What every zygote needs anew, because it holds for this process only."""
        seccomp.hide()
        seccomp.adopt_orphans()
        self.wakes = os.pipe()
        for fd in self.wakes:
            os.set_blocking(fd, False)
        signal.set_wakeup_fd(self.wakes[1], warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, _wake)
        if self.settings.get("seccomp", True):
            seccomp.guard_zygote([self.settings["judge"], os.getppid(), os.getpid(), 1])
        clean_process()
        self.base = memory_of("self")
        self.memory_mib = None
        gc.collect()
        gc.freeze()

    def drain_wakes(self):
        try:
            while len(os.read(self.wakes[0], 4096)) == 4096:
                pass
        except BlockingIOError:
            pass

    def cpu_ns(self):
        own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        return self.earlier_ns + int((own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime) * 1e9)

    def receive_fds(self, count):
        if not count:
            return []
        _, ancillary, _, _ = self.control.recvmsg(1, socket.CMSG_SPACE(count * 4))
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
            self.forget_wakes()
            seccomp.die_with_parent(parent)
            lift_memory_limit()
            missing = []
            for name in modules:
                try:
                    __import__(name)
                except BaseException as error:
                    missing.append((name, "%s: %s" % (type(error).__name__, error)))
            if "numpy" in sys.modules:
                sys.modules["numpy"].random.seed(0)
            self.channel.send(marshal.dumps((tuple(missing), os.getpid(), self.round, self.cpu_ns(), self.dirty)))
            return self.serve()
        os.waitpid(child, 0)
        self.channel.send(marshal.dumps(((), os.getpid(), self.round, self.cpu_ns(), self.dirty)))
        return None

    def forget_wakes(self):
        """In a copy: its children are none of the parent's business."""
        # Without the names of signals, which would be looked up for each process that is forked.
        _signal.set_wakeup_fd(-1)
        _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
        for fd in self.wakes or ():
            os.close(fd)
        self.wakes = None

    def fork(self, kind, memory_mib, count):
        """Forks a process of a kind, which inherits limits that it makes final itself."""
        fds = self.receive_fds(count)
        if memory_mib != self.memory_mib:
            limit_memory(self.base, memory_mib, final=False)
            self.memory_mib = memory_mib
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            self.forget_wakes()
            if not self.settings.get("ownProcesses"):
                # Where the sandbox has a process namespace, that ends with the sandbox.
                seccomp.die_with_parent(parent)
            os.close(self.control.fileno())
            return lambda: self.kinds[kind](self, *fds)
        for fd in fds:
            os.close(fd)
        try:
            # Here and in the child, so that the group is there whoever comes first.
            os.setpgid(pid, pid)
        except OSError:
            pass
        self.children.append(pid)
        self.channel.send(marshal.dumps(("forked", pid)))
        return None

    def confine(self):
        """In a forked process, before any of a program's code runs: final limits, no way out of its process group."""
        fork_hooks.give_back()
        become_candidate()
        limit_memory(self.base, self.memory_mib)
        os.chdir(self.settings["scratch"][0])
        if self.settings.get("seccomp", True):
            seccomp.confine_group()

    def reap(self):
        """Collects the round's processes that ended; whether one did."""
        over = False
        for pid in self.children:
            if pid in self.endings:
                continue
            try:
                found, status = os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                found, status = pid, 0
            if found:
                self.endings[pid] = status
                over = True
        return over

    def finish(self):
        """Ends all that is left of the round, and tells the judge."""
        endings = [_ending(self.endings.get(pid)) for pid in self.children]
        end_processes(self.children)
        self.wipe()
        self.children, self.endings = [], {}
        left = any(root.was_used for root in self.roots)
        self.channel.send(marshal.dumps(("ended", self.round, endings, self.cpu_ns(), self.dirty, left)))
        self.round += 1

    def wipe(self):
        """Empties every place that a candidate could write to."""
        for root in self.roots:
            self.dirty = not root.clear() or self.dirty


def _wake(signum, frame):
    """The wake-up descriptor is what counts; without a handler the signal would be ignored."""


def _ending(status):
    if status is None:
        return "stopped", 0
    if os.WIFSIGNALED(status):
        return "signalled", os.WTERMSIG(status)
    return "exited", os.WEXITSTATUS(status)


def end_processes(pids):
    """Ends processes, their groups, and every orphan that came to us; exits when something is left."""
    for pid in pids:
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
            select.select([], [], [], 0.0002 if attempt < 50 else 0.005)
    # The judge sees the end of the control socket: a failure of the sandbox, no word about the candidate.
    os._exit(70)


def _children():
    try:
        with open("/proc/self/task/%d/children" % os.getpid()) as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


def clean_process():
    """Takes the runner's own modules out of sight: candidates see what a program of its own would see."""
    home = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != home]
    folder = home + os.sep
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(folder):
            del sys.modules[name]
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv = [""]
