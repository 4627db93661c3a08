"""The system call filters, in forked processes: what a candidate is refused, and what honest programs go on to need."""

import ctypes
import errno
import fcntl
import mmap
import os
import platform
import re
import signal
import socket
import unittest

import memory
import seccomp
from syscalls import NUMBERS

HEADERS = {"x86_64": ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"]}


def outcome(action):
    """``ok``, or the name of the error that an action raises."""
    try:
        action()
        return "ok"
    except OSError as error:
        return errno.errorcode[error.errno]
    except BaseException as error:
        return repr(error)


def confined(action):
    """The outcome of ``action`` in a confined child of a guarded one."""
    reader, writer = os.pipe()
    zygote = os.fork()
    if zygote == 0:
        seccomp.hide()
        if not seccomp.guard_zygote([1, os.getppid(), os.getpid()]):
            os._exit(1)
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            if not seccomp.confine_group():
                os._exit(1)
            os.write(writer, outcome(action).encode())
            os._exit(0)
        os.waitpid(child, 0)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        answer = stream.read().decode()
    os.waitpid(zygote, 0)
    return answer


def call(name, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    number = NUMBERS[name] if isinstance(name, str) else name
    if isinstance(number, tuple):
        number = number[seccomp.MACHINES[platform.machine()][0]]
    result = libc.syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result


def add_up(reports):
    """What a pool's processes are given."""
    return sum(reports)


@unittest.skipUnless(seccomp.supported(), "needs Linux on x86-64 or 64-bit ARM")
class Filters(unittest.TestCase):
    def test_numbers_are_the_system_s(self):
        headers = [path for path in HEADERS.get(platform.machine(), []) if os.path.exists(path)]
        if not headers:
            self.skipTest("no kernel headers")
        with open(headers[0]) as file:
            known = {name: int(number) for name, number in re.findall(r"__NR_(\w+) (\d+)", file.read())}
        for name, (number, _) in NUMBERS.items():
            # Headers may be older than a call.
            if number is not None and name in known:
                self.assertEqual(known[name], number, name)

    def test_unnamed_calls_do_not_exist(self):
        allowed = {number for number, _ in NUMBERS.values()}
        if platform.machine() != "x86_64":
            self.skipTest("counts the calls of x86-64")

        def sweep():
            for number in [*range(0, 470), 0x40000000, 0x40000027, 600, 10_000]:
                # The kernel keeps 335 and 336 from its filters: traps that end any other caller by SIGILL.
                if number in allowed or number in (335, 336):
                    continue
                try:
                    call(number, 0, 0, 0, 0, 0, 0)
                    raise AssertionError("%d was let through" % number)
                except OSError as error:
                    if error.errno != errno.ENOSYS:
                        raise AssertionError("%d: %s" % (number, error))

        self.assertEqual(confined(sweep), "ok")

    def test_signals_reach_oneself_and_children(self):
        def honest():
            os.kill(os.getpid(), 0)
            os.kill(0, 0)
            os.killpg(os.getpgid(0), 0)
            signal.signal(signal.SIGUSR1, lambda *_: None)
            signal.raise_signal(signal.SIGUSR1)
            child = os.fork()
            if child == 0:
                signal.pause()
            os.kill(child, signal.SIGTERM)
            if os.waitpid(child, 0)[1] != signal.SIGTERM:
                raise AssertionError("the child lives")

        self.assertEqual(confined(honest), "ok")

    def test_a_protected_process_is_out_of_reach_though_younger(self):
        for protect, expected in ((False, b"ok"), (True, b"EPERM")):
            (told, tells), (answers, answer) = os.pipe(), os.pipe()
            zygote = os.fork()
            if zygote == 0:
                seccomp.guard_zygote([1])
                if os.fork() == 0:
                    os.setpgid(0, 0)
                    target = int(os.read(told, 20))
                    seccomp.guard_zygote([target] if protect else [])
                    seccomp.confine_group()
                    os.write(answer, outcome(lambda: os.kill(target, signal.SIGKILL)).encode())
                    os._exit(0)
                younger = os.fork()
                if younger == 0:
                    signal.alarm(20)
                    signal.pause()
                os.write(tells, b"%d" % younger)
                os.wait()
                os._exit(0)
            os.waitpid(zygote, 0)
            self.assertEqual(os.read(answers, 20), expected)

    def test_sockets(self):
        def honest():
            server = socket.create_server(("127.0.0.1", 0))
            client = socket.create_connection(server.getsockname())
            server.accept()[0].sendall(b"x")
            if client.recv(1) != b"x":
                raise AssertionError("no answer")
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                client.setsockopt(socket.SOL_SOCKET, 26, b"\0" * 16)
            except PermissionError:
                return
            raise AssertionError("a filter on a socket")

        self.assertEqual(confined(honest), "ok")

    def test_what_honest_programs_do(self):
        def programs():
            import asyncio
            import multiprocessing
            import shutil
            import subprocess
            import tempfile
            import threading

            threads = [threading.Thread(target=sum, args=([1],)) for _ in range(3)]
            [thread.start() for thread in threads]
            [thread.join() for thread in threads]
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "a")
                with open(path, "wb") as file:
                    file.write(b"x" * 4096)
                shutil.copy2(path, path + "b")
                os.mkfifo(os.path.join(folder, "fifo"))
                with open(path, "r+b") as file, open(path, "r+b") as other:
                    with mmap.mmap(file.fileno(), 0) as mapped:
                        mapped[0] = 1
                    fcntl.flock(file, fcntl.LOCK_EX)
                    fcntl.lockf(file, fcntl.LOCK_EX)
                    # Nobody who has the file, too, sees a lock.
                    fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    if os.fork() == 0:
                        os._exit(outcome(lambda: fcntl.lockf(other, fcntl.LOCK_EX | fcntl.LOCK_NB)) != "ok")
                    if os.wait()[1] != 0:
                        raise AssertionError("a lock is seen")
            if subprocess.run(["/bin/sh", "-c", "echo a | cat"], stdout=subprocess.PIPE).stdout != b"a\n":
                raise AssertionError("the shell")
            try:
                subprocess.run(["sleep", "60"], timeout=0.05, start_new_session=True)
                raise AssertionError("no time-out")
            except subprocess.TimeoutExpired:
                pass
            with multiprocessing.get_context("fork").Pool(2) as pool:
                if pool.map(add_up, [[1, 2], [3]]) != [3, 3]:
                    raise AssertionError("the pool")
            asyncio.run(asyncio.wait_for(asyncio.sleep(0), 1))
            compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda a, b: 0)
            ctypes.CDLL(None).qsort(ctypes.create_string_buffer(8), 2, 4, compare)
            os.urandom(8), os.cpu_count(), os.times(), os.getloadavg(), platform.uname(), os.isatty(0)
            signal.setitimer(signal.ITIMER_REAL, 1000)
            os.dup2(os.dup(1), 50)
            os.listdir("/"), os.statvfs("/")

        self.assertEqual(confined(programs), "ok")


@unittest.skipUnless(os.path.exists("/proc/self/stat"), "needs /proc")
class Accounting(unittest.TestCase):
    def test_a_group_s_memory_and_its_children_s_time(self):
        import time

        reader, writer = os.pipe()
        base = memory.memory_of("self")
        leader = os.fork()
        if leader == 0:
            os.setpgid(0, 0)
            for waited in (True, False):
                child = os.fork()
                if child == 0:
                    while time.process_time() < 0.2:
                        pass
                    if not waited:
                        os.write(writer, b"x")
                        held = bytearray(32 << 20)
                        shared = mmap.mmap(-1, 16 << 20)
                        shared[:] = b"x" * len(shared)
                        os.write(writer, b"y")
                        signal.pause()
                        del held
                    os._exit(0)
                if waited:
                    os.waitpid(child, 0)
            signal.pause()
        try:
            self.assertEqual(os.read(reader, 1), b"x")
            self.assertEqual(os.read(reader, 1), b"y")
            held, others_ns = memory.group_usage(leader, base)
            self.assertGreater(others_ns, 330e6)
            self.assertGreater(held, 47 << 20)
            self.assertLess(held, 90 << 20)
        finally:
            os.killpg(leader, signal.SIGKILL)
            os.waitpid(leader, 0)
        self.assertEqual(memory.group_usage(0x3FFFFFFF, base), (0, 0))

    def test_the_judge_s_own_limit(self):
        pid = os.fork()
        if pid == 0:
            memory.limit_memory(memory.memory_of("self"), 64)
            try:
                bytearray(128 << 20)
            except MemoryError:
                os._exit(0)
            os._exit(1)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
