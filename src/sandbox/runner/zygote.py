"""The process that programs are forked from.

Two kinds of process. The *judge* (``main``) holds tests and verdicts. The *zygote* is forked from it before it has seen any
test, loads what is to be preloaded, and forks what the judge asks for (``candidate``). Programs, plans and answers go
between the judge and the forked process over a socket of their own, so that the zygote never holds anything of a
program, and nothing of one program is mapped in the process of another.

The zygote knows no time limit: the judge watches (``watchdog``), and asks for an end.

Requests (marshal): ``("fork", kind, memory MiB, descriptors)``, then the descriptors, is answered ``("forked", pid)``. One
process at a time: its *round* is over when it ended by itself, or at ``("end", round)``; either way there is one answer,
``("ended", round, kind, status, CPU ns, left)``, after it and what it started are dead and the scratch directories
empty; ``left`` tells whether they were not, and where they cannot be emptied this process ends. ``kind`` is ``exited``, ``signalled``, or ``stopped`` for what was ended
here. ``("preload", …)``, then a socket, has a copy of this process load what that says (``kinds``) and serve on that socket,
where it first sends what came of it, its pid and its CPU ns.
"""

import _signal
import contextlib
import gc
import marshal
import os
import resource
import select
import signal
import socket
import struct

import seccomp
from cell import clean_process
from identity import become_candidate
from channel import ChannelClosed, PipeChannel
from memory import limit_memory, memory_of
from scratch import Root


class Zygote:
    """Serves the judge's requests until its end of the control socket closes.

    In a forked process ``serve`` returns: a function that does its work, called from the bottom of the stack, where a program
    of its own would lie.
    """

    def __init__(self, control, settings, kinds):
        """``kinds``: what can be forked, functions of this object and descriptors by name, and ``preload``."""
        self.settings, self.kinds = settings, kinds
        self.roots = [Root(path) for path in settings["scratch"]]
        #: The process of the round; copies with modules loaded, which serve by themselves; CPU time of those that ended.
        self.child, self.round, self.copies, self.ended_ns = None, 0, set(), 0
        self.wakes = None
        self.control = control
        self.channel = PipeChannel(control.fileno())

    def serve(self):
        """Answers requests; in a forked process, what that is to do."""
        self.settle()
        while True:
            ready, _, _ = select.select([self.control, self.wakes[0]], [], [])
            if self.wakes[0] in ready:
                self.drain_wakes()
                self.reap()
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
        if arguments[0] == self.round and self.child and not self.reap():
            self.finish("stopped", 0)
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
        seccomp.guard_zygote([self.settings["judge"], os.getppid(), os.getpid(), 1])
        os.chdir(self.settings["scratch"][0])
        clean_process(os.path.dirname(os.path.abspath(__file__)))
        gc.collect()
        gc.freeze()
        seccomp.trim_memory()
        self.base = memory_of("self")

    def drain_wakes(self):
        try:
            while len(os.read(self.wakes[0], 4096)) == 4096:
                pass
        except BlockingIOError:
            pass

    def cpu_ns(self):
        used = [resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return int(sum(each.ru_utime + each.ru_stime for each in used) * 1e9) - self.ended_ns

    def receive_fds(self, count):
        _, ancillary, _, _ = self.control.recvmsg(1, socket.CMSG_SPACE(count * 4))
        fds = []
        for level, kind, data in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                fds += struct.unpack("<%di" % (len(data) // 4), data[: len(data) // 4 * 4])
        return fds

    def nest(self, *arguments):
        """Forks a copy of this process that loads modules and serves on a socket of its own."""
        (control,) = self.receive_fds(1)
        parent = os.getpid()
        child = os.fork()
        if child:
            os.close(control)
            self.copies.add(child)
            return None
        self.control.close()
        self.control = socket.socket(fileno=control)
        self.channel = PipeChannel(control)
        self.round, self.copies, self.ended_ns = 0, set(), 0
        self.forget_wakes()
        seccomp.die_with_parent(parent)
        self.channel.send(marshal.dumps((self.kinds["preload"](*arguments), os.getpid(), self.cpu_ns())))
        return self.serve()

    def forget_wakes(self):
        """In a copy: its children are none of the parent's business."""
        # Without the names of signals, which would be looked up for each process that is forked.
        _signal.set_wakeup_fd(-1)
        _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
        for fd in self.wakes or ():
            os.close(fd)
        self.wakes = None

    def fork(self, kind, memory_mib, count):
        """Forks a process of a kind."""
        fds = self.receive_fds(count)
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            self.forget_wakes()
            seccomp.die_with_parent(parent)
            if not self.settings.get("groupMemory"):
                limit_memory(self.base, memory_mib)
            os.close(self.control.fileno())
            return lambda: self.kinds[kind](self, *fds)
        for fd in fds:
            os.close(fd)
        # Here and in the child, so that the group is there whoever comes first.
        with contextlib.suppress(OSError):
            os.setpgid(pid, pid)
        self.child = pid
        self.channel.send(marshal.dumps(("forked", pid)))
        return None

    def confine(self):
        """In a forked process, before any of a program's code runs: its own user, no way out of its process group."""
        os.umask(0o022)
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        become_candidate()
        seccomp.confine_group()

    def reap(self):
        """Whether the round's process ended by itself, and with it the round."""
        try:
            found, status = os.waitpid(self.child, os.WNOHANG) if self.child else (0, 0)
        except ChildProcessError:
            found, status = self.child, 0
        if found and os.WIFSIGNALED(status):
            self.finish("signalled", os.WTERMSIG(status))
        elif found:
            self.finish("exited", os.WEXITSTATUS(status))
        return bool(found)

    def finish(self, kind, status):
        """Ends all that is left of the round, and tells the judge."""
        self.ended_ns += end_group(self.child, self.copies)
        # Every place that a candidate could write to.
        clean = all([root.clear() for root in self.roots])
        self.child = None
        left = any(root.was_used for root in self.roots)
        self.channel.send(marshal.dumps(("ended", self.round, kind, status, self.cpu_ns(), left)))
        if not clean:
            os._exit(70)
        self.round += 1


def _wake(signum, frame):
    """The wake-up descriptor is what counts; without a handler the signal would be ignored."""


def end_group(pid, copies):
    """Ends a process, its group, and every orphan that came to us, but no copies; exits when something is left.

    Gives the CPU nanoseconds of copies that ended.
    """
    ended_ns = 0
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)
    for attempt in range(2000):
        try:
            reaped, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return ended_ns
        if reaped in copies:
            copies.discard(reaped)
            ended_ns += int((usage.ru_utime + usage.ru_stime) * 1e9)
        if reaped == 0:
            left = set(_children()) - copies
            if copies and not left:
                return ended_ns
            for child in left:
                with contextlib.suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            select.select([], [], [], 0.0002 if attempt < 50 else 0.005)
    # The judge sees the end of the control socket: a failure of the sandbox, no word about the candidate.
    os._exit(70)


def _children():
    try:
        with open("/proc/self/task/%d/children" % os.getpid()) as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []
