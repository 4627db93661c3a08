"""Entry point of a native sandbox's runner: forks the zygote, then becomes the judge and serves messages on stdin/stdout.

Frames in both directions: a little-endian 32-bit length and JSON, a message (see ``judge``) and its answer, in which a result
has ``cpuMs``, too. The only argument is a JSON object of settings (``RunnerSettings`` of
``src/sandbox/native/runner-launch.ts``), which are the zygote's, too. ``repository_main`` starts in the same way.
"""

import json
import os
import resource
import signal
import socket
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
if HERE not in sys.path:
    sys.path.insert(0, HERE)

import seccomp  # noqa: E402
from channel import ChannelClosed, PipeChannel  # noqa: E402
from identity import become  # noqa: E402
from memory import limit_memory, memory_of  # noqa: E402
from zygote import Zygote  # noqa: E402

MAX_FILE_BYTES = 64 * 1024 * 1024
MAX_FILES = 1024
# What the judge may allocate beyond what it has at its start.
JUDGE_MIB = 1024


def add_site_names():
    """The built-ins that ``site`` adds; the rest of it costs every fork."""
    import site

    site.setquit()
    site.setcopyright()
    site.sethelper()


def take_protocol():
    """Moves the protocol off descriptors 0 and 1, where no program's print or input can meet it."""
    os.closerange(3, 4096)
    null = os.open(os.devnull, os.O_RDWR)
    reader, writer = os.dup(0), os.dup(1)
    for fd in (0, 1):
        os.dup2(null, fd)
    return reader, writer, null


def limit_process():
    """Limits that hold for judge, zygote and candidates alike."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_FILES, MAX_FILES))


def run_zygote(control, settings, judge, find_kinds):
    """In the zygote: returns in the processes that it forks, with what they are to do."""
    os.dup2(settings["null"], 2)
    os.setpgid(0, 0)
    become(settings.get("zygoteUid"), settings.get("candidateUid"))
    seccomp.die_with_parent(judge)
    if settings.get("processes"):
        resource.setrlimit(resource.RLIMIT_NPROC, (settings["processes"],) * 2)
    settings["judge"] = judge
    return Zygote(control, settings, find_kinds()).serve()


def start(settings, find_kinds, make_judge):
    """Forks the zygote, then answers messages until the input ends; in what the zygote forks, gives what that is to do.

    ``find_kinds`` gives what the zygote forks; ``make_judge``, of a ``Forker``, a function from messages to answers.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.umask(0)
    reader, writer, settings["null"] = take_protocol()
    ours, theirs = socket.socketpair()
    # Before any test is known.
    judge, pid = os.getpid(), os.fork()
    if pid == 0:
        ours.close()
        for fd in (reader, writer):
            os.close(fd)
        return run_zygote(theirs, settings, judge, find_kinds)
    theirs.close()
    become(settings.get("judgeUid"))
    seccomp.hide()
    # It raises MemoryError then, instead of being ended by the system.
    limit_memory(memory_of("self"), JUDGE_MIB)
    from forker import Forker

    channel, answer = PipeChannel(reader, writer), make_judge(Forker(ours, pid))
    while True:
        try:
            message = json.loads(channel.receive())
        except ChannelClosed:
            return None
        channel.send(json.dumps(answer(message), separators=(",", ":")).encode("ascii"))


def load_kinds():
    from candidate import KINDS, load_modules
    from cell import COMMON

    # What many programs import.
    load_modules(sorted(COMMON))
    return KINDS


def make_judge(forker):
    from host import NativeHost
    from judge import Judge

    if hasattr(sys, "set_int_max_str_digits"):
        # Of numbers in tests and answers; a program has the interpreter's own limit.
        sys.set_int_max_str_digits(0)
    host = NativeHost(forker)
    judge = Judge(host)

    def answer(message):
        before = host.cpu_ms
        found = judge.answer(message)
        if "ok" in found:
            found["ok"]["cpuMs"] = round(host.cpu_ms - before, 3)
        return found

    return answer


def main():
    settings = json.loads(sys.argv[1])
    sys.path += settings["packages"]
    add_site_names()
    limit_process()
    return start(settings, load_kinds, make_judge)


if __name__ == "__main__":
    work = main()
    if work:
        work()
